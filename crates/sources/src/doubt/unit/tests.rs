use super::super::tests::{at, course, hourly, limits};
use super::*;

fn of(samples: &[Sample], tongue: UnitFamily) -> Vec<Timestamp> {
    foreign(samples, &tongue, |_| None, &limits()).into_iter().map(|(at, _)| at).collect()
}

fn american(samples: &[Sample], tongue: UnitFamily) -> Vec<Timestamp> {
    let limits = Limits { units: Units::American, ..limits() };
    foreign(samples, &tongue, |_| None, &limits).into_iter().map(|(at, _)| at).collect()
}

fn hours(range: std::ops::Range<i64>) -> Vec<Timestamp> {
    range.map(at).collect()
}

fn mixed(from: i64, to: i64, of: impl Fn(i64) -> f64, wrong: impl Fn(f64) -> f64) -> Vec<Sample> {
    hourly((0..72).map(|hour| if (from..to).contains(&hour) { wrong(of(hour)) } else { of(hour) }))
}

#[test]
fn detects_fahrenheit() {
    let samples = mixed(20, 50, course, |celsius| celsius * 1.8 + 32.0);
    assert_eq!(of(&samples, UnitFamily::Degrees), hours(20..50));
    let there = mixed(20, 50, |hour| course(hour) + 10.0, |celsius| (celsius - 32.0) / 1.8);
    assert_eq!(american(&there, UnitFamily::Degrees), hours(20..50));
    assert_eq!(of(&there[..50], UnitFamily::Degrees), [], "a Celsius network does not do that");
}

#[test]
fn detects_other_length_units() {
    let depth = |hour: i64| 130.0 + 0.4 * hour as f64;
    for wrong in [1.0 / 2.54, 10.0, 0.01] {
        let samples = mixed(20, 50, depth, |cm| cm * wrong);
        assert_eq!(of(&samples, UnitFamily::Lengths), hours(20..50), "{wrong}");
    }
    for wrong in [2.54, 25.4, 0.0254] {
        let samples = mixed(20, 50, depth, |cm| cm * wrong);
        assert_eq!(american(&samples, UnitFamily::Lengths), hours(20..50), "{wrong}");
    }
}

#[test]
fn weather_is_not_a_unit_change() {
    // A föhn, a front, a storm, settling, a thin pack.
    let steps = |from: f64, to: f64| hourly((0..20).map(|hour| if hour < 10 { from } else { to }));
    assert_eq!(of(&steps(-5.0, 11.0), UnitFamily::Degrees), []);
    assert_eq!(of(&steps(3.0, -9.0), UnitFamily::Degrees), []);
    assert_eq!(of(&steps(100.0, 118.0), UnitFamily::Lengths), []);
    assert_eq!(of(&steps(20.0, 8.0), UnitFamily::Lengths), []);
    assert_eq!(of(&steps(100.0, 60.0), UnitFamily::Lengths), [], "a jump, but to no unit's number");
    // The same number half a day later is the day's course.
    let far = [Sample { at: at(0), value: -12.0 }, Sample { at: at(8), value: 10.0 }];
    assert_eq!(of(&far, UnitFamily::Degrees), []);
}

#[test]
fn initial_unit_fault_must_be_known() {
    let since = at(-100);
    let samples = mixed(0, 40, |hour| 130.0 + 0.4 * hour as f64, |cm| cm / 2.54);
    assert_eq!(of(&samples, UnitFamily::Lengths), [], "nothing tells");
    let told = foreign(&samples, &UnitFamily::Lengths, |_| Some(since), &limits());
    let instants: Vec<Timestamp> = told.iter().map(|(at, _)| *at).collect();
    assert_eq!(instants, hours(0..40));
    assert!(told.iter().all(|(_, began)| *began == since));
}

#[test]
fn values_are_believed_after_two_weeks() {
    let since = at(-14 * 24 + 10);
    let samples = hourly((0..20).map(|_| 50.0));
    let told = foreign(&samples, &UnitFamily::Lengths, |_| Some(since), &limits());
    assert_eq!(told.len(), 11);
}
