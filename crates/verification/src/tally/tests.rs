use super::*;

fn tally(pairs: &[(f64, f64)]) -> Tally {
    let mut tally = Tally::default();
    for (forecast, measured) in pairs {
        tally.count(&Grading::STANDARD, *forecast, *measured, Reference::default());
    }
    tally
}

#[test]
fn dry_days_and_false_alarms_count() {
    let measures = tally(&[(0.0, 0.0), (4.0, 0.0), (10.0, 12.0), (0.9, 3.0)]).measures();
    assert_eq!(measures.mae_cm, Some((4.0 + 2.0 + 2.1) / 4.0));
    assert!((measures.bias_cm.unwrap() - (-0.1 / 4.0)).abs() < 1e-12);
    assert_eq!((measures.hit_rate, measures.false_alarm_ratio), (Some(0.5), Some(0.5)));
    assert!((measures.mae_snow_days_cm.unwrap() - 2.05).abs() < 1e-12);
}

#[test]
fn thresholds_belong_to_the_event() {
    let measures = tally(&[(1.0, 1.0), (15.0, 15.0), (14.9, 15.0), (15.0, 14.9)]).measures();
    assert_eq!((measures.hit_rate, measures.false_alarm_ratio), (Some(1.0), Some(0.0)));
    assert_eq!((measures.powder_hit_rate, measures.powder_false_alarm_ratio), (Some(0.5), Some(0.5)));
}

#[test]
fn absent_events_have_no_rate() {
    assert_eq!(Tally::default().measures(), Measures::default());
    let dry = tally(&[(0.0, 0.0)]).measures();
    assert_eq!(
        (dry.mae_cm, dry.hit_rate, dry.false_alarm_ratio, dry.mae_snow_days_cm),
        (Some(0.0), None, None, None)
    );
    assert_eq!((dry.skill_climatology, dry.skill_persistence), (None, None));
}

#[test]
fn skill_needs_a_reference() {
    let mut tally = tally(&[(100.0, 0.0)]);
    let reference = Reference { climatology: Some(0.0), persistence: Some(2.0) };
    tally.count(&Grading::STANDARD, 3.0, 4.0, reference);
    let measures = tally.measures();
    assert_eq!((measures.skill_climatology, measures.skill_persistence), (Some(0.75), Some(0.5)));
    let mut twice = tally;
    twice.add(&tally);
    assert_eq!((twice.pairs(), twice.measures()), (4, measures));
}

#[test]
fn measures_round_trip() {
    let all: [Option<f64>; MEASURES] = core::array::from_fn(|place| Some(place as f64));
    assert_eq!(Measures::from_all(all).all(), all);
    assert_eq!(Measures::from_all(all).skill_climatology, Some(6.0));
}
