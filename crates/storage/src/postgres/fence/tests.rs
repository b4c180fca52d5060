use std::time::Duration;

use tokio::time::timeout;

use super::*;
use crate::thread::here;

const fn timeline(number: u32) -> Option<Timeline> {
    Some(Timeline { system: 7, number })
}

const FOREIGN: Option<Timeline> = Some(Timeline { system: 8, number: 3 });

#[test]
fn lower_timelines_are_rejected() {
    let fence = Fence::default();
    assert_eq!(fence.admit("a", timeline(1)), Ok(()));
    assert_eq!(fence.admit("b", timeline(2)), Ok(()));
    assert_eq!(fence.admit("a", timeline(1)), Err(Rejection::Old { timeline: 1, highest: 2 }));
    assert_eq!(fence.admit("b", timeline(2)), Ok(()));
    assert_eq!(fence.states()["a"], HostState::OldPrimary { timeline: 1, highest: 2 });
    assert_eq!(fence.states()["b"], HostState::Primary);
    assert!(fence.is_last_good("b"));
}

#[test]
fn other_databases_are_rejected_until_started_over() {
    let fence = Fence::default();
    assert_eq!(fence.admit("a", timeline(9)), Ok(()));
    assert_eq!(fence.admit("a", FOREIGN), Err(Rejection::Foreign));
    assert_eq!(fence.highest(), timeline(9));
    fence.start_over(FOREIGN.unwrap());
    assert_eq!(fence.admit("a", FOREIGN), Ok(()));
}

#[test]
fn engines_without_timelines_are_admitted() {
    let fence = Fence::default();
    assert_eq!(fence.admit("a", timeline(2)), Ok(()));
    assert_eq!(fence.admit("b", None), Ok(()));
    assert_eq!(fence.highest(), timeline(2));
}

#[test]
fn older_connections_end_at_a_promotion() {
    let fence = Fence::default();
    assert_eq!(fence.admit("a", timeline(1)), Ok(()));
    let (old, unknown) = (fence.superseded(timeline(1)), fence.superseded(None));
    assert_eq!(fence.admit("b", timeline(2)), Ok(()));
    let current = fence.superseded(timeline(2));
    let limit = Duration::from_millis(20);
    let ended = here(async {
        let ended = (timeout(limit, old).await, timeout(limit, unknown).await, timeout(limit, current).await);
        (ended.0.is_ok(), ended.1.is_ok(), ended.2.is_ok())
    });
    assert_eq!(ended.unwrap(), (true, false, false));
}

#[test]
fn silent_hosts_are_passed_over_until_they_answer() {
    let fence = Fence::default();
    assert!(!fence.is_passed_over("a"));
    fence.silent("a");
    assert!(fence.is_passed_over("a") && !fence.is_passed_over("b"));
    assert_eq!(fence.states()["a"], HostState::Silent);
    fence.note("a", HostState::Standby);
    assert!(!fence.is_passed_over("a"));
}

#[test]
fn each_timeline_is_stored_once() {
    let fence = Fence::default();
    assert_eq!(fence.to_store(), None);
    assert_eq!(fence.admit("a", timeline(2)), Ok(()));
    assert!(fence.to_store().unwrap().contains("('7', 2, "));
    fence.stored();
    assert_eq!(fence.to_store(), None);
    assert_eq!(fence.admit("b", timeline(3)), Ok(()));
    assert!(fence.to_store().unwrap().contains("('7', 3, "));
}
