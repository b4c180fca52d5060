use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn lanes(due: &[(&str, i64)]) -> BTreeMap<String, LaneHealth> {
    let lane = |minutes: i64| LaneHealth {
        next_due_at: Some(NOW.plus_millis(minutes * 60_000)),
        ..LaneHealth::default()
    };
    due.iter().map(|(name, minutes)| ((*name).to_owned(), lane(*minutes))).collect()
}

#[test]
fn next_try_is_the_earliest_planned_call() {
    let status = Status::default();
    let fetching = Fetching::from_status(&status, &lanes(&[("a", 30), ("b", 5), ("c", -1)]), NOW);
    assert!(fetching.enabled);
    assert_eq!((fetching.off_since, fetching.next_try_at), (None, Some(NOW.plus_millis(300_000))));
}

#[test]
fn switched_off_fetching_states_since_when() {
    let status = Status::default();
    status.fetching_is_off(NOW);
    let fetching = Fetching::from_status(&status, &lanes(&[]), NOW);
    assert!(!fetching.enabled);
    assert_eq!((fetching.off_since, fetching.next_try_at), (Some(NOW), None));
}
