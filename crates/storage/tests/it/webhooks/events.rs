//! Events: once per key, baselines that only go forward, and a fan-out that a crash does not disturb.

use std::collections::BTreeSet;

use storage::webhooks::events::{self, RecordOutcome};
use storage::webhooks::{outbox, subscriptions};
use uuid::Uuid;
use webhooks::events::{Audience, Baseline, EventName};

use super::bench::{both, good, occurrence, subscription};
use crate::support::{run, threads};

#[test]
fn concurrent_events_record_once() {
    both(|bench| {
        bench.subscribe(1, Some("lech"));
        let stores = [bench.fresh.open(), bench.fresh.open(), bench.fresh.open()];
        let now = bench.callers_now();
        let recorded = threads(6, move |thread| {
            let mut new = 0;
            for day in 0..20 {
                let occurrence = occurrence("lech", &format!("powder-alert:lech:{day}"));
                let id = Uuid::new_v4();
                let outcome = run(&stores[thread % 3], move |conn| {
                    let recorded = events::record(conn, id, &occurrence, now)?;
                    events::fan_out(conn, 1_000, now)?;
                    Ok(recorded)
                });
                new += usize::from(outcome == RecordOutcome::New);
            }
            new
        });
        assert_eq!(recorded.iter().sum::<usize>(), 20);
        let deliveries = bench.run(|conn, _| outbox::history(conn, Uuid::from_u128(1), None, 100));
        assert_eq!(deliveries.len(), 20);
    });
}

#[test]
fn a_baseline_only_goes_forward() {
    both(|bench| {
        let none = bench.run(|conn, _| events::baseline::<String>(conn, "report:lech"));
        assert_eq!(none, None);
        let keep = |version, value: &'static str| {
            let baseline = Baseline { version, value };
            bench.run(move |conn, _| events::keep_baseline(conn, "report:lech", &baseline))
        };
        assert!(keep(0, "a"));
        assert!(keep(1, "b"));
        assert!(!keep(1, "of a replica that was slower"));
        assert!(!keep(0, "old"));
        let kept = bench.run(|conn, _| events::baselines::<String>(conn, &["report:lech", "report:zermatt"]));
        assert_eq!(
            kept.into_iter().collect::<Vec<_>>(),
            [("report:lech".to_owned(), Baseline { version: 1, value: "b".to_owned() })]
        );
    });
}

/// Whatever happened to a baseline, its versions continue: a key that happened once would hide a new change.
#[test]
fn new_baseline_follows_known_versions() {
    both(|bench| {
        let begin = |value: &'static str| {
            bench.run(move |conn, _| events::begin_baseline(conn, "lech", Some("report:lech:"), &value))
        };
        let kept = || bench.run(|conn, _| events::baseline::<String>(conn, "lech"));
        let is = |version, value: &str| Some(Baseline { version, value: value.to_owned() });
        assert!(begin("first"));
        assert_eq!(kept(), is(0, "first"));
        // Unreadable: a newer program wrote it.
        let newer = Baseline { version: 4, value: 17 };
        assert!(bench.run(move |conn, _| events::keep_baseline(conn, "lech", &newer)));
        assert_eq!(kept(), None);
        assert_eq!(kept(), None, "it stays until something takes its place");
        assert!(begin("again"));
        assert_eq!(kept(), is(5, "again"));
        // A lost baseline with past events, including those of other subjects with similar keys and one without a
        // number.
        for key in [
            "report:lech:9",
            "report:lech:10",
            "report:lech-am-arlberg:77",
            "report:lech:x",
            "REPORT:LECH:88",
        ] {
            let happened = occurrence("lech", key);
            bench.run(move |conn, now| events::record(conn, Uuid::new_v4(), &happened, now));
        }
        bench.execute("DELETE FROM webhook_baselines");
        assert!(begin("once more"));
        assert_eq!(kept(), is(11, "once more"));
        assert!(bench.run(|conn, _| events::begin_baseline(conn, "@looked-at", None, &1)));
        assert_eq!(
            bench.run(|conn, _| events::baseline(conn, "@looked-at")),
            Some(Baseline { version: 0, value: 1 })
        );
    });
}

#[test]
fn an_event_reaches_its_audience() {
    both(|bench| {
        bench.subscribe(1, Some("lech"));
        bench.subscribe(2, Some("zermatt"));
        bench.subscribe(3, None);
        let mut deaf = subscription(4);
        deaf.events = vec![EventName::parse("snow-report.updated").unwrap()];
        bench.create(deaf);
        let gone = bench.subscribe(5, None);
        bench.run(move |conn, now| subscriptions::remove(conn, gone, now));
        for (audience, expected) in [
            (Audience::ResortAndGlobal, vec![1, 3]),
            (Audience::Resort, vec![1]),
            (Audience::Global, vec![3]),
        ] {
            let mut happened = occurrence("lech", &format!("{audience:?}"));
            happened.audience = audience;
            bench.run(move |conn, now| {
                events::record(conn, Uuid::new_v4(), &happened, now)?;
                events::fan_out(conn, 1_000, now)
            });
            let claimed = bench.claim(8);
            let reached: BTreeSet<u128> = claimed.iter().map(|one| one.subscription.as_u128()).collect();
            assert_eq!(reached, expected.into_iter().collect());
            for one in &claimed {
                bench.finish(one, good());
            }
        }
    });
}

#[test]
fn interrupted_fan_out_resumes() {
    both(|bench| {
        for number in 1..=25 {
            bench.subscribe(number, None);
        }
        let event = Uuid::new_v4();
        let happened = occurrence("lech", "k");
        bench.run(move |conn, now| events::record(conn, event, &happened, now));
        let step = || bench.run(|conn, now| events::fan_out(conn, 10, now));
        assert_eq!((step().made, step().more), (10, true));
        // The third transaction is rolled back as in a crash.
        let now = bench.callers_now();
        let cut = bench.store.run_blocking(move |conn| {
            events::fan_out(conn, 10, now)?;
            Err::<(), _>(storage::StoreError::Panicked)
        });
        assert!(cut.is_err());
        let last = step();
        assert_eq!((last.made, last.more), (5, false));
        assert_eq!((step().made, step().more), (0, false));
        let claimed = bench.claim(100);
        assert_eq!(claimed.len(), 25);
        for one in claimed {
            assert_eq!(one.delivery, webhooks::body::delivery_id(event, one.subscription));
            assert!(
                one.body.starts_with(&format!("{{\"id\":\"{}\",\"event\":\"powder-alert\"", one.delivery))
            );
            let body: serde_json::Value = serde_json::from_str(&one.body).unwrap();
            assert_eq!(body["data"], serde_json::json!({ "slug": "lech", "name": "Zürs" }), "{}", one.body);
        }
    });
}
