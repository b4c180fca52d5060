//! Concurrent makers and dispatchers on several stores of one database, like several replicas: nothing is lost, nothing
//! is sent twice, and every lane is in order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use storage::webhooks::events::{self, RecordOutcome};
use storage::webhooks::outbox::{self, ClaimedDelivery, EndedAttempt, FinishOutcome};
use uuid::Uuid;
use webhooks::delivery::subscription::State;

use super::bench::{Bench, POLICY, both, good, occurrence, refused, wide};
use crate::support::{run, threads};

/// A sent event as one dispatcher saw it: subscription, lane, number within its lane.
type Seen = (Uuid, String, usize);

#[test]
fn three_dispatchers_keep_lane_order() {
    both(|bench| {
        let resorts = ["a", "b", "c", "d"];
        for number in 1..=5 {
            bench.subscribe(number, None);
        }
        let stores = [bench.fresh.open(), bench.fresh.open(), bench.fresh.open()];
        let now = bench.callers_now();
        // The arrivals in the order in which they happened, across dispatchers.
        let arrivals: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let (making, each) = (Arc::new(AtomicUsize::new(4)), 15);
        let log = Arc::clone(&arrivals);
        let made = Arc::clone(&making);
        threads(7, move |thread| {
            if thread < 4 {
                for n in 0..each {
                    let mut happened = occurrence(resorts[thread], &format!("{thread} {n}"));
                    happened.data = serde_json::json!({ "n": n });
                    run(&stores[thread % 3], move |conn| {
                        let recorded = events::record(conn, Uuid::new_v4(), &happened, now)?;
                        assert_eq!(recorded, RecordOutcome::New);
                        events::fan_out(conn, 3, now)
                    });
                }
                making.fetch_sub(1, Ordering::SeqCst);
                return;
            }
            let store = &stores[thread - 4];
            loop {
                let done = making.load(Ordering::SeqCst) == 0;
                let claims: Vec<Uuid> = (0..9).map(|_| Uuid::new_v4()).collect();
                let more = run(store, move |conn| events::fan_out(conn, 7, now)).more;
                let claimed = run(store, move |conn| outbox::claim(conn, &POLICY, &wide(), &claims, now));
                if done && claimed.is_empty() && !more {
                    return;
                }
                log.lock().unwrap().extend(claimed.iter().map(seen));
                let ended: Vec<EndedAttempt> = claimed.iter().map(|one| ended(one, good())).collect();
                let finished = run(store, move |conn| outbox::finish(conn, &POLICY, &ended, &[], now));
                assert!(finished.iter().all(|one| *one != FinishOutcome::Stale));
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 0);
        // The last finish of one dispatcher may have come after the last poll of the others.
        while let [one, ..] = &bench.claim(64)[..] {
            arrivals.lock().unwrap().push(seen(one));
            bench.finish(one, good());
        }
        let arrivals = arrivals.lock().unwrap();
        assert_eq!(arrivals.len(), 4 * each * 5);
        assert_eq!(arrivals.iter().collect::<BTreeSet<_>>().len(), arrivals.len(), "none twice");
        let mut last: BTreeMap<(&Uuid, &str), usize> = BTreeMap::new();
        for (subscription, lane, n) in arrivals.iter() {
            if let Some(before) = last.insert((subscription, lane), *n) {
                assert!(before < *n, "{lane}: {n} after {before}");
            }
        }
    });
}

fn seen(claimed: &ClaimedDelivery) -> Seen {
    let body: serde_json::Value = serde_json::from_str(&claimed.body).unwrap();
    let n = usize::try_from(body["data"]["n"].as_u64().unwrap()).unwrap();
    (claimed.subscription, body["resortSlug"].as_str().unwrap().to_owned(), n)
}

fn ended(claimed: &ClaimedDelivery, ending: webhooks::delivery::Ending) -> EndedAttempt {
    EndedAttempt {
        subscription: claimed.subscription,
        delivery: claimed.delivery,
        claim: claimed.claim,
        started_at: claimed.due_since,
        ended_at: claimed.due_since,
        ending,
        snippet: None,
    }
}

#[test]
fn eighth_failure_counts_across_replicas() {
    both(|bench| {
        for round in 0..5 {
            let id = bench.subscribe(round + 1, None);
            // Twelve lanes of which four at a time may be tried, all permanently rejected, by three at once.
            let resorts: Vec<String> = (0..12).map(|n| format!("r{n}")).collect();
            resorts.iter().for_each(|resort| bench.happen(resort));
            let stores = [bench.fresh.open(), bench.fresh.open(), bench.fresh.open()];
            let now = bench.callers_now();
            let failed: usize = threads(3, move |thread| {
                let mut failed = 0;
                for _ in 0..30 {
                    let claims = [Uuid::new_v4()];
                    let store = &stores[thread];
                    let claimed = run(store, move |conn| outbox::claim(conn, &POLICY, &wide(), &claims, now));
                    let ended: Vec<EndedAttempt> = claimed.iter().map(|one| ended(one, refused())).collect();
                    let finished = run(store, move |conn| outbox::finish(conn, &POLICY, &ended, &[], now));
                    failed += finished.len();
                }
                failed
            })
            .into_iter()
            .sum();
            let standing = bench.standing(id);
            assert_eq!((standing.state, standing.consecutive_failures), (State::Dropped, 8));
            // Deliveries in flight when the eighth failed are recorded and change nothing.
            assert!((8..12).contains(&failed), "{failed}");
            let seen = bench.run(move |conn, _| outbox::history(conn, id, None, 100));
            assert_eq!(seen.iter().filter(|view| view.stage == "failed").count(), failed);
            assert_eq!(seen.iter().filter(|view| view.stage == "discarded").count(), 12 - failed);
        }
    });
}

#[test]
fn concurrent_removal_leaves_no_queue() {
    both(|bench: &Bench| {
        for round in 0..6_u128 {
            let id = bench.subscribe(round + 1, Some("lech"));
            let stores = [bench.fresh.open(), bench.fresh.open(), bench.fresh.open()];
            let now = bench.callers_now();
            let stop = AtomicBool::new(false);
            threads(3, move |thread| {
                if thread == 0 {
                    std::thread::sleep(std::time::Duration::from_millis(30));
                    run(&stores[0], move |conn| storage::webhooks::subscriptions::remove(conn, id, now));
                    stop.store(true, Ordering::SeqCst);
                    return;
                }
                while !stop.load(Ordering::SeqCst) {
                    let happened = occurrence("lech", &Uuid::new_v4().to_string());
                    run(&stores[thread], move |conn| {
                        events::record(conn, Uuid::new_v4(), &happened, now)?;
                        events::fan_out(conn, 10, now)
                    });
                }
            });
            let mut before = None;
            loop {
                let page = bench.run(move |conn, _| outbox::history(conn, id, before, 100));
                let Some(last) = page.last() else { break };
                before = Some(last.sequence);
                assert!(page.iter().all(|view| view.stage == "discarded"));
            }
        }
    });
}
