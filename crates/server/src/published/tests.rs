//! Kept answers and the instant at which a bulletin runs out. Synthetic bulletins.

use ::ingest::documents::DOCUMENT_LANES;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::HOUR_MS;
use evidence::Document;
use operations::OPERATIONS;
use serde_json::{Value, json};
use world::Held;

use super::*;
use crate::config::Settings;
use crate::constant;

/// The end of the bulletin.
fn end() -> Timestamp {
    Timestamp::parse("2026-01-10T16:00:00Z").unwrap()
}

/// Verbier under a bulletin that runs out, published an hour before.
fn published() -> Published {
    let verbier = catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == "verbier").unwrap();
    let held = Arc::new(Held::new(verbier, Evidence::default()));
    let bulletin = json!({
        "validTime": { "startTime": end().plus_millis(-24 * HOUR_MS), "endTime": end() },
        "regions": [{ "regionID": "CH-4115" }], "dangerRatings": [{ "mainValue": "high" }],
    });
    let lane = DOCUMENT_LANES.iter().find(|lane| lane.meta().id == "slf-bulletin").unwrap();
    let subject = &lane.subjects(end())[0];
    let payload = lane.read(subject, json!({ "bulletins": [bulletin] }).to_string().as_bytes()).unwrap();
    let published_at = end().plus_millis(-HOUR_MS);
    let document =
        Document { kind: lane.kind(), subject: &subject.name, captured_at: published_at, payload: &payload };
    let service = Arc::new(constant::service(&Settings::default().config().unwrap()));
    let world = World::new(service, Arc::new(Policy::contract()), vec![held], published_at);
    Published::new(world.with_documents(&[document], &[]).0, published_at)
}

fn operation(name: &str) -> &'static dyn AnyOperation {
    OPERATIONS.iter().copied().find(|operation| operation.meta().name == name).unwrap()
}

/// What the danger is by an answer of an operation, and from when on the answer is wrong.
fn level(published: &Published, name: &str, now: Timestamp) -> (Value, Option<Timestamp>) {
    let answer =
        published.answer(&Caller::pro(), operation(name), name, &[("slug", "verbier")], now).unwrap();
    let body: Value = serde_json::from_slice(answer.plain()).unwrap();
    let danger = if name == "get_resort" { &body["data"]["avalanche"] } else { &body["data"]["now"] };
    (danger["level"].clone(), answer.wrong_from)
}

#[test]
fn no_kept_answer_outlives_the_bulletin_that_it_tells() {
    let published = published();
    let last = end().plus_millis(-1);
    for name in ["get_avalanche", "get_resort"] {
        assert_eq!(
            level(&published, name, last.plus_millis(-HOUR_MS / 2)),
            (4.into(), Some(end())),
            "{name}"
        );
        assert_eq!(level(&published, name, last), (4.into(), Some(end())), "{name}");
    }
    let caller = Caller::pro();
    let call = |now| {
        let kept = published.called(&caller, "asked", now);
        let tool = operation("get_avalanche");
        let made = || published.call(&caller, tool, "asked".to_owned(), &[("slug", "verbier")], now).unwrap();
        (kept.is_some(), kept.unwrap_or_else(made))
    };
    assert!(!call(last).0 && call(last).0, "kept while it holds");
    for name in ["get_avalanche", "get_resort"] {
        assert_eq!(level(&published, name, end()).0, Value::Null, "{name}");
    }
    assert!(!call(end()).0, "a tool's result is made anew as well");
    // An answer that was begun while the bulletin held, and finished late, is kept for nobody.
    assert_eq!(level(&published, "get_avalanche", last).0, Value::Null, "what is kept is newer");
    let late =
        published.call(&caller, operation("get_avalanche"), "late".to_owned(), &[("slug", "verbier")], last);
    assert!(late.is_ok() && published.called(&caller, "late", end()).is_none());
}
