//! Tests single rules of the queue; `tests/it/model.rs` checks them together.

use super::super::attempt::Failure;
use super::super::subscription::State;
use super::*;

const POLICY: DeliveryPolicy = DeliveryPolicy::CONTRACT;
const SUBSCRIPTION: Uuid = Uuid::from_u128(1);
const CLAIM: Uuid = Uuid::from_u128(100);

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_768_046_400_000 + seconds * 1_000)
}

fn waiting(sequence: u64, lane: &str, due: i64) -> Row {
    let stage = Stage::Waiting { due: at(due) };
    Row { sequence, subscription: SUBSCRIPTION, lane: lane.into(), attempts: 0, stage }
}

fn sequences(now: i64, rows: &[Row]) -> Vec<u64> {
    claimable(&POLICY, at(now), rows, |_| true, 10).into_iter().map(|row| row.sequence).collect()
}

#[test]
fn retry_blocks_only_its_lane() {
    let rows = [waiting(1, "a", 30), waiting(2, "a", 0), waiting(3, "b", 0)];
    assert_eq!(sequences(0, &rows), [3]);
    assert_eq!(sequences(30, &rows), [3, 1]);
}

#[test]
fn a_claim_holds_until_it_lapses() {
    let mut rows = [waiting(1, "a", 0), waiting(2, "a", 0)];
    rows[0].claim(&POLICY, at(0), CLAIM);
    assert!(sequences(19, &rows).is_empty());
    assert_eq!(sequences(20, &rows), [1]);
}

#[test]
fn in_flight_limit_per_subscription() {
    let mut rows: Vec<Row> = (0..6).map(|lane| waiting(lane, &lane.to_string(), 0)).collect();
    assert_eq!(sequences(0, &rows), [0, 1, 2, 3]);
    rows[5].claim(&POLICY, at(0), CLAIM);
    assert_eq!(sequences(0, &rows), [0, 1, 2]);
    assert!(claimable(&POLICY, at(0), &rows, |_| false, 10).is_empty());
    assert_eq!(claimable(&POLICY, at(0), &rows, |_| true, 2).len(), 2);
}

#[test]
fn due_times_beyond_any_wait_are_due() {
    assert!(sequences(0, &[waiting(1, "a", 600)]).is_empty());
    assert_eq!(sequences(0, &[waiting(1, "a", 601)]), [1]);
}

#[test]
fn a_lost_claim_changes_nothing() {
    let mut row = waiting(1, "a", 0);
    row.claim(&POLICY, at(0), CLAIM);
    row.claim(&POLICY, at(20), Uuid::from_u128(101));
    let before = row.clone();
    let ok = Ending::answered(200);
    assert_eq!(
        row.finish(&POLICY, at(21), CLAIM, SubscriptionState::default(), &ok, 0.5),
        Err(StaleClaimError)
    );
    assert_eq!(row, before);
    assert!(
        row.finish(&POLICY, at(21), Uuid::from_u128(101), SubscriptionState::default(), &ok, 0.5).is_ok()
    );
    assert_eq!(
        row.finish(&POLICY, at(22), Uuid::from_u128(101), SubscriptionState::default(), &ok, 0.5),
        Err(StaleClaimError)
    );
}

#[test]
fn an_ended_subscription_gets_no_retry() {
    let ended = SubscriptionState { state: State::Dropped, consecutive_failures: 8 };
    let mut row = waiting(1, "a", 0);
    row.claim(&POLICY, at(0), CLAIM);
    row.discard(at(1));
    assert!(matches!(row.stage, Stage::Claimed { .. }));
    let broke = Ending::Failed(Failure::Timeout);
    assert_eq!(row.finish(&POLICY, at(10), CLAIM, ended, &broke, 0.5), Ok(ended));
    assert_eq!(row.stage, Stage::Discarded);
    let mut lapsed = waiting(2, "a", 0);
    lapsed.claim(&POLICY, at(0), CLAIM);
    lapsed.discard(at(20));
    assert_eq!(lapsed.stage, Stage::Discarded);
}
