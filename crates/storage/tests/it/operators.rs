//! Operators: grants and keys, and reports that are stored with their evidence.

use storage::operators::access::{self, Key, Organisation};
use storage::operators::audit;
use storage::operators::edits::{self, EditState, NewEdit};
use storage::operators::reports::{
    self, NewReport, Next, Places, ReportOutcome, ReportRows, ReportState, UndoOutcome, UndoRequest,
};
use storage::{Conn, Store, StoreError, documents, evidence};
use uuid::Uuid;

use crate::support::{both, later, now, read, run};

const PLACES: Places = Places { lane: "operator", kind: "operator", document: "voice" };
const QUARTER: i64 = 15 * 60_000;

fn key(name: &str, slug: &str) -> Key {
    Key {
        digest: format!("digest of {name}"),
        id: name.to_owned(),
        organisation: "lifts".to_owned(),
        slug: slug.to_owned(),
        name: name.to_owned(),
        used_as: "bearer".to_owned(),
        role: "reporter".to_owned(),
        created_at: now(),
        expires_at: None,
        revoked_at: None,
    }
}

fn granted(store: &Store) {
    let organisation = Organisation { id: "lifts".to_owned(), name: "Lifts Ltd".to_owned() };
    run(store, move |conn| access::put_organisation(conn, &organisation, now()));
    for slug in ["alta", "zermatt"] {
        assert!(run(store, move |conn| access::grant(conn, "lifts", slug, now())));
    }
    assert!(run(store, |conn| access::add_key(conn, &key("k", "alta"))));
}

fn report(id: u128, text: &str) -> NewReport {
    NewReport {
        id: Uuid::from_u128(id),
        slug: "alta".to_owned(),
        channel: "rest".to_owned(),
        author: "key k".to_owned(),
        key: Some("digest of k".to_owned()),
        request: text.to_owned(),
        observed_at: now(),
        report: text.to_owned(),
    }
}

/// Appends the report to the previous payload.
fn behind(standing: ReportRows<'_>, text: &str) -> Next {
    let former = |part: Option<&str>| part.unwrap_or_default().to_owned();
    Next { payload: former(standing.payload) + text, document: former(standing.document) + text }
}

fn publish(conn: &mut Conn, id: u128, text: &str, millis: i64) -> Result<ReportOutcome, StoreError> {
    reports::publish(conn, &report(id, text), PLACES, &|standing| behind(standing, text), later(millis))
}

fn undo(store: &Store, id: u128, millis: i64) -> UndoOutcome {
    run(store, move |conn| {
        let back = |standing: ReportRows<'_>| behind(standing, "");
        let undo = UndoRequest {
            slug: "alta",
            id: Uuid::from_u128(id),
            author: "key k",
            key: Some("digest of k"),
            within_ms: QUARTER,
        };
        reports::undo(conn, &undo, PLACES, &back, later(millis))
    })
}

fn stands(store: &Store) -> (String, String) {
    let rows = read(store, evidence::latest).rows;
    let document = read(store, |conn| documents::get(conn, "voice", "alta")).unwrap();
    (rows.first().unwrap().payload.clone(), document.payload)
}

#[test]
fn key_ends_with_revocation_or_grant() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        let holds = |millis| read(&store, move |conn| access::holding_in(conn, "digest of k", later(millis)));
        assert_eq!(holds(0).map(|key| key.slug), Some("alta".to_owned()));
        assert!(read(&store, |conn| access::holding_in(conn, "another", now())).is_none());
        assert!(!run(&store, |conn| access::add_key(conn, &key("x", "verbier"))), "no key without a grant");
        assert!(!run(&store, |conn| access::grant(conn, "nobody", "alta", now())));
        assert!(run(&store, |conn| access::ungrant(conn, "lifts", "alta", now())));
        assert!(holds(0).is_none(), "the grant takes its keys with it");
        assert!(run(&store, |conn| access::grant(conn, "lifts", "alta", now())));
        assert!(holds(0).is_some());
        assert!(run(&store, |conn| access::revoke_key(conn, "k", now())).is_some());
        assert!(run(&store, |conn| access::revoke_key(conn, "k", now())).is_none());
        assert!(holds(0).is_none());
        let ending = Key { expires_at: Some(later(10)), ..key("e", "alta") };
        run(&store, move |conn| access::add_key(conn, &ending));
        let ends = |millis| {
            read(&store, move |conn| access::holding_in(conn, "digest of e", later(millis))).is_some()
        };
        assert_eq!((ends(9), ends(10)), (true, false));
    });
}

#[test]
fn report_and_evidence_change_together() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        for (id, text) in [(1, "a"), (2, "b")] {
            let kept = run(&store, move |conn| publish(conn, id, text, i64::try_from(id).unwrap()));
            assert!(
                matches!(kept, ReportOutcome::New(stored) if stored.sequence == i64::try_from(id).unwrap())
            );
        }
        assert_eq!(stands(&store), ("ab".to_owned(), "ab".to_owned()));
        assert_eq!(undo(&store, 1, 3), UndoOutcome::Superseded);
        assert_eq!(undo(&store, 7, 3), UndoOutcome::Unknown);
        assert!(matches!(undo(&store, 2, 4), UndoOutcome::Done(_)));
        assert_eq!(stands(&store).0, "a", "what stood before it stands again");
        assert_eq!(undo(&store, 2, 5), UndoOutcome::Unknown, "once is enough");
        assert_eq!(undo(&store, 1, QUARTER + 2), UndoOutcome::Late);
        let listed = read(&store, |conn| reports::newest(conn, "alta", 9));
        let states: Vec<&str> = listed.iter().map(|report| report.state.as_str()).collect();
        assert_eq!(states, ["undone", "published"], "nothing is overwritten");
        let acts = read(&store, |conn| audit::newest(conn, "alta", 9));
        assert_eq!(acts.len(), 3);
    });
}

