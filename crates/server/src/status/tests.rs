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
