//! Rows of sources and processes.

use std::collections::BTreeMap;

use storage::Store;
use storage::deployment::{self, ProcessState, SourceState};
use storage::evidence::{self, NewEvidence};

use crate::support::{Fresh, both, later, now, run};

fn source(name: &str, changed: i64, holder: &str) -> SourceState {
    SourceState {
        source: name.to_owned(),
        lane: "metar".to_owned(),
        changed_at: later(changed),
        last_success_at: Some(later(changed)),
        newest_value_at: None,
        last_failure_at: Some(now()),
        failure_class: Some("tls".to_owned()),
        last_failure: Some("cut\0off".to_owned()),
        consecutive_failures: 2,
        not_asked: None,
        next_due_at: Some(later(600_000)),
        holder: holder.to_owned(),
    }
}

fn process(id: &str, seen: i64, timeline: Option<i64>) -> ProcessState {
    ProcessState {
        id: id.to_owned(),
        version: "1".to_owned(),
        started_at: now(),
        last_seen_at: later(seen),
        timeline,
        counters: "{}".to_owned(),
        published_at: Some(now()),
        sources: "[]".to_owned(),
    }
}

#[test]
fn newer_source_row_stays() {
    both(|fresh| {
        let store = fresh.open();
        let put = |state: SourceState| run(&store, move |conn| deployment::put_source(conn, &state));
        let all = || run(&store, |conn| deployment::sources(conn.single()));
        put(source("b", 1_000, "one"));
        put(source("a", 1_000, "one"));
        put(source("b", 500, "stalled"));
        let states = all();
        let stored =
            SourceState { last_failure: Some("cut\u{fffd}off".to_owned()), ..source("a", 1_000, "one") };
        assert_eq!(states[0], stored);
        assert_eq!((states.len(), states[1].holder.as_str()), (2, "one"));
        put(source("b", 1_000, "two"));
        assert_eq!(all()[1].holder, "two");
        // A row of a wrong clock does not stay.
        put(source("b", 86_400_000, "ahead"));
        put(source("b", 2_000, "right"));
        assert_eq!(all()[1].holder, "right");
        let nameless = store.run_blocking(|conn| deployment::put_source(conn, &source("", 1, "x")));
        assert!(nameless.is_err());
    });
}

#[test]
fn process_rows_round_trip_and_are_pruned() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| {
            deployment::put_process(conn, &process("a", 0, None))?;
            deployment::put_process(conn, &process("a", 5_000, Some(4)))?;
            deployment::put_process(conn, &process("b", 1_000, None))?;
            deployment::put_source(conn, &source("metar", 1_000, "a"))
        });
        let all = || run(&store, |conn| deployment::processes(conn.single()));
        assert_eq!(all(), [process("a", 5_000, Some(4)), process("b", 1_000, None)]);
        run(&store, |conn| deployment::prune(conn, later(2_000), later(1_000)));
        assert_eq!(all(), [process("a", 5_000, Some(4))]);
        assert_eq!(run(&store, |conn| deployment::sources(conn.single())).len(), 1);
        run(&store, |conn| deployment::prune(conn, later(2_000), later(1_001)));
        assert!(run(&store, |conn| deployment::sources(conn.single())).is_empty());
    });
}

#[test]
fn first_connection_to_a_promoted_standby_stores_its_counters() {
    let sqlite = Fresh::sqlite();
    assert_eq!(promotion(&sqlite.open()), None);
    let Some(fresh) = Fresh::postgres() else { return };
    let store = fresh.open();
    let write = |store: &Store| {
        run(store, |conn| {
            let row = NewEvidence {
                id: evidence::new_id(now()),
                slug: "alta".to_owned(),
                lane: "snotel".to_owned(),
                kind: "stations".to_owned(),
                observed_at: None,
                captured_at: now(),
                payload: "[]".to_owned(),
            };
            evidence::append(conn, &[row], now()).map(|outcome| outcome.version)
        })
    };
    assert_eq!([write(&store), write(&store)], [1, 2]);
    // As if this server had just been promoted.
    fresh.execute("UPDATE timelines SET timeline = timeline - 1");
    let promoted = fresh.open();
    assert_eq!(write(&promoted), 3);
    let counters = promotion(&promoted).unwrap();
    assert_eq!(counters.get("evidence"), Some(&2));
    // Processes that connect later do not replace them.
    let later = fresh.open();
    assert_eq!(promotion(&later), Some(counters));
    // A previous release stores a timeline without counters.
    fresh.execute("UPDATE timelines SET counters = NULL");
    assert_eq!(promotion(&later), None);
}

fn promotion(store: &Store) -> Option<BTreeMap<String, i64>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(deployment::counters_at_promotion(store)).unwrap()
}