#[test]
fn report_ids_are_idempotent() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        run(&store, |conn| publish(conn, 1, "a", 0));
        assert!(matches!(run(&store, |conn| publish(conn, 1, "a", 1)), ReportOutcome::Repeated(_)));
        assert_eq!(run(&store, |conn| publish(conn, 1, "b", 2)), ReportOutcome::Conflict);
        assert_eq!(stands(&store).0, "a");
    });
}

#[test]
fn key_revoked_in_flight_writes_nothing() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        run(&store, |conn| access::revoke_key(conn, "k", now()));
        assert_eq!(run(&store, |conn| publish(conn, 1, "a", 0)), ReportOutcome::Denied);
        assert_eq!(run(&store, |conn| reports::draft(conn, &report(1, "a"), now())), ReportOutcome::Denied);
        assert_eq!(undo(&store, 1, 0), UndoOutcome::Denied);
        assert!(read(&store, evidence::latest).rows.is_empty());
        let of_another = NewReport { slug: "zermatt".to_owned(), ..report(3, "c") };
        let kept = run(&store, move |conn| reports::draft(conn, &of_another, now()));
        assert_eq!(kept, ReportOutcome::Denied, "a key of one resort");
    });
}

#[test]
fn draft_is_hidden_until_published() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        assert!(matches!(
            run(&store, |conn| reports::draft(conn, &report(1, "a"), now())),
            ReportOutcome::New(_)
        ));
        assert!(read(&store, evidence::latest).rows.is_empty());
        assert!(read(&store, |conn| reports::newest(conn, "alta", 9)).is_empty());
        let kept = run(&store, |conn| publish(conn, 1, "a", 1));
        assert!(matches!(kept, ReportOutcome::New(stored) if stored.state == ReportState::Published));
        assert_eq!(stands(&store).0, "a");
    });
}

#[test]
fn unknown_stored_states_are_named() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        run(&store, |conn| publish(conn, 1, "a", 0));
        fresh.execute("UPDATE operator_reports SET state = 'archived'");
        let listed = store.read_blocking(|conn| reports::newest(conn, "alta", 9)).map(drop);
        let published = store.run_blocking(|conn| publish(conn, 1, "a", 1)).map(drop);
        let back = |standing: ReportRows<'_>| behind(standing, "");
        let undone = store.run_blocking(move |conn| {
            let undo = UndoRequest {
                slug: "alta",
                id: Uuid::from_u128(1),
                author: "key k",
                key: Some("digest of k"),
                within_ms: QUARTER,
            };
            reports::undo(conn, &undo, PLACES, &back, later(1))
        });
        for outcome in [listed, published, undone.map(drop)] {
            let error = outcome.unwrap_err().to_string();
            assert!(error.contains("stored report state `archived`"), "{error}");
        }

        let edits = NewEdit {
            id: Uuid::from_u128(2),
            slug: "alta".to_owned(),
            author: "key k".to_owned(),
            key: Some("digest of k".to_owned()),
            edits: "{}".to_owned(),
        };
        run(&store, move |conn| edits::draft(conn, &edits, 0, now()));
        let listed = read(&store, |conn| edits::newest(conn, "alta", 9));
        assert_eq!(listed.first().unwrap().state, EditState::Draft);
        fresh.execute("UPDATE operator_edits SET state = 'archived'");
        let error = store.read_blocking(|conn| edits::newest(conn, "alta", 9)).unwrap_err().to_string();
        assert!(error.contains("stored state of edits `archived`"), "{error}");
    });
}

#[test]
fn report_follows_a_later_dated_one() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        run(&store, |conn| publish(conn, 1, "a", 60_000));
        run(&store, |conn| publish(conn, 2, "b", 0));
        assert_eq!(stands(&store).0, "ab");
        // A far wrong clock blocks nothing.
        run(&store, |conn| publish(conn, 3, "c", 3_600_000));
        run(&store, |conn| publish(conn, 4, "d", 1));
        assert_eq!(stands(&store).0, "abcd");
    });
}

#[test]
fn concurrent_reports_are_both_stored() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        std::thread::scope(|scope| {
            for of in 0..4_u128 {
                let store = store.clone();
                scope.spawn(move || {
                    for id in 0..10_u128 {
                        run(&store, move |conn| publish(conn, of * 100 + id, "x", 0));
                    }
                });
            }
        });
        assert_eq!(stands(&store).0.len(), 40);
        let mut places: Vec<i64> = read(&store, |conn| reports::newest(conn, "alta", 99))
            .iter()
            .map(|report| report.sequence)
            .collect();
        places.sort_unstable();
        assert_eq!(places, (1..=40).collect::<Vec<_>>());
    });
}

#[test]
fn members_have_their_resorts() {
    both(|fresh| {
        let store = fresh.open();
        granted(&store);
        assert!(!run(&store, |conn| access::put_member(conn, "a", "nobody", "reporter", now())));
        assert!(run(&store, |conn| access::put_member(conn, "a", "lifts", "reporter", now())));
        let of = || read(&store, |conn| access::resorts_of(conn, "a"));
        let slugs: Vec<String> = of().into_iter().map(|(slug, ..)| slug).collect();
        assert_eq!(slugs, ["alta", "zermatt"]);
        assert!(run(&store, |conn| access::remove_member(conn, "a", "lifts", now())));
        assert!(of().is_empty());
    });
}
