//! Columns follow the days, and are there only where each day is the next of the one before it.

use alloc::vec;

use super::*;

fn day(date: &str, cm: Option<f64>) -> ModelDay {
    ModelDay {
        date: date.parse().expect("a date"),
        snow_cm: Banded { base: None, mid: cm, summit: cm },
        rain_mm: Banded::all(None),
        temp_min_c: Banded::all(None),
        temp_max_c: Banded::all(None),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        cloud_pct: None,
    }
}

#[test]
fn columns_follow_a_change_and_tell_what_is_missing_from_what_is_no_number() {
    let mut days = ModelDays::from(vec![day("2026-01-31", Some(4.0)), day("2026-02-01", None)]);
    let (first, mid) = days.snow(Band::Mid).expect("in order");
    assert_eq!((first, mid[0]), ("2026-01-31".parse().expect("a date"), 4.0));
    assert!(mid[1].is_nan() && days.snow(Band::Base).expect("in order").1[0].is_nan());
    days.change(|days| {
        days[0].snow_cm.mid = Some(f64::NAN);
        days.push(day("2026-02-02", Some(1.0)));
    });
    let (_, mid) = days.snow(Band::Mid).expect("in order");
    assert_eq!((mid[0], mid[2], days.len()), (f64::INFINITY, 1.0, 3));
}

#[test]
fn days_out_of_order_named_twice_or_with_a_gap_have_no_columns() {
    let [first, second, third] = ["2026-01-30", "2026-01-31", "2026-02-01"].map(|date| day(date, Some(1.0)));
    assert!(ModelDays::default().snow(Band::Mid).is_none());
    for days in [
        vec![second.clone(), first.clone()],
        vec![first.clone(), first.clone()],
        vec![first.clone(), third.clone()],
    ] {
        assert!(ModelDays::from(days).in_order_from().is_none());
    }
    assert!([first, second, third].into_iter().collect::<ModelDays>().in_order_from().is_some());
}
