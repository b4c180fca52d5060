//! Tests of the pause after changes that could not be published.

use super::*;

/// Counts the polls until the next try.
fn polls(mut setback: Setback) -> u32 {
    let mut polls = 1;
    while setback.waits() {
        polls += 1;
    }
    polls
}

#[test]
fn setbacks_double_the_pause() {
    let mut setback = Setback::default();
    assert!(!setback.waits());
    let mut pauses = Vec::new();
    for _ in 0..8 {
        setback = setback.again();
        pauses.push(polls(setback));
    }
    assert_eq!(pauses, [2, 4, 8, 16, 32, 64, 64, 64]);
}
