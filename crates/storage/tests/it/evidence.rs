//! Evidence: append, start-up, replicas, replay, pruning.

use std::collections::BTreeSet;

use conditions_core::time::Timestamp;
use storage::evidence::{self, EvidenceRow, NewEvidence};
use storage::{StoreError, changes};
use uuid::Uuid;

use crate::support::{both, later, read, run};

fn row(slug: &str, lane: &str, captured: i64, payload: &str) -> NewEvidence {
    NewEvidence {
        id: evidence::new_id(later(captured)),
        slug: slug.to_owned(),
        lane: lane.to_owned(),
        kind: "station".to_owned(),
        observed_at: (captured % 2 == 0).then(|| later(captured - 60_000)),
        captured_at: later(captured),
        payload: payload.to_owned(),
    }
}

fn append(store: &storage::Store, rows: &[NewEvidence]) -> evidence::AppendOutcome {
    append_at(store, rows, rows.iter().map(|row| row.captured_at).max().unwrap_or(later(0)))
}

fn append_at(store: &storage::Store, rows: &[NewEvidence], now: Timestamp) -> evidence::AppendOutcome {
    let rows = rows.to_vec();
    run(store, move |conn| evidence::append(conn, &rows, now))
}

fn payloads(rows: &[EvidenceRow]) -> Vec<&str> {
    rows.iter().map(|row| row.payload.as_str()).collect()
}

#[test]
fn rows_round_trip() {
    both(|fresh| {
        let store = fresh.open();
        let rows = [row("zermatt", "a", 1, "{\"b\":1, \"a\":\"雪\"}"), row("abetone", "b", 2, "[]")];
        assert_eq!(append(&store, &rows), evidence::AppendOutcome { version: 1, inserted: 2 });
        let latest = read(&store, evidence::latest);
        assert_eq!(latest.version, 1);
        assert_eq!(latest.rows, [rows[1].clone(), rows[0].clone()]);
    });
}

#[test]
fn latest_filters_by_lane_and_kind() {
    both(|fresh| {
        let store = fresh.open();
        let other = NewEvidence { kind: "forecast".to_owned(), ..row("c", "x", 2, "other kind") };
        append(&store, &[row("b-2", "x", 1, "old"), row("b-2", "x", 2, "b-2"), row("B", "x", 1, "B"), other]);
        append(&store, &[row("b-2", "y", 3, "other lane")]);
        let found = read(&store, |conn| evidence::latest_of(conn, "x", "station"));
        assert_eq!(payloads(&found), ["B", "b-2"]);
        assert!(read(&store, |conn| evidence::latest_of(conn, "none", "station")).is_empty());
    });
}

#[test]
fn future_capture_is_replaced() {
    both(|fresh| {
        let store = fresh.open();
        let (ahead, minute) = (2 * 86_400_000, 60_000);
        append(
            &store,
            &[row("a", "x", ahead, "written by a clock that was wrong"), row("b", "x", 9 * minute, "near")],
        );
        append_at(&store, &[row("a", "x", 0, "right"), row("b", "x", 0, "late")], later(0));
        assert_eq!(
            payloads(&read(&store, evidence::latest).rows),
            ["right", "near"],
            "clocks of replicas may differ"
        );
        assert_eq!(payloads(&read(&store, |conn| evidence::changed_since(conn, 1)).rows), ["right"]);
    });
}

#[test]
fn latest_ignores_append_order() {
    both(|fresh| {
        let store = fresh.open();
        append(&store, &[row("a", "x", 10, "ten"), row("a", "x", 5, "five"), row("a", "y", 1, "y")]);
        append(&store, &[row("a", "x", 7, "seven")]);
        assert_eq!(payloads(&read(&store, evidence::latest).rows), ["ten", "y"]);
        assert!(read(&store, |conn| evidence::changed_since(conn, 1)).rows.is_empty());
        append(&store, &[row("a", "x", 11, "eleven")]);
        assert_eq!(payloads(&read(&store, evidence::latest).rows), ["eleven", "y"]);
        let mut pair = [row("a", "y", 20, "low"), row("a", "y", 20, "high")];
        (pair[0].id, pair[1].id) = (Uuid::from_u128(1), Uuid::from_u128(u128::MAX));
        append(&store, &[pair[1].clone()]);
        append(&store, &[pair[0].clone()]);
        assert_eq!(payloads(&read(&store, evidence::latest).rows), ["eleven", "high"]);
    });
}

