use conditions_core::time::DAY_MS;

use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Returns hourly depths from `from`, `cm` by hour.
fn depths(from: &str, hours: i64, cm: impl Fn(i64) -> f64) -> Vec<Sample> {
    (0..hours).map(|hour| Sample { at: at(from).plus_millis(hour * HOUR_MS), value: cm(hour) }).collect()
}

fn told(depths: &[Sample], zone: Tz, now: &str, back: u64) -> Option<(String, i64)> {
    let (day, mm) = of_day(depths, OtherSeries::default(), zone, at(now), back, &Thresholds::standard())?;
    Some(((chrono::NaiveDate::default() + Days::new(day as u64)).to_string(), mm))
}

#[test]
fn day_is_local_to_the_resort() {
    // The depth climbs by twenty centimetres in the hour after 06:00 UTC, 23:00 of the day before in Denver; 12 % of what
    // is beyond the noise has settled, and a tenth of a percent of the snow below. The step counts as noise of the gauge,
    // the less the more hours are known.
    let depths = depths("2026-01-08T00:00:00Z", 72, |hour| if hour > 30 { 120.0 } else { 100.0 });
    let of = |zone, back| told(&depths, zone, "2026-01-11T00:00:00Z", back);
    assert_eq!(of(chrono_tz::UTC, 2), Some(("2026-01-09".to_owned(), 219)));
    let denver = |now| told(&depths, chrono_tz::America::Denver, now, 1);
    assert_eq!(denver("2026-01-09T18:00:00Z"), Some(("2026-01-08".to_owned(), 220)));
    assert_eq!(denver("2026-01-10T18:00:00Z"), Some(("2026-01-09".to_owned(), 0)), "a dry day is measured");
}

#[test]
fn uncovered_day_is_unknown() {
    let gap = depths("2026-01-09T00:00:00Z", 30, |_| 100.0);
    let gap: Vec<Sample> =
        gap.into_iter().filter(|sample| sample.at.millis() % DAY_MS < 8 * HOUR_MS).collect();
    assert_eq!(told(&gap, chrono_tz::UTC, "2026-01-10T06:00:00Z", 1), None);
    assert_eq!(told(&[], chrono_tz::UTC, "2026-01-10T06:00:00Z", 1), None);
}

#[test]
fn clock_change_day_has_own_length() {
    // 29 March 2026 has 23 hours in Zurich: midnight to midnight is 23:00 to 22:00 UTC.
    let depths = depths("2026-03-28T20:00:00Z", 30, |hour| 100.0 + hour as f64);
    let zone = chrono_tz::Europe::Zurich;
    let (day, mm) = told(&depths, zone, "2026-03-30T06:00:00Z", 1).unwrap();
    // 23 cm plus the settling: 12 % of 22 cm, and a tenth of a percent an hour of a metre.
    assert_eq!((day.as_str(), mm), ("2026-03-29", 280));
}

#[test]
fn stored_days_are_not_rewritten() {
    let row = |mm: i64, day: i64| MeasuredDay {
        slug: "x".to_owned(),
        day,
        network: "n".to_owned(),
        station: "s".to_owned(),
        elevation_m: None,
        new_snow_mm: mm,
    };
    let mut written = StoredDays::default();
    assert!(written.is_news(&row(5, 20_000)));
    written.stored(vec![row(5, 20_000)]);
    assert!(!written.is_news(&row(5, 20_000)) && written.is_news(&row(6, 20_000)));
    written.stored(vec![row(0, 20_000 + REMEMBERED_DAYS)]);
    assert!(written.is_news(&row(5, 20_000)), "long ago");
    written.stored(Vec::new());
}
