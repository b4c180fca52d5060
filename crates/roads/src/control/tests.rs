use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn control(stated: Result<Level, UnknownReason>, age_ms: Option<i64>, holds_ms: Option<i64>) -> Control {
    let spot = Spot {
        lat: 38.7,
        lon: -120.07,
        elevation_m: None,
        road: None,
        direction: None,
        name: "x".into(),
        near: None,
    };
    let as_of = age_ms.map(|age| NOON.plus_millis(-age));
    Control { id: "1".to_owned(), spot, stated, said: None, since: None, as_of, holds_ms }
}

fn at_noon(control: &Control) -> Result<Level, UnknownReason> {
    control.level_at(&RoadPolicy::DEFAULT, control.as_of, NOON)
}

#[test]
fn statement_expires() {
    let none = Ok(Level::NoRestriction);
    let hourly = Some(Control::REPEATED_MS);
    assert_eq!(at_noon(&control(none, Some(HOUR_MS), hourly)), none);
    assert_eq!(at_noon(&control(none, Some(HOUR_MS + 1), hourly)), Err(UnknownReason::Stale));
    // A clock that is ahead by more than minutes is not trusted.
    assert_eq!(at_noon(&control(none, Some(-HOUR_MS), hourly)), Err(UnknownReason::Stale));
    assert_eq!(at_noon(&control(none, None, hourly)), Err(UnknownReason::NoTime));
    let closed = Ok(Level::Closed);
    assert_eq!(at_noon(&control(closed, Some(30 * 24 * HOUR_MS), None)), closed);
}

#[test]
fn unstated_level_stays_unknown() {
    let out = Err(UnknownReason::OutOfService);
    assert_eq!(at_noon(&control(out, Some(0), None)), out);
}

#[test]
fn strictest_level_counts() {
    let none = Ok(Level::NoRestriction);
    let some = summarize([none, Err(UnknownReason::Stale), Ok(Level::ChainsUnlessAwd)]);
    assert_eq!(some, ControlSummary { level: Some(Level::ChainsUnlessAwd), known: 2, unknown: 1 });
    assert_eq!(summarize([none, none]).level, Some(Level::NoRestriction));
    assert_eq!(summarize([none, Err(UnknownReason::Stale)]).level, None);
    assert_eq!(summarize([]), ControlSummary::default());
}

#[test]
fn levels_are_ordered_by_strictness() {
    let order = [
        Level::NoRestriction,
        Level::TractionAdvised,
        Level::TractionRequired,
        Level::ChainsUnlessAwd,
        Level::ChainsRequired,
        Level::Closed,
    ];
    assert!(order.is_sorted());
}
