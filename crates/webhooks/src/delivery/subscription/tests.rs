//! Counting failures.

use super::*;

const POLICY: DeliveryPolicy = DeliveryPolicy::CONTRACT;

#[test]
fn the_eighth_in_a_row_drops_and_a_success_resets() {
    let mut standing = Standing::default();
    for _ in 0..7 {
        standing = standing.failed(&POLICY);
    }
    assert!(standing.is_active());
    assert_eq!(standing.failed(&POLICY), Standing { state: State::Dropped, consecutive_failures: 8 });
    assert_eq!(standing.delivered(), Standing::default());
}

#[test]
fn nothing_brings_an_ended_subscription_back() {
    let dropped = Standing { state: State::Dropped, consecutive_failures: 8 };
    assert_eq!(dropped.delivered(), dropped);
    assert_eq!(dropped.failed(&POLICY), dropped);
    let removed = Standing::default().removed();
    assert_eq!(removed.failed(&POLICY), removed);
    assert_eq!(dropped.removed().state, State::Removed);
}
