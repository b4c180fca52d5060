//! Tests of lane health and of the first round of every lane.

use super::*;

#[test]
fn every_expected_lane_needs_a_round() {
    let status = Status::default();
    status.round_ended("forecast");
    assert!(!status.every_lane_had_a_round(), "the lanes are not started yet");
    status.expect_rounds_of(["forecast".to_owned(), "lifts".to_owned()]);
    assert!(!status.every_lane_had_a_round());
    status.round_ended("lifts");
    assert!(status.every_lane_had_a_round());
}

#[test]
fn no_lanes_need_no_rounds() {
    let status = Status::default();
    status.expect_rounds_of([]);
    assert!(status.every_lane_had_a_round());
}

#[test]
fn lane_is_listed_before_it_is_silent() {
    let (begun, silent_ms) = (Timestamp::from_millis(1_768_046_400_000), 60_000);
    let status = Status::default();
    status.begun("slf", "slf", begun);
    let health = status.lanes().remove("slf").expect("it is listed before it has run");
    assert!(!health.is_silent(silent_ms, begun.plus_millis(silent_ms)));
    assert!(health.is_silent(silent_ms, begun.plus_millis(silent_ms + 1)), "it never ran");
    // Begun with a clock that was two days fast.
    assert!(health.is_silent(silent_ms, begun.plus_millis(-172_800_000)));
}

#[test]
fn repeated_old_answer_is_noticed_once() {
    let at = Timestamp::from_millis(1_768_046_400_000);
    let later = |hours: i64| at.plus_millis(hours * 3_600_000);
    let status = Status::default();
    let old_ms = Some(6 * 3_600_000);
    assert_eq!(status.succeeded("tawes", Some(at), old_ms, later(1)), Aging::Unchanged);
    assert_eq!(status.succeeded("tawes", Some(at), old_ms, later(7)), Aging::BecameOld);
    assert_eq!(status.succeeded("tawes", Some(at), old_ms, later(30)), Aging::Unchanged, "already reported");
    // An answer without any reading brings nothing newer.
    assert_eq!(status.succeeded("tawes", None, old_ms, later(31)), Aging::Unchanged);
    let health = status.lanes().remove("tawes").unwrap();
    assert_eq!((health.newest_value_at, health.last_success_at), (Some(at), Some(later(31))));
    assert!(health.is_old(old_ms, later(31)) && !health.is_silent(3_600_000, later(31)));
    assert_eq!(status.succeeded("tawes", Some(later(31)), old_ms, later(32)), Aging::IsRecentAgain);
    // Bulletins and feeds of closed resorts may be old.
    for name in ["slf-bulletin/CH", "lifts/alta", "wsdot/wsdot-passes"] {
        assert_eq!(status.succeeded(name, Some(at), None, later(5_000)), Aging::Unchanged, "{name}");
    }
    assert_eq!(status.succeeded("wsdot/wsdot-weather", Some(later(1)), old_ms, later(2)), Aging::Unchanged);
    assert_eq!(status.lanes()["wsdot/wsdot-weather"].newest_value_at, Some(later(1)));
}

#[test]
fn upstream_text_is_left_out() {
    for (failure, own) in [
        ("cannot connect: db-17.corp.local refused", "cannot connect"),
        (
            "open-meteo: the upstream rejected the request (limit per day): token=SECRET123",
            "the upstream rejected the request (limit per day)",
        ),
        ("no answer within 30 s", "no answer within 30 s"),
        ("slf: secret", "failed"),
        (
            "HTTP 200: wsdot: the upstream rejected the request (key): The access code `[redacted]` is not valid.",
            "the upstream rejected the request (key)",
        ),
    ] {
        let mut health = LaneHealth { last_failure: Some(failure.to_owned()), ..LaneHealth::default() };
        health.shorten();
        assert_eq!(health.last_failure.as_deref(), Some(own), "{failure}");
    }
}

#[test]
fn missing_database_threads_are_reported() {
    let status = Status::default();
    assert!(status.is_whole() && !status.has_no_database_threads());
    status.database_threads(true);
    assert!(!status.is_whole() && status.has_no_database_threads());
    status.database_threads(false);
    assert!(status.is_whole());
    status.task_ended("publisher");
    assert!(!status.is_whole());
}
