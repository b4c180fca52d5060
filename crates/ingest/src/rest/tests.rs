use conditions_core::time::{HOUR_MS, MINUTE_MS};

use sources::breaker;

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn wait_ms(verdict: Verdict, breaker: &Breaker) -> i64 {
    let failure = Failure::new(String::new(), verdict);
    left_alone_until(&failure, breaker, now()).since(now())
}

#[test]
fn requested_pause_is_limited() {
    let breaker = Breaker::new(breaker::Config::USUAL);
    let until = |ms| Some(now().plus_millis(ms));
    assert_eq!(wait_ms(Verdict::GiveUp, &breaker), 0);
    assert_eq!(wait_ms(Verdict::Retry { not_before: until(2 * HOUR_MS) }, &breaker), 2 * HOUR_MS);
    assert_eq!(wait_ms(Verdict::Breaker { until: until(400 * DAY_MS) }, &breaker), DAY_MS);
}

#[test]
fn open_breaker_counts_too() {
    let mut breaker = Breaker::new(breaker::Config::USUAL);
    breaker.trip(Some(now().plus_millis(50 * MINUTE_MS)), now());
    assert_eq!(wait_ms(Verdict::Retry { not_before: None }, &breaker), 50 * MINUTE_MS);
}

#[test]
fn rests_double_up_to_a_period() {
    let rest = |before| rest_ms(before, 5 * MINUTE_MS, DAY_MS);
    assert_eq!([0, 1, 2].map(rest), [5, 10, 20].map(|minutes| minutes * MINUTE_MS));
    assert_eq!([9, 40, u32::MAX].map(rest), [DAY_MS; 3]);
}
