//! Tests of cached answers and of the time at which a bulletin expires, with synthetic bulletins.

use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use ::ingest::documents::DOCUMENT_LANES;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::HOUR_MS;
use evidence::Document;
use operations::OPERATIONS;
use serde_json::{Value, json};
use world::ResortEvidence;

use super::*;
use crate::service;

/// Returns the options of a service that a bulletin feeds.
fn with_bulletins() -> service::Options {
    service::Options { documents: vec!["slf-bulletin"], ..service::Options::default() }
}

/// Returns the end of the bulletin.
fn end() -> Timestamp {
    Timestamp::parse("2026-01-10T16:00:00Z").unwrap()
}

/// Publishes Verbier an hour before its bulletin expires.
fn published() -> Published {
    let verbier = catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == "verbier").unwrap();
    let held = Arc::new(ResortEvidence::new(verbier, Evidence::default()));
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
    let service = Arc::new(service::service(with_bulletins()));
    let world = World::new(service, Arc::new(Policy::contract()), vec![held], published_at);
    Published::new(world.with_documents(&[document], &[]).0, published_at)
}

fn operation(name: &str) -> &'static dyn AnyOperation {
    OPERATIONS.iter().copied().find(|operation| operation.meta().name == name).unwrap()
}

/// Returns the danger in an answer of an operation, and the time from which the answer is wrong.
fn level(published: &Published, name: &str, now: Timestamp) -> (Value, Option<Timestamp>) {
    let answer = published
        .answer(&Caller::pro(), operation(name), &RequestKey::new(name, ""), &[("slug", "verbier")], now)
        .unwrap();
    let body: Value = serde_json::from_slice(answer.plain()).unwrap();
    let danger = if name == "get_resort" { &body["data"]["avalanche"] } else { &body["data"]["now"] };
    (danger["level"].clone(), answer.wrong_from)
}

fn key(arguments: &str) -> CallKey {
    CallKey { tool: "get_avalanche", resort: None, arguments: arguments.to_owned() }
}

#[test]
fn cached_answer_ends_with_its_bulletin() {
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
        let kept = published.called(&caller, &key("asked"), now);
        let tool = operation("get_avalanche");
        let made = || published.call(&caller, tool, key("asked"), &[("slug", "verbier")], now).unwrap();
        (kept.is_some(), kept.unwrap_or_else(made))
    };
    assert!(!call(last).0 && call(last).0, "cached while it is valid");
    for name in ["get_avalanche", "get_resort"] {
        assert_eq!(level(&published, name, end()).0, Value::Null, "{name}");
    }
    assert!(!call(end()).0, "a tool's result is made again as well");
    // An answer that was begun while the bulletin was valid and finished late is not cached.
    assert_eq!(level(&published, "get_avalanche", last).0, Value::Null, "the cached answer is newer");
    let late = published.call(&caller, operation("get_avalanche"), key("late"), &[("slug", "verbier")], last);
    assert!(late.is_ok() && published.called(&caller, &key("late"), end()).is_none());
}

#[test]
fn names_differ_where_bytes_may() {
    let published = published();
    let name = |published: &Published, caller: &Caller, now| {
        let key = RequestKey::new("get_avalanche", "");
        let arguments = [("slug", "verbier")];
        let answer = published.answer(caller, operation("get_avalanche"), &key, &arguments, now).unwrap();
        answer.publication.as_ref().map(|name| name.to_str().unwrap().to_owned())
    };
    let pro = Caller::pro();
    let times = [end().plus_millis(-HOUR_MS), end().plus_millis(-1), end()];
    let [first, before, after] = times.map(|now| name(&published, &pro, now).unwrap());
    assert_eq!(before, first);
    assert_eq!(after, format!("{before}-{}", end()), "the world of an hour ago at the end of the bulletin");
    let next = two_resorts(end());
    assert_eq!(name(&next, &pro, end()).unwrap(), format!("0.0.0.0.0.0-{}", end()));
    assert_eq!(name(&next, &reader(&["verbier"]), end()), None, "it depends on the saved resorts");
}

/// Publishes two resorts without evidence, at a time.
fn two_resorts(now: Timestamp) -> Published {
    let embedded = catalogue::embedded().unwrap();
    let held = ["verbier", "zermatt"].map(|slug| {
        let resort = embedded.iter().find(|resort| resort.slug == slug).unwrap().clone();
        Arc::new(ResortEvidence::new(resort, Evidence::default()))
    });
    let service = Arc::new(service::service(with_bulletins()));
    Published::new(World::new(service, Arc::new(Policy::contract()), held.into(), now), now)
}

/// Returns a reader with these saved resorts; every reader has another account.
fn reader(saved: &[&str]) -> Caller {
    static ACCOUNTS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
    let account = ACCOUNTS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let saved: std::collections::BTreeSet<String> = saved.iter().map(|slug| (*slug).to_owned()).collect();
    Caller::reader(world::AccountId(uuid::Uuid::from_u128(account.into())), saved)
}

