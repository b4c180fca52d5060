//! Tests of `snowpack`. The winter is synthetic.

use super::records::Observed;
use super::*;

#[test]
fn an_hour_belongs_to_the_day_that_begins_at_six() {
    let at = |text: &str| chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").unwrap();
    assert_eq!(date_of(at("2015-01-10T07:00")).to_string(), "2015-01-10");
    assert_eq!(date_of(at("2015-01-11T06:00")).to_string(), "2015-01-10");
}

#[test]
fn a_winter_snows_and_melts_out() {
    let start = NaiveDate::from_ymd_opt(2014, 11, 1).unwrap();
    let days = start.iter_days().take(230).enumerate().map(|(nth, date)| {
        let mean = if nth < 120 { -6.0 } else { 12.0 };
        let observed = Observed {
            depth_cm: Some(if (10..160).contains(&nth) { 80.0 } else { 0.0 }),
            swe_mm: None,
            pit_swe_mm: None,
            temp_min_c: Some(mean - 3.0),
            temp_max_c: Some(mean + 3.0),
            water_mm: Some(if nth < 120 { 4.0 } else { 0.0 }),
            snow_mm: None,
        };
        (date, observed)
    });
    let winter = Winter { days: days.collect(), ..Winter::default() };
    let states = through(&winter, true);
    assert_eq!(states.len(), 230);
    let most = states.values().map(|(swe, _)| *swe).fold(0.0, f64::max);
    assert!((380.0..480.0).contains(&most), "{most}");
    assert_eq!(states.values().next_back(), Some(&(0.0, 0.0)));
    let winters = BTreeMap::from([("2014-15".to_owned(), winter)]);
    let run = BTreeMap::from([("2014-15".to_owned(), states)]);
    let tables = score::tables(&winters, &run, &run);
    let text: String = tables.iter().map(crate::table::Table::text).collect();
    assert!(text.contains("2014-15") && text.contains("**ours**"), "{text}");
}
