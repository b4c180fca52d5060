use proptest::prelude::*;

use super::*;

const POLICY: DeliveryPolicy = DeliveryPolicy::CONTRACT;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn answered(status: u16) -> Ending {
    Ending::answered(status)
}

/// Returns the wait after a first attempt, in seconds.
fn wait(ending: Ending, random: f64) -> Option<f64> {
    match next_step(&POLICY, now(), 1, &ending, random) {
        NextStep::Retry(at) => Some(at.since(now()) as f64 / 1_000.0),
        NextStep::Delivered | NextStep::Failed => None,
    }
}

#[test]
fn only_2xx_is_success() {
    for status in [200, 201, 204, 299] {
        assert_eq!(next_step(&POLICY, now(), 1, &answered(status), 0.5), NextStep::Delivered);
        assert_eq!(next_step(&POLICY, now(), 2, &answered(status), 0.5), NextStep::Delivered);
    }
    for status in [0, 100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503, 999] {
        assert_eq!(wait(answered(status), 0.5), Some(30.0), "{status}");
        assert_eq!(next_step(&POLICY, now(), 2, &answered(status), 0.5), NextStep::Failed, "{status}");
    }
}

#[test]
fn rejected_target_is_final() {
    assert_eq!(next_step(&POLICY, now(), 1, &Ending::Failed(Failure::Target), 0.5), NextStep::Failed);
    for failure in [Failure::Resolve, Failure::Connect, Failure::Tls, Failure::Timeout, Failure::Protocol] {
        assert_eq!(wait(Ending::Failed(failure), 0.5), Some(30.0));
    }
}

#[test]
fn the_wait_is_moved_by_a_fifth() {
    assert_eq!(wait(answered(500), 0.0), Some(24.0));
    assert_eq!(wait(answered(500), 1.0), Some(36.0));
    assert_eq!(wait(answered(500), -5.0), Some(24.0));
    assert_eq!(wait(answered(500), f64::NAN), Some(36.0));
}

#[test]
fn retry_after_applies_to_429_and_503() {
    let of =
        |status, value: &str| wait(Ending::Answered { status, retry_after: Some(value.to_owned()) }, 0.0);
    assert_eq!(of(429, "5"), Some(5.0));
    assert_eq!(of(503, "120"), Some(120.0));
    assert_eq!(of(503, "300"), Some(300.0));
    assert_eq!(of(503, "86400"), Some(300.0));
    assert_eq!(of(503, "99999999999999999999999"), Some(300.0));
    assert_eq!(of(503, "0"), Some(1.0));
    assert_eq!(of(503, "Sat, 10 Jan 2026 12:01:00 GMT"), Some(60.0));
    assert_eq!(of(503, "soon"), Some(24.0));
    assert_eq!(of(503, "-5"), Some(24.0));
    for status in [500, 502, 404, 301] {
        assert_eq!(of(status, "120"), Some(24.0), "{status}");
    }
    let last = Ending::Answered { status: 503, retry_after: Some("5".to_owned()) };
    assert_eq!(next_step(&POLICY, now(), 2, &last, 0.5), NextStep::Failed);
}

proptest! {
    #[test]
    fn first_failure_retries_within_bounds(
        status in prop_oneof![0u16..200, 300u16..=u16::MAX],
        value in proptest::option::of(".{0,40}"),
        random in any::<f64>(),
    ) {
        let wait = wait(Ending::Answered { status, retry_after: value }, random);
        prop_assert!(wait.is_some_and(|seconds| (1.0..=300.0).contains(&seconds)));
    }
}

/// The dates are those of RFC 9110, section 5.6.7.
#[test]
fn parses_retry_after_forms() {
    let now = Timestamp::parse("1994-11-06T08:49:07Z").unwrap();
    for value in [
        "30",
        " 30\t",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ] {
        assert_eq!(retry_after_ms(value, now), Some(30_000), "{value}");
    }
    assert_eq!(retry_after_ms("Sun, 06 Nov 1994 08:49:00 GMT", now), Some(0));
}

#[test]
fn rejects_other_retry_after_values() {
    let now = Timestamp::from_millis(0);
    for value in
        ["", " ", "1.5", "+3", "-3", "3 s", "٣", "Sun, 06 Nov 1994 08:49:37 PST", "1994-11-06T08:49:37Z"]
    {
        assert_eq!(retry_after_ms(value, now), None, "{value}");
    }
    assert_eq!(retry_after_ms("18446744073709551616", now), Some(i64::MAX));
}