#[test]
fn reader_answers_are_shared_by_same_view() {
    let (now, made) = (end(), std::cell::Cell::new(0));
    let published = two_resorts(now);
    // An answer that is only about Verbier: its tier, and whether it shows Verbier's fourteen days.
    let make = |view: &View<'_>, _| {
        made.set(made.get() + 1);
        Ok(format!("{:?} {}", view.tier(), view.of_slug("verbier").unwrap().sees_14_days()).into_bytes())
    };
    let asked = |caller: &Caller| {
        let meta = operation("get_conditions").meta();
        let answer = published.cached(caller, meta, &RequestKey::new("of verbier", ""), now, make).unwrap();
        (String::from_utf8(answer.plain().to_vec()).unwrap(), made.get())
    };
    let answer = |text: &str, made| (text.to_owned(), made);
    #[expect(clippy::disallowed_methods, reason = "the public view is tested")]
    let nobody = Caller::anonymous();
    for _ in 0..2 {
        assert_eq!(asked(&reader(&[])), answer("Reader false", 1));
        assert_eq!(
            asked(&reader(&["zermatt"])),
            answer("Reader false", 1),
            "nothing was checked for Zermatt"
        );
    }
    for _ in 0..2 {
        assert_eq!(asked(&reader(&["verbier"])), answer("Reader true", 2));
        assert_eq!(asked(&reader(&["verbier", "zermatt"])), answer("Reader true", 2));
    }
    assert_eq!(asked(&reader(&["verbier"]).within(accounts::Scopes::NONE)), answer("Reader false", 2));
    for _ in 0..2 {
        assert_eq!(asked(&nobody), answer("Anonymous false", 3));
    }
    for _ in 0..2 {
        assert_eq!(asked(&Caller::pro()), answer("Pro true", 4));
    }
    assert_eq!(asked(&reader(&["verbier"])), answer("Reader true", 4));
}

#[test]
fn per_account_answers_are_not_cached() {
    let (now, made) = (end(), std::cell::Cell::new(0));
    let published = two_resorts(now);
    let caller = reader(&[]);
    for round in 1..=2 {
        let make = |view: &View<'_>, _| {
            made.set(made.get() + 1);
            Ok(vec![u8::from(view.may(world::Scope::Saved))])
        };
        published
            .cached(&caller, operation("get_conditions").meta(), &RequestKey::new("own", ""), now, make)
            .unwrap();
        assert_eq!(made.get(), round);
    }
}

#[test]
fn readers_get_half_of_the_cache() {
    let now = end();
    let published = two_resorts(now);
    let kept = |sight: &CacheScope, room| published.lock_at(now).reserve(sight, now, room).is_some();
    let readers = || CacheScope::for_caller(&published.world, &reader(&[]));
    let half = 8 * 1024 * 1024;
    assert!(kept(&readers(), EntrySize::Answer(half)) && !kept(&readers(), EntrySize::Answer(1)));
    assert!(
        kept(&CacheScope::Pro, EntrySize::Answer(half))
            && !kept(&CacheScope::Anonymous, EntrySize::Answer(1))
    );
    let with_query = EntrySize::Page { bytes: half, is_plain: false };
    assert!(!kept(&readers(), with_query) && kept(&CacheScope::Anonymous, with_query));
    assert!(!kept(&CacheScope::Anonymous, EntrySize::Page { bytes: 1, is_plain: false }));
    assert!(kept(&readers(), EntrySize::Page { bytes: half, is_plain: true }));
}

#[test]
fn queries_never_share_a_cached_page() {
    let now = end();
    let published = two_resorts(now);
    let key = |q: &str, units| PageKey {
        path: "/search".to_owned(),
        query: vec![("q".to_owned(), q.to_owned())],
        units,
    };
    let twice = PageKey {
        query: vec![("q".to_owned(), "a".to_owned()), ("q".to_owned(), "b".to_owned())],
        ..key("", None)
    };
    let keys = [
        key("stowe", None),
        key("stowe\n\nimperial", None),
        key("stowe", Some(pages::Units::Imperial)),
        key("a\nq=b", None),
        twice,
    ];
    for (nth, key) in keys.iter().chain(&keys).enumerate() {
        let expected = (nth % keys.len()).to_string();
        let make = |_: &View<'_>, _| Answer {
            status: 200,
            media_type: "text/html",
            html: nth.to_string(),
            location: None,
        };
        let page = published.page(&Caller::pro(), key.clone(), true, now, make).unwrap();
        assert_eq!(page.plain(), expected.as_bytes(), "{key:?}");
    }
}

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn published_after_waits_for_the_write() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let _time = runtime.enter();
    let (latest, hour) = (Latest::default(), Duration::from_secs(3_600));
    let written = Versions { evidence: 7, documents: 3, ..Versions::default() };
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&wakes));
    let mut context = Context::from_waker(&waker);
    let mut waiting = pin!(latest.published_after(written, hour));
    assert_eq!(waiting.as_mut().poll(&mut context), Poll::Pending);
    // Only one of the two counters is reached.
    latest.reach(Versions { evidence: 8, documents: 2, ..Versions::default() });
    assert_eq!(waiting.as_mut().poll(&mut context), Poll::Pending);
    let before = wakes.0.load(Ordering::Relaxed);
    latest.reach(Versions { evidence: 8, documents: 3, winters: 1, grades: 1 });
    assert!(wakes.0.load(Ordering::Relaxed) > before, "the publication wakes the waiter");
    assert_eq!(waiting.as_mut().poll(&mut context), Poll::Ready(true));
    // A publication before the first poll is not missed.
    let mut late = pin!(latest.published_after(written, hour));
    assert_eq!(late.as_mut().poll(&mut context), Poll::Ready(true));
}

#[test]
fn published_after_times_out() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let latest = Latest::default();
    let written = Versions { evidence: 1, ..Versions::default() };
    assert!(!runtime.block_on(latest.published_after(written, Duration::ZERO)));
}
