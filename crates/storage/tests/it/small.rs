//! Lane states, imported resorts, settings, change counters.

use storage::resorts::{self, ImportedResort};
use storage::{Backend, StoreError, changes, lanes, settings};

use crate::support::{both, later, now, read, run};

fn resort(slug: &str, row: &str) -> ImportedResort {
    ImportedResort { slug: slug.to_owned(), row_json: row.to_owned(), imported_at: now() }
}

#[test]
fn lane_failures_count_until_success() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| {
            assert_eq!(lanes::get(conn, "snotel")?, None);
            lanes::failed(conn, "snotel", later(1), "timed\0 out")?;
            lanes::failed(conn, "snotel", later(2), &"é".repeat(900))?;
            lanes::failed(conn, "nws", later(2), "gone")
        });
        let state = read(&store, |conn| lanes::get(conn, "snotel")).unwrap();
        assert_eq!(
            (state.consecutive_failures, state.last_attempt_at, state.last_success_at),
            (2, later(2), None)
        );
        assert_eq!(state.last_error.unwrap().chars().count(), lanes::ERROR_CHARS);
        run(&store, |conn| lanes::succeeded(conn, "snotel", later(3)));
        run(&store, |conn| lanes::failed(conn, "snotel", later(4), "a\0b"));
        let states = read(&store, lanes::list);
        assert_eq!(states.iter().map(|state| state.lane.as_str()).collect::<Vec<_>>(), ["nws", "snotel"]);
        let state = &states[1];
        assert_eq!((state.consecutive_failures, state.last_attempt_at), (1, later(4)));
        assert_eq!(state.last_success_at, Some(later(3)));
        assert_eq!(state.last_error.as_deref(), Some("a\u{fffd}b"));
    });
}

#[test]
fn imported_resorts_round_trip() {
    both(|fresh| {
        let store = fresh.open();
        let row = "{\"name\": \"Łomnica — 雪\",  \"b\":1,\"a\":2}";
        let rows = vec![resort("b-2", "{}"), resort("b-10", row), resort("B", "{}"), resort("b", "{}")];
        run(&store, move |conn| resorts::upsert(conn, &rows));
        run(&store, |conn| resorts::upsert(conn, &[resort("b-2", "1"), resort("b-2", "2")]));
        let listed = read(&store, resorts::list);
        let slugs: Vec<_> = listed.iter().map(|resort| resort.slug.as_str()).collect();
        assert_eq!(slugs, ["B", "b", "b-10", "b-2"]);
        assert_eq!((listed[2].row_json.as_str(), listed[3].row_json.as_str()), (row, "2"));
        assert_eq!(listed[2].imported_at, now());
        assert!(run(&store, |conn| resorts::delete(conn, "b")));
        assert!(!run(&store, |conn| resorts::delete(conn, "b")));
        assert_eq!(read(&store, |conn| changes::version(conn, changes::RESORTS)), 4);
    });
}

#[test]
fn terrain_is_replaced_whole() {
    both(|fresh| {
        let store = fresh.open();
        let rows = |slugs: &[&str]| -> Vec<(String, String)> {
            slugs.iter().map(|slug| ((*slug).to_owned(), format!("{{\"of\":\"{slug}\"}}"))).collect()
        };
        let (first, second) = (rows(&["a", "b"]), rows(&["c"]));
        run(&store, move |conn| resorts::replace_terrain(conn, &first, now()));
        assert_eq!(read(&store, resorts::terrain).len(), 2);
        run(&store, move |conn| resorts::replace_terrain(conn, &second, now()));
        assert_eq!(read(&store, resorts::terrain), rows(&["c"]));
        // One text that cannot be stored keeps all of the earlier ones.
        let bad = vec![("d".to_owned(), "{}".to_owned()), ("e".to_owned(), "\0".to_owned())];
        assert!(store.run_blocking(move |conn| resorts::replace_terrain(conn, &bad, now())).is_err());
        assert_eq!(read(&store, resorts::terrain), rows(&["c"]));
        run(&store, |conn| resorts::replace_terrain(conn, &[], now()));
        assert!(read(&store, resorts::terrain).is_empty());
        assert_eq!(read(&store, |conn| changes::version(conn, changes::RESORTS)), 3);
    });
}

#[test]
fn settings_round_trip() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| {
            settings::set(conn, "a", "1")?;
            settings::set(conn, "a", "")?;
            settings::set(conn, "b", "2")
        });
        assert_eq!(read(&store, |conn| settings::get(conn, "a")).as_deref(), Some(""));
        assert_eq!(read(&store, settings::list).len(), 2);
        assert!(run(&store, |conn| settings::delete(conn, "a")));
        assert_eq!(read(&store, |conn| settings::get(conn, "a")), None);
    });
}

#[test]
fn unstorable_values_fail_on_both() {
    both(|fresh| {
        let store = fresh.open();
        for (key, value) in [("a\0b", "x"), ("", "x"), ("a", "x\0")] {
            let outcome = store.run_blocking(move |conn| settings::set(conn, key, value));
            assert!(matches!(outcome, Err(StoreError::Invalid(_))), "{outcome:?}");
        }
        assert!(read(&store, settings::list).is_empty());
    });
}

#[test]
fn failed_transaction_rolls_back() {
    both(|fresh| {
        let store = fresh.open();
        let outcome: Result<(), _> = store.run_blocking(|conn| {
            settings::set(conn, "a", "1")?;
            Err(StoreError::Invalid("no".to_owned()))
        });
        assert!(outcome.is_err());
        let outcome: Result<(), _> = store.run_blocking(|conn| {
            settings::set(conn, "a", "1")?;
            panic!("in the work")
        });
        assert!(matches!(outcome, Err(StoreError::Panicked)));
        assert!(read(&store, settings::list).is_empty());
        assert!(read(&store, changes::versions).is_empty());
        run(&store, |conn| settings::set(conn, "a", "1"));
    });
}

#[test]
fn a_read_cannot_write() {
    both(|fresh| {
        let store = fresh.open();
        let outcome = store.read_blocking(|conn| settings::set(conn, "a", "1"));
        assert!(matches!(outcome, Err(StoreError::ReadOnly { .. })), "{outcome:?}");
        assert_eq!(store.place().starts_with("postgres://"), store.backend() == Backend::Postgres);
    });
}

#[test]
fn dropped_request_leaves_nothing_open() {
    both(|fresh| {
        let store = fresh.open();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            // Started and dropped at once: it is skipped or it commits, and later work is not held up.
            for _ in 0..20 {
                let dropped = store.run(|conn| settings::set(conn, "dropped", "1"));
                let waited = tokio::time::timeout(std::time::Duration::ZERO, dropped).await;
                assert!(waited.is_err() || waited.is_ok_and(|outcome| outcome.is_ok()));
            }
            store.run(|conn| settings::set(conn, "kept", "1")).await.unwrap();
            assert!(store.read(settings::list).await.unwrap().contains_key("kept"));
            // A store may be opened, used and dropped inside a runtime.
            let second = fresh.open();
            assert!(second.read_blocking(settings::list).unwrap().contains_key("kept"));
        });
    });
}
