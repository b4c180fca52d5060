use conditions_core::field::Field;
use conditions_core::record::Resolution;

use super::super::tests::{at, known, occurrence_of, resolution, watched};
use super::super::{Event as _, Occurrence};
use super::*;

const NOW: &str = "2026-01-10T23:59:59.999Z";
const SEEN: &str = "2026-01-10T06:00:00Z";
const POLICY: EventPolicy = EventPolicy::CONTRACT;

/// Consecutive resolutions, with the baseline stored after each.
#[derive(Default)]
struct AlertHistory(Option<Baseline<AlertedSnow>>);

impl AlertHistory {
    fn evaluate(&mut self, now: &str, resolution: &Resolution) -> Option<Occurrence<PowderAlertData>> {
        let after = watched::<Event>(at(now), &[("lech", resolution)]).pop()?;
        let found = occurrence_of(Event::decide(&POLICY, at(now), self.0.as_ref(), &after))?;
        self.0 = Some(Baseline { version: 0, value: after.state });
        Some(found)
    }

    /// Evaluates this amount of snow, observed by a station at `observed`.
    fn seen(&mut self, now: &str, tenths: i32, observed: &str) -> bool {
        self.evaluate(now, &deep(known(tenths, Kind::Station, 90, observed))).is_some()
    }
}

/// Returns a resolution with a known depth.
fn deep(snowfall: Field<Tenths>) -> Resolution {
    resolution(snowfall, Some(known(1205, Kind::Station, 90, SEEN)))
}

fn alert(now: &str, resolution: &Resolution) -> Option<Occurrence<PowderAlertData>> {
    AlertHistory::default().evaluate(now, resolution)
}

fn due(tenths: i32, source: Kind, confidence: u8) -> bool {
    alert(NOW, &deep(known(tenths, source, confidence, SEEN))).is_some()
}

#[test]
fn fifteen_confident_centimetres_fire() {
    assert!(due(150, Kind::Station, 50));
    assert!(due(151, Kind::Operator, 95));
    assert!(due(400, Kind::Scraped, 65));
    assert!(!due(149, Kind::Station, 90));
    assert!(!due(400, Kind::Scraped, 49));
}

#[test]
fn model_never_fires_on_its_own() {
    for source in [Kind::Model, Kind::Profile, Kind::Derived, Kind::None] {
        assert!(!due(900, source, 100), "{source:?}");
    }
    assert_eq!(alert(NOW, &deep(Field::not_reported())), None);
}

#[test]
fn key_is_resort_and_utc_day() {
    let resolution = deep(known(200, Kind::Station, 90, SEEN));
    let key = |now| alert(now, &resolution).unwrap().dedupe_key;
    assert_eq!(key(NOW), "powder-alert:lech:2026-01-10");
    assert_eq!(key("2026-01-10T00:00:00Z"), key(NOW));
    assert_eq!(key("2026-01-11T00:30:00+01:00"), key(NOW));
    assert_eq!(key("2026-01-11T00:00:00Z"), "powder-alert:lech:2026-01-11");
}

#[test]
fn data_matches_specification() {
    let found = alert(NOW, &deep(known(182, Kind::Station, 90, SEEN))).unwrap();
    let expected = serde_json::json!({
        "slug": "lech", "name": "Lech Zürs", "snowfall24hCm": 18.2, "snowDepthCm": 120.5, "thresholdCm": 15,
        "url": "https://snow.example.com/resorts/lech",
    });
    assert_eq!(serde_json::to_value(&found.data).unwrap(), expected);
    assert_eq!(found.created_at, at(NOW));
}

#[test]
fn alert_waits_for_known_depth() {
    let mut told = AlertHistory::default();
    let snowfall = || known(150, Kind::Station, 90, SEEN);
    assert_eq!(told.evaluate("2026-01-10T06:01:00Z", &resolution(snowfall(), None)), None);
    let unknown = resolution(snowfall(), Some(Field::not_reported()));
    assert_eq!(told.evaluate("2026-01-10T06:02:00Z", &unknown), None);
    let found = told.evaluate("2026-01-10T06:03:00Z", &deep(snowfall())).unwrap();
    assert_eq!(serde_json::to_value(&found.data).unwrap()["snowDepthCm"], 120.5);
    assert_eq!(told.evaluate("2026-01-10T06:04:00Z", &deep(snowfall())), None, "told once");
}

#[test]
fn same_snow_does_not_fire_at_midnight() {
    let mut told = AlertHistory::default();
    assert!(told.seen("2026-01-10T22:00:00Z", 180, "2026-01-10T21:50:00Z"));
    assert!(!told.seen("2026-01-11T00:00:00Z", 180, "2026-01-10T21:50:00Z"), "the same reading");
    assert!(!told.seen("2026-01-11T00:10:00Z", 180, "2026-01-11T00:00:00Z"), "a later reading of the same snow");
    assert!(!told.seen("2026-01-11T06:00:00Z", 200, "2026-01-11T05:50:00Z"), "a little more");
    assert!(told.seen("2026-01-11T18:00:00Z", 180, "2026-01-11T17:50:00Z"), "the next day's");
}

#[test]
fn much_more_snow_fires_next_day() {
    let mut told = AlertHistory::default();
    assert!(told.seen("2026-01-10T22:00:00Z", 150, "2026-01-10T21:50:00Z"));
    assert!(!told.seen("2026-01-10T23:59:00Z", 300, "2026-01-10T23:50:00Z"), "once a day");
    assert!(!told.seen("2026-01-11T03:00:00Z", 299, "2026-01-11T02:50:00Z"));
    assert!(told.seen("2026-01-11T04:00:00Z", 300, "2026-01-11T03:50:00Z"));
}

#[test]
fn two_mornings_fire_two_alerts() {
    let mut told = AlertHistory::default();
    assert!(told.seen("2026-01-10T08:00:00Z", 200, "2026-01-10T07:45:00Z"));
    assert!(told.seen("2026-01-11T06:40:00Z", 180, "2026-01-11T06:30:00Z"));
}
