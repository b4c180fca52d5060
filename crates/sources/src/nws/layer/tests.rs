//! Tests of `layer`.

use super::*;

fn values(spans: &[(&str, Option<f64>)]) -> Values {
    spans.iter().map(|(text, value)| (Span::parse(&format!("2026-01-10T{text}")).unwrap(), *value)).collect()
}

fn at(hour: i64) -> Timestamp {
    Timestamp::parse("2026-01-10T00:00:00Z").unwrap().plus_millis(hour * HOUR_MS)
}

fn numbers(hours: &[Hour]) -> Vec<Option<f64>> {
    hours.iter().map(|hour| hour.value).collect()
}

#[test]
fn a_state_holds_for_every_hour_of_its_span_and_gaps_stay_gaps() {
    let states = States::new(values(&[
        ("00:00:00Z/PT2H", Some(-3.0)),
        ("02:00:00Z/PT1H", None),
        ("05:00:00Z/PT1H", Some(-6.0)),
    ]));
    assert_eq!(numbers(&states.hours()), [Some(-3.0), Some(-3.0), None, None, None, Some(-6.0)]);
    assert_eq!(states.hours()[5].start, at(5));
    assert_eq!(states.at(at(1)), Some(-3.0));
    assert_eq!(states.at(at(6)), None);
    assert_eq!(States::default().hours(), []);
}

#[test]
fn a_span_that_begins_within_an_hour_says_nothing_of_its_beginning() {
    let states = States::new(values(&[("00:30:00Z/PT1H", Some(1.0))]));
    assert_eq!(numbers(&states.hours()), [None, Some(1.0)]);
}

#[test]
fn an_amount_is_not_spread_over_its_hours_unless_it_is_zero() {
    let amounts = Amounts::new(values(&[
        ("00:00:00Z/PT2H", Some(0.0)),
        ("02:00:00Z/PT1H", Some(5.0)),
        ("03:00:00Z/PT3H", Some(30.0)),
    ]));
    assert_eq!(numbers(&amounts.hours()), [Some(0.0), Some(0.0), Some(5.0), None, None, None]);
}

#[test]
fn totals_need_whole_spans_that_cover_the_time() {
    let amounts = Amounts::new(values(&[
        ("00:00:00Z/PT2H", Some(0.0)),
        ("02:00:00Z/PT1H", Some(5.0)),
        ("03:00:00Z/PT3H", Some(30.0)),
        ("08:00:00Z/PT1H", Some(1.0)),
        ("09:00:00Z/PT1H", None),
    ]));
    assert_eq!(amounts.total(at(0), at(6)), Some(35.0));
    assert_eq!(amounts.total(at(1), at(6)), Some(35.0));
    assert_eq!(amounts.total(at(2), at(3)), Some(5.0));
    assert_eq!(amounts.total(at(2), at(5)), None);
    assert_eq!(amounts.total(at(0), at(7)), None);
    assert_eq!(amounts.total(at(5), at(9)), None);
    assert_eq!(amounts.total(at(8), at(10)), None);
    assert_eq!(amounts.total(at(3), at(3)), None);
    assert_eq!(amounts.total(at(-1), at(2)), None);
    assert_eq!(Amounts::default().total(at(0), at(1)), None);
}
