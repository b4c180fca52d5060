use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);
const MINUTE: i64 = 60_000;

fn sheet(written: &[i64]) -> Sheet {
    let spot = Spot {
        lat: 38.7,
        lon: -120.07,
        elevation_m: None,
        road: None,
        direction: None,
        name: "x".into(),
        near: None,
    };
    let control = Control {
        id: "1".to_owned(),
        spot,
        stated: Ok(Level::NoRestriction),
        said: None,
        since: None,
        as_of: None,
        holds_ms: Some(Control::REPEATED_MS),
    };
    let written = Sheet::times(written.iter().map(|minutes| NOON.plus_millis(minutes * MINUTE)));
    Sheet { lane: "caltrans".to_owned(), written, controls: vec![control], ..Sheet::default() }
}

fn at_noon(sheet: &Sheet) -> Result<Level, UnknownReason> {
    sheet.stands(&sheet.controls[0], &RoadPolicy::DEFAULT, NOON)
}

#[test]
fn outdated_file_states_no_level() {
    assert_eq!(at_noon(&sheet(&[-3])), Ok(Level::NoRestriction));
    assert_eq!(at_noon(&sheet(&[-61])), Err(UnknownReason::Stale));
    assert_eq!(at_noon(&sheet(&[])), Err(UnknownReason::NoTime));
}

#[test]
fn future_record_affects_no_others() {
    assert_eq!(at_noon(&sheet(&[-3, 24 * 60])), Ok(Level::NoRestriction));
    assert_eq!(at_noon(&sheet(&[-90, 24 * 60])), Err(UnknownReason::Stale));
}
