use super::super::tests::{at, course, hourly, limits};
use super::*;

fn temps(values: impl IntoIterator<Item = f64>) -> usize {
    temperatures(&hourly(values), &limits()).len()
}

fn with_course(first: i64, then: f64, hours: usize) -> impl Iterator<Item = f64> {
    (0..first).map(course).chain(std::iter::repeat_n(then, hours))
}

#[test]
fn constant_temperature_is_limited() {
    for (then, hours, stuck) in [(-7.3, 11, 0), (-7.3, 12, 0), (-7.3, 13, 13), (-7.3, 40, 40)] {
        assert_eq!(temps(with_course(10, then, hours)), stuck, "{then} for {hours}");
    }
}

#[test]
fn melting_allows_a_longer_streak() {
    for (then, hours, stuck) in [(0.0, 24, 0), (0.1, 24, 0), (0.0, 25, 25), (0.3, 24, 24)] {
        assert_eq!(temps(with_course(10, then, hours)), stuck, "{then} for {hours}");
    }
}

#[test]
fn whole_degrees_may_be_constant() {
    let whole = |hours| (0..10).map(|hour| course(hour).round()).chain(std::iter::repeat_n(-20.0, hours));
    assert_eq!(temps(whole(40)), 0);
    assert_eq!(temps(whole(60)), 60);
}

#[test]
fn few_readings_prove_nothing() {
    let six: Vec<Sample> = (0..6).map(|n| Sample { at: at(n * 5), value: -7.3 }).collect();
    assert_eq!(temperatures(&six, &limits()), []);
    // A gap ends the streak, because the values in it are unknown.
    let gaps: Vec<Sample> = (0..30).map(|n| Sample { at: at(n * 7), value: -7.3 }).collect();
    assert_eq!(temperatures(&gaps, &limits()), []);
}

#[test]
fn melting_surface_may_be_constant() {
    let of = |value: f64| surfaces(&hourly(with_course(5, value, 60)), &limits()).len();
    assert_eq!((of(0.0), of(-0.1), of(-5.5)), (0, 0, 60));
}

fn calm(hours: usize, temp: f64, frozen: &[Timestamp]) -> usize {
    let wind = hourly((0..5).map(|hour| 2.0 + 0.3 * f64::from(hour)).chain(std::iter::repeat_n(0.0, hours)));
    let temps = hourly((0..5 + hours).map(|hour| temp + 0.1 * (hour % 3) as f64));
    winds(&wind, &temps, frozen, &limits()).len()
}

#[test]
fn only_long_cold_calms_are_doubted() {
    assert_eq!(calm(30, -8.0, &[]), 0);
    assert_eq!(calm(49, -8.0, &[]), 49);
    assert_eq!(calm(100, 6.0, &[]), 0, "no ice");
    let frozen: Vec<Timestamp> = (10..25).map(at).collect();
    assert_eq!(calm(20, -8.0, &frozen), 20, "the thermometer has stuck, too");
}

#[test]
fn constant_wind_is_stuck() {
    let wind = hourly((0..5).map(|hour| 2.0 + 0.3 * f64::from(hour)).chain(std::iter::repeat_n(4.1, 13)));
    assert_eq!(winds(&wind, &[], &[], &limits()).len(), 13);
    let knots = hourly(std::iter::repeat_n(3.0 * KNOT_MPS, 40));
    assert_eq!(winds(&knots, &[], &[], &limits()), []);
}
