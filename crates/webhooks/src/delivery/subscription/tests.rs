use super::*;

const POLICY: DeliveryPolicy = DeliveryPolicy::CONTRACT;

#[test]
fn eighth_failure_in_a_row_drops() {
    let mut standing = SubscriptionState::default();
    for _ in 0..7 {
        standing = standing.failed(&POLICY);
    }
    assert!(standing.is_active());
    assert_eq!(
        standing.failed(&POLICY),
        SubscriptionState { state: State::Dropped, consecutive_failures: 8 }
    );
    assert_eq!(standing.delivered(), SubscriptionState::default());
}

#[test]
fn ended_subscription_stays_ended() {
    let dropped = SubscriptionState { state: State::Dropped, consecutive_failures: 8 };
    assert_eq!(dropped.delivered(), dropped);
    assert_eq!(dropped.failed(&POLICY), dropped);
    let removed = SubscriptionState::default().removed();
    assert_eq!(removed.failed(&POLICY), removed);
    assert_eq!(dropped.removed().state, State::Removed);
}

#[test]
fn silent_receiver_is_given_up() {
    let policy = &DeliveryPolicy::CONTRACT;
    let at = |millis| Timestamp::from_millis(1_768_046_400_000 + millis);
    let week = at(policy.unanswered_ms);
    let silent = Proof::default().after(policy, at(0), false, true).after(policy, at(5), false, false);
    assert_eq!(silent, Proof { unanswered_until: Some(week), ..Proof::default() });
    let tested = silent.after(policy, at(9), true, false);
    assert_eq!(tested, Proof { answered_at: Some(at(9)), ..Proof::default() });
    let told = tested.after(policy, at(20), true, true).after(policy, at(30), false, true);
    assert_eq!(
        (told.answered_at, told.delivered_at, told.unanswered_until),
        (Some(at(9)), Some(at(20)), None)
    );
}