#[test]
fn appending_again_changes_nothing() {
    both(|fresh| {
        let store = fresh.open();
        let rows = [row("a", "x", 1, "1"), row("a", "x", 2, "2")];
        append(&store, &rows);
        assert_eq!(append(&store, &rows), evidence::AppendOutcome { version: 2, inserted: 0 });
        assert_eq!(append(&store, &[]), evidence::AppendOutcome { version: 2, inserted: 0 });
        assert!(read(&store, |conn| evidence::changed_since(conn, 1)).rows.is_empty());
    });
}

#[test]
fn replicas_read_only_what_changed() {
    both(|fresh| {
        let store = fresh.open();
        append(&store, &[row("a", "x", 1, "a1"), row("b", "x", 1, "b1")]);
        let held = read(&store, evidence::latest).version;
        append(&store, &[row("b", "x", 2, "b2")]);
        append(&store, &[row("c", "x", 2, "c1"), row("b", "x", 3, "b3")]);
        let changed = read(&store, move |conn| evidence::changed_since(conn, held));
        assert_eq!((changed.version, payloads(&changed.rows)), (3, vec!["b3", "c1"]));
        let none = read(&store, |conn| evidence::changed_since(conn, 3));
        assert_eq!((none.version, none.rows.len()), (3, 0));
        // A replica that is ahead of a restored database reads all of it.
        let all = read(&store, |conn| evidence::changed_since(conn, 99));
        assert_eq!((all.version, all.rows.len()), (3, 3));
    });
}

#[test]
fn replay_sees_past_knowledge() {
    both(|fresh| {
        let store = fresh.open();
        append(&store, &[row("a", "x", 1, "x1"), row("a", "x", 10, "x10"), row("b", "x", 1, "other")]);
        append(&store, &[row("a", "y", 5, "y5"), row("a", "x", 20, "x20")]);
        let at = |millis: i64| {
            let store = store.clone();
            read(&store, move |conn| evidence::as_of(conn, "a", later(millis)))
        };
        assert_eq!(payloads(&at(0)), [""; 0]);
        assert_eq!(payloads(&at(4)), ["x1"]);
        assert_eq!(payloads(&at(10)), ["x10", "y5"]);
        assert_eq!(payloads(&at(19)), ["x10", "y5"]);
        assert_eq!(payloads(&at(1_000_000)), ["x20", "y5"]);
    });
}

#[test]
fn pruning_retains_evidence_in_force() {
    both(|fresh| {
        let store = fresh.open();
        let rows: Vec<_> = (0..10).map(|n| row("a", "x", n, &n.to_string())).collect();
        append(&store, &rows);
        append(&store, &[row("dead", "x", 0, "last words")]);
        let prune = |keep, batch| {
            let store = store.clone();
            run(&store, move |conn| evidence::prune(conn, later(8), keep, batch))
        };
        assert_eq!((prune(true, 5), prune(true, 5), prune(true, 5)), (5, 2, 0));
        let known = |slug: &'static str, at| {
            let store = store.clone();
            read(&store, move |conn| evidence::as_of(conn, slug, later(at))).len()
        };
        // The row of 7 was known between 7 and 8: it is deleted when the boundary has passed its successor.
        assert_eq!((known("a", 6), known("a", 7), known("dead", 7)), (0, 1, 1));
        assert_eq!(read(&store, evidence::latest).rows.len(), 2);
        assert_eq!(prune(false, 5), 2);
        assert_eq!((known("a", 8), known("dead", 7)), (1, 0));
        assert_eq!(payloads(&read(&store, evidence::latest).rows), ["9"]);
    });
}

