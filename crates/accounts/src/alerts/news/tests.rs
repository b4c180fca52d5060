use uuid::Uuid;

use super::*;
use crate::alerts::alert::AlertRequest;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);
const HOUR_MS: i64 = 3_600_000;

fn hours(hours: i64) -> Timestamp {
    NOW.plus_millis(hours * HOUR_MS)
}

fn alert(kind: Kind) -> Alert {
    Alert::new(Uuid::nil(), kind, AlertRequest::default(), NOW).unwrap()
}

fn blank() -> Reading {
    let looked_on = NOW.utc().date_naive();
    Reading { looked_on, snow: None, open: None, last_open: None, bluebird: Vec::new(), forecast: None }
}

fn snow(cm: f64, at: i64) -> Reading {
    let snow = Snow { cm: Tenths::new(cm).unwrap(), observed_at: hours(at), source: "station".to_owned() };
    Reading { snow: Some(snow), ..blank() }
}

fn ahead(cm: f64, at: i64) -> Reading {
    let sums_cm = (1..=14).map(|day| Tenths::new(cm * f64::from(day) / 7.0)).collect();
    Reading { forecast: Some(ForecastSnow { captured_at: hours(at), sums_cm }), ..blank() }
}

fn status(is_open: bool, at: i64) -> Reading {
    let open = OpenStatus { is_open, observed_at: hours(at), source: "operator".to_owned() };
    Reading { open: Some(open), ..blank() }
}

fn told(cm: f64, at: i64) -> Option<LastReport> {
    Some(LastReport { cm: Tenths::new(cm), observed_at: hours(at) })
}

fn fires(kind: Kind, before: &Reading, after: &Reading, told: Option<LastReport>) -> bool {
    !news(&alert(kind), Some(before), after, told, hours(1)).is_empty()
}

#[test]
fn first_reading_is_not_news() {
    assert_eq!(news(&alert(Kind::Powder), None, &snow(40.0, 0), None, NOW), []);
    assert!(fires(Kind::Powder, &blank(), &snow(40.0, 0), None));
}

#[test]
fn powder_is_reported_once_on_crossing() {
    assert!(fires(Kind::Powder, &snow(14.9, 0), &snow(15.0, 1), None));
    assert!(!fires(Kind::Powder, &snow(15.0, 0), &snow(16.0, 1), None), "it existed when the alert was made");
    assert!(!fires(Kind::Powder, &snow(0.0, 0), &snow(14.9, 1), None));
    // A sensor that flickers around the threshold reports nothing again.
    assert!(!fires(Kind::Powder, &snow(14.9, 1), &snow(15.1, 2), told(15.0, 1)));
    // The next day's snow is new, and so is the same amount again.
    assert!(fires(Kind::Powder, &snow(20.0, 24), &snow(20.0, 25), told(15.0, 1)));
    assert!(fires(Kind::Powder, &snow(29.0, 5), &snow(30.0, 6), told(15.0, 1)));
}

#[test]
fn lasting_snow_is_reported_after_a_day() {
    assert!(!fires(Kind::Powder, &snow(30.0, 22), &snow(30.0, 23), None));
    assert!(fires(Kind::Powder, &snow(30.0, 23), &snow(30.0, 24), None));
}

#[test]
fn jumping_clock_repeats_no_alert() {
    let (before, after) = (snow(20.0, 1), snow(20.0, 2));
    for now in [hours(-1_000), hours(1_000)] {
        assert_eq!(news(&alert(Kind::Powder), Some(&before), &after, told(20.0, 1), now), []);
    }
}

#[test]
fn only_the_first_opening_counts() {
    let closed = status(false, 0);
    let opened = news(&alert(Kind::Opening), Some(&closed), &status(true, 1), None, hours(1)).remove(0);
    assert_eq!(opened.key, "opening:2025");
    assert!(!fires(Kind::Opening, &blank(), &status(true, 1), None), "it was not known to be closed");
    assert!(!fires(Kind::Opening, &status(true, 0), &status(true, 1), None));
    // Closed for the night.
    let night =
        status(false, 0).following(Some(&Reading { last_open: Some(hours(-10)), ..blank() }), hours(0));
    assert!(!fires(Kind::Opening, &night, &status(true, 1), None));
    assert_eq!(status(true, 0).following(None, hours(3)).last_open, Some(hours(3)));
}

#[test]
fn forecast_is_reported_per_window() {
    assert!(fires(Kind::Forecast, &ahead(29.0, 0), &ahead(30.0, 1), None));
    assert!(!fires(Kind::Forecast, &ahead(29.0, 1), &ahead(31.0, 2), told(30.0, 1)));
    assert!(fires(Kind::Forecast, &ahead(40.0, 168), &ahead(40.0, 169), told(30.0, 1)));
    let unknown = ForecastSnow { captured_at: NOW, sums_cm: vec![None; 14] };
    let unknown = Reading { forecast: Some(unknown), ..blank() };
    assert!(!fires(Kind::Forecast, &ahead(0.0, 0), &unknown, None), "unknown is not snow");
}

#[test]
fn bluebird_day_is_reported_per_date() {
    let day = |ahead: i64| NOW.utc().date_naive() + TimeDelta::days(ahead);
    let days = |days: &[i64]| Reading { bluebird: days.iter().map(|at| day(*at)).collect(), ..ahead(0.0, 1) };
    let first = news(&alert(Kind::Bluebird), Some(&days(&[1])), &days(&[1, 2]), None, hours(1)).remove(0);
    assert_eq!((first.key, first.evidence.day), (format!("bluebird:{}", day(2)), Some(day(2))));
    assert!(!fires(Kind::Bluebird, &days(&[2]), &days(&[2]), None));
    assert!(!fires(Kind::Bluebird, &days(&[]), &days(&[5]), None), "beyond its three days");
    let both = news(&alert(Kind::Bluebird), Some(&days(&[])), &days(&[1, 2, 5]), None, hours(1));
    assert_eq!(both.len(), 2, "each with its date");
    // Known for days, and now close enough.
    let mut next = days(&[4]);
    next.looked_on = day(1);
    assert_eq!(news(&alert(Kind::Bluebird), Some(&days(&[4])), &next, None, hours(25)).len(), 1);
    let mut after = next.clone();
    after.forecast = ahead(0.0, 30).forecast;
    assert_eq!(news(&alert(Kind::Bluebird), Some(&next), &after, None, hours(30)), []);
}
