use chrono::{Days, NaiveDate};
use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;

use super::{best_line, short_week, step, strip};
use crate::quantity::ValueFormat;
use crate::words::Language;

fn days(snow: &[Option<f64>]) -> Vec<DailyRow> {
    let first = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
    let row = |(at, cm): (usize, &Option<f64>)| {
        let mut row = DailyRow::unknown(first + Days::new(at as u64));
        row.snowfall_cm = cm.and_then(Tenths::new);
        row
    };
    snow.iter().enumerate().map(row).collect()
}

#[test]
fn unknown_snow_is_not_zero() {
    let show = ValueFormat::new(Language::En.words(), None, "CH");
    let days = days(&[None, Some(0.0), Some(12.4)]);
    let drawn = strip(show, &days).into_string();
    assert_eq!(drawn.matches("<span class=\"cm zero\" aria-hidden=\"true\">–</span>").count(), 1, "{drawn}");
    assert!(drawn.contains("Saturday 28: sky not known, New snow not reported"), "{drawn}");
    assert!(short_week(show, &days).into_string().contains("<b class=\"b0\" aria-hidden=\"true\">–</b>"));
}

#[test]
fn best_day_is_marked_once() {
    let show = ValueFormat::new(Language::En.words(), None, "CH");
    let some = days(&[Some(5.0), Some(32.8), Some(32.8), Some(1.0)]);
    let drawn = strip(show, &some).into_string();
    assert_eq!(drawn.matches("<li class=\"best\">").count(), 1, "{drawn}");
    assert!(drawn.contains(">35</span>"), "whole numbers, by 5 from 20: {drawn}");
    assert!(best_line(show, &some).unwrap().into_string().contains("Best on Sunday: about 35\u{a0}cm"));
    let little = days(&[Some(1.0), Some(3.9)]);
    assert!(
        best_line(show, &little).is_none() && !strip(show, &little).into_string().contains("class=\"best\"")
    );
}

#[test]
fn ramp_has_six_steps() {
    let steps: Vec<usize> = [0.4, 0.5, 2.0, 5.0, 10.0, 20.0, 30.0].into_iter().map(step).collect();
    assert_eq!(steps, [0, 1, 2, 3, 4, 5, 6]);
}
