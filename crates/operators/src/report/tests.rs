use super::*;

/// A synthetic stored report.
const STORED: &str = r#"{"observedAt":"2026-01-10T05:00:00.000Z","status":"OPEN","cm":{"newSnow24h":12.0,"newSnow48h":null,"depthBase":84.0},"counts":{"liftsOpen":5,"liftsTotal":9},"surface":"packed-powder","note":"Fresh tracks."}"#;

#[test]
fn stored_form_round_trips() {
    let report: Report = serde_json::from_str(STORED).unwrap();
    assert_eq!(report.measured(Field::NewSnow24h), Some(12.0));
    assert_eq!(report.cm.get(&Field::NewSnow48h), Some(&None), "not measured is reported");
    assert_eq!(report.cm.get(&Field::DepthMid), None, "not reported is absent");
    assert_eq!(serde_json::to_string(&report).unwrap(), STORED);
}

#[test]
fn not_measured_is_not_empty() {
    assert!(Report::default().is_empty());
    let mut report = Report::default();
    report.cm.insert(Field::NewSnow24h, None);
    assert!(!report.is_empty());
}
