use super::super::tests::{at, hourly, limits};
use super::*;

fn temps(values: &[f64]) -> Vec<Timestamp> {
    jumped(&hourly(values.iter().copied()), Quantity::Temp, &limits())
}

#[test]
fn away_and_back_is_a_spike() {
    assert_eq!(temps(&[-5.0, -5.2, 12.0, -5.1, -5.0]), [at(2)]);
    assert_eq!(temps(&[-5.0, -5.2, -20.0, -22.0, -5.1]), [at(2), at(3)]);
    assert_eq!(temps(&[-5.0, 4.0, -5.0]), [], "nine degrees are weather");
}

#[test]
fn lasting_change_is_weather() {
    // A föhn: eighteen degrees within the hour, and warm for hours.
    assert_eq!(temps(&[-5.0, -5.2, 12.8, 13.0, 12.0, 12.5, 13.0, 12.0]), []);
    assert_eq!(temps(&[-5.0, -5.2, 12.8]), [], "less than the tolerance is believed at once");
}

#[test]
fn newest_jump_waits_for_confirmation() {
    assert_eq!(temps(&[-5.0, -5.2, 15.0]), [at(2)]);
    assert_eq!(temps(&[-5.0, -5.2, 15.0, 15.5]), []);
    let late = [Sample { at: at(0), value: -5.0 }, Sample { at: at(9), value: 16.0 }];
    assert_eq!(jumped(&late, Quantity::Temp, &limits()), [], "after nine hours anything can be");
    assert_eq!(temps(&[40.0]), [], "the first one has no predecessor");
}

#[test]
fn quantities_have_separate_sizes() {
    let of = |values: &[f64], quantity| jumped(&hourly(values.iter().copied()), quantity, &limits());
    assert_eq!(of(&[5.0, 19.0, 6.0], Quantity::Wind), []);
    assert_eq!(of(&[5.0, 60.0, 6.0], Quantity::Wind), [at(1)]);
    assert_eq!(of(&[300.0, 0.0, 301.0], Quantity::Swe), [at(1)]);
    assert_eq!(of(&[300.0, 900.0, 301.0], Quantity::SnowDepth), [], "depths are despiked");
}