#[test]
fn pruning_preserves_replay() {
    both(|fresh| {
        let store = fresh.open();
        let rows: Vec<_> = [0, 3, 3, 9, 12].into_iter().map(|n| row("a", "x", n, &n.to_string())).collect();
        append(&store, &rows);
        append(&store, &[row("a", "y", 2, "silent since")]);
        let replayed = |at: i64| {
            let store = store.clone();
            read(&store, move |conn| evidence::as_of(conn, "a", later(at)))
        };
        for boundary in 0..14 {
            let before: Vec<_> = (boundary..15).map(replayed).collect();
            let batch = store.clone();
            run(&batch, move |conn| evidence::prune(conn, later(boundary), true, 100));
            assert_eq!((boundary..15).map(replayed).collect::<Vec<_>>(), before, "pruned before {boundary}");
        }
        assert_eq!(payloads(&replayed(14)), ["12", "silent since"]);
    });
}

#[test]
fn bad_row_rejects_the_append() {
    both(|fresh| {
        let store = fresh.open();
        for bad in [row("", "x", 1, "1"), row("a", "", 1, "1"), row("a", "x", 1, "nul \0")] {
            let rows = [row("a", "x", 1, "1"), bad];
            let outcome = store.run_blocking(move |conn| evidence::append(conn, &rows, later(1)));
            assert!(matches!(outcome, Err(StoreError::Invalid(_))), "{outcome:?}");
        }
        assert_eq!(read(&store, |conn| changes::version(conn, changes::EVIDENCE)), 0);
        assert!(read(&store, evidence::latest).rows.is_empty());
    });
}

#[test]
fn appends_more_than_one_batch() {
    both(|fresh| {
        let store = fresh.open();
        let rows: Vec<_> = (0..1_201).map(|n| row(&format!("r{n}"), "x", n, "{}")).collect();
        assert_eq!(append(&store, &rows).inserted, 1_201);
        assert_eq!(read(&store, evidence::latest).rows.len(), 1_201);
    });
}

#[test]
fn extreme_times_round_trip() {
    both(|fresh| {
        let store = fresh.open();
        let mut ends = [row("a", "first", 0, "1"), row("a", "last", 0, "2")];
        ends[0].captured_at = Timestamp::from_millis(i64::MIN);
        ends[0].observed_at = Some(Timestamp::from_millis(-1));
        ends[1].captured_at = Timestamp::from_millis(i64::MAX);
        append(&store, &ends);
        assert_eq!(read(&store, evidence::latest).rows, ends);
    });
}

#[test]
fn ids_contain_time_and_are_unique() {
    let ids: BTreeSet<Uuid> = (0..1_000).map(|_| evidence::new_id(later(0))).collect();
    assert_eq!(ids.len(), 1_000);
    let (seconds, nanos) = evidence::new_id(later(1)).get_timestamp().unwrap().to_unix();
    assert_eq!(seconds as i64 * 1_000 + i64::from(nanos) / 1_000_000, later(1).millis());
    assert_eq!(evidence::new_id(Timestamp::from_millis(-5)).get_version_num(), 7);
}

#[test]
fn history_is_oldest_first() {
    both(|fresh| {
        let store = fresh.open();
        let others = [row("a", "y", 8, "lane"), row("b", "x", 8, "resort")];
        append(&store, &[row("a", "x", 10, "ten"), row("a", "x", 5, "five"), row("a", "x", 8, "eight")]);
        append(&store, &others);
        let since = |from: i64| read(&store, move |conn| evidence::since(conn, "a", "x", later(from)));
        assert_eq!(payloads(&since(8)), ["eight", "ten"], "from the instant itself on");
        assert_eq!(payloads(&since(0)), ["five", "eight", "ten"]);
        assert!(since(11).is_empty());
    });
}
