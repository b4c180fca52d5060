use super::super::tests::{at, known, occurrence_of, resolution, watched};
use super::super::{Event as _, Occurrence};
use super::*;

const NOW: &str = "2026-01-10T12:00:00Z";

fn report(snowfall: Option<i32>, depth: Option<i32>, reported: Option<&str>) -> Report {
    Report {
        snowfall24h_cm: snowfall.map(Tenths::from_units),
        snow_depth_cm: depth.map(Tenths::from_units),
        reported_at: reported.map(at),
    }
}

fn evaluate(before: Option<Report>, after: Report) -> Option<Occurrence<SnowReportData>> {
    let before = before.map(|value| Baseline { version: 7, value });
    let nothing = resolution(Field::not_reported(), None);
    let mut found = watched::<Event>(at(NOW), &[("lech", &nothing)]);
    let after = WatchedSubject { state: after, ..found.remove(0) };
    occurrence_of(Event::decide(&EventPolicy::CONTRACT, at(NOW), before.as_ref(), &after))
}

#[test]
fn each_watched_value_is_a_change() {
    let before = report(Some(50), Some(800), Some("2026-01-10T06:00:00Z"));
    let changed = |after| evaluate(Some(before), after).map(|found| found.data.changed);
    assert_eq!(changed(before), None);
    let more = Report { snowfall24h_cm: Some(Tenths::from_units(51)), ..before };
    assert_eq!(changed(more), Some(vec![ReportChange::Snowfall24h]));
    assert_eq!(changed(Report { snow_depth_cm: None, ..before }), Some(vec![ReportChange::Depth]));
    let later = Report { reported_at: Some(at("2026-01-10T07:00:00Z")), ..before };
    assert_eq!(changed(later), Some(vec![ReportChange::ReportedAt]));
    let all = report(None, None, None);
    assert_eq!(changed(all), Some(vec![ReportChange::Snowfall24h, ReportChange::Depth, ReportChange::ReportedAt]));
    // "Not reported" differs from zero.
    let none = report(Some(0), None, None);
    assert_eq!(evaluate(Some(all), none).map(|found| found.data.changed), Some(vec![ReportChange::Snowfall24h]));
}

#[test]
fn first_evaluation_is_not_a_change() {
    assert_eq!(evaluate(None, report(Some(50), None, None)), None);
}

#[test]
fn data_matches_contract() {
    let found = evaluate(
        Some(report(None, Some(800), None)),
        report(Some(125), Some(810), Some("2026-01-10T06:00:00Z")),
    )
    .unwrap();
    let expected = serde_json::json!({
        "slug": "lech", "name": "Lech Zürs", "url": "https://snow.example.com/resorts/lech",
        "changed": ["snowfall24hCm", "depthCm", "reportedAt"],
        "snowfall24hCm": 12.5, "snowDepthCm": 81, "reportedAt": "2026-01-10T06:00:00.000Z",
        "previous": { "snowfall24hCm": null, "snowDepthCm": 80, "reportedAt": null },
    });
    assert_eq!(serde_json::to_value(&found.data).unwrap(), expected);
    assert_eq!(serde_json::from_value::<SnowReportData>(expected).unwrap(), found.data);
    assert_eq!(found.dedupe_key, "snow-report.updated:lech:7");
    assert_eq!(found.audience, Audience::Resort);
}

#[test]
fn model_run_is_not_a_report() {
    let (old, new) = ("2026-01-10T06:00:00Z", "2026-01-10T11:00:00Z");
    let of = |snowfall, depth| {
        let resolution = resolution(known(50, snowfall, 60, new), Some(known(900, depth, 90, old)));
        Report::from_resolution(&resolution).reported_at
    };
    assert_eq!(of(Kind::Model, Kind::Station), Some(at(old)));
    assert_eq!(of(Kind::Scraped, Kind::Operator), Some(at(new)));
    assert_eq!(of(Kind::Model, Kind::Model), None);
}
