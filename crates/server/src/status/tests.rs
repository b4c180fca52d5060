//! When every lane has had its first round.

use super::*;

#[test]
fn every_lane_that_is_expected_must_have_had_a_round() {
    let status = Status::default();
    status.round_ended("forecast");
    assert!(!status.every_lane_had_a_round(), "the lanes are not started yet");
    status.expect_rounds_of(["forecast".to_owned(), "lifts".to_owned()]);
    assert!(!status.every_lane_had_a_round());
    status.round_ended("lifts");
    assert!(status.every_lane_had_a_round());
}

#[test]
fn where_nothing_is_fetched_nothing_is_waited_for() {
    let status = Status::default();
    status.expect_rounds_of([]);
    assert!(status.every_lane_had_a_round());
}

#[test]
fn a_lane_is_listed_from_its_beginning_and_silent_once_it_has_brought_nothing_for_so_long() {
    let (begun, silent_ms) = (Timestamp::from_millis(1_768_046_400_000), 60_000);
    let status = Status::default();
    status.begun("slf", begun);
    let health = status.lanes().remove("slf").expect("it is listed before it has run");
    assert!(!health.is_silent(silent_ms, begun.plus_millis(silent_ms)));
    assert!(health.is_silent(silent_ms, begun.plus_millis(silent_ms + 1)), "it never ran");
    // Begun under a clock that was ahead by two days.
    assert!(health.is_silent(silent_ms, begun.plus_millis(-172_800_000)));
}

#[test]
fn what_an_upstream_wrote_is_left_out() {
    for (failure, own) in [
        ("cannot connect: db-17.corp.local refused", "cannot connect"),
        (
            "open-meteo: the upstream refused (limit per day): token=SECRET123",
            "the upstream refused (limit per day)",
        ),
        ("no answer within 30 s", "no answer within 30 s"),
        ("slf: secret", "failed"),
        (
            "HTTP 200: wsdot: the upstream refused (key): The access code `[redacted]` is not valid.",
            "the upstream refused (key)",
        ),
    ] {
        let mut health = LaneHealth { last_failure: Some(failure.to_owned()), ..LaneHealth::default() };
        health.shorten();
        assert_eq!(health.last_failure.as_deref(), Some(own), "{failure}");
    }
}
