//! Documents: whole replacement, a counter that moves only with a change, and the changes that a replica reads.

use storage::documents::{self, Document};
use storage::{StoreError, changes};

use crate::support::{Fresh, both, later, read, run};

fn document(kind: &str, subject: &str, payload: &str, millis: i64) -> Document {
    Document {
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        captured_at: later(millis),
        payload: payload.to_owned(),
    }
}

#[test]
fn counter_moves_only_on_change() {
    both(|fresh| {
        let store = fresh.open();
        let version = || read(&store, |conn| changes::version(conn, changes::DOCUMENTS));
        let text = "{\"b\": 1,  \"a\": \"Łomnica — 雪\"}";
        let first = [document("roads", "b-2", text, 1), document("roads", "B", "{}", 1)];
        assert_eq!(run(&store, move |conn| documents::store(conn, &first)), 2);
        assert_eq!(version(), 1);
        // The same bytes learned later are not a change: the time stays.
        let again = [document("roads", "b-2", text, 2)];
        assert_eq!(run(&store, move |conn| documents::store(conn, &again)), 0);
        assert_eq!((version(), run(&store, |conn| documents::store(conn, &[]))), (1, 0));
        let found = read(&store, |conn| documents::get(conn, "roads", "b-2"));
        assert_eq!(found, Some(document("roads", "b-2", text, 1)));
        // One of two is new; if two have the same key, the last one counts.
        let mixed = [
            document("roads", "B", "{}", 3),
            document("roads", "b-2", "lost", 3),
            document("roads", "b-2", "", 3),
        ];
        assert_eq!(run(&store, move |conn| documents::store(conn, &mixed)), 1);
        assert_eq!(version(), 2);
        let other = [document("passes", "b-2", "other", 4)];
        run(&store, move |conn| documents::store(conn, &other));
        let roads = read(&store, |conn| documents::of_kind(conn, "roads"));
        assert_eq!(roads, [document("roads", "B", "{}", 1), document("roads", "b-2", "", 3)]);
    });
}

#[test]
fn replica_reads_changes_and_removals() {
    both(|fresh| {
        let store = fresh.open();
        let three = [document("a", "1", "x", 1), document("a", "2", "x", 1), document("b", "1", "x", 1)];
        run(&store, move |conn| documents::store(conn, &three));
        let changed = |since| read(&store, move |conn| documents::changed_since(conn, since));
        assert_eq!((changed(0).version, changed(0).documents.len()), (1, 3));
        assert!(run(&store, |conn| documents::remove(conn, "a", "1")));
        assert!(!run(&store, |conn| documents::remove(conn, "a", "1")));
        assert!(!run(&store, |conn| documents::remove(conn, "a", "none")));
        let news = changed(1);
        assert_eq!((news.version, news.documents.len()), (2, 0));
        assert_eq!(news.removed, [("a".to_owned(), "1".to_owned())]);
        assert_eq!(read(&store, |conn| documents::get(conn, "a", "1")), None);
        assert_eq!(read(&store, |conn| documents::of_kind(conn, "a")).len(), 1);
        // A removed document that returns with its former payload is a change.
        let back = [document("a", "1", "x", 5)];
        assert_eq!(run(&store, move |conn| documents::store(conn, &back)), 1);
        assert_eq!(changed(2).documents, [document("a", "1", "x", 5)]);
        assert_eq!(changed(3).documents, []);
        // A counter lower than the reader's: the reader's data may never have existed.
        assert_eq!((changed(9).version, changed(9).documents.len()), (3, 3));
    });
}

#[test]
fn unstorable_documents_change_nothing() {
    both(|fresh| {
        let store = fresh.open();
        for (kind, subject, payload) in [("", "s", "x"), ("k", "", "x"), ("k\0", "s", "x"), ("k", "s", "\0")]
        {
            let rows = [document("k", "fine", "x", 1), document(kind, subject, payload, 1)];
            let outcome = store.run_blocking(move |conn| documents::store(conn, &rows));
            assert!(matches!(outcome, Err(StoreError::Invalid(_))), "{outcome:?}");
        }
        assert_eq!(read(&store, |conn| documents::changed_since(conn, 0)), documents::Changes::default());
    });
}

/// Creates the tables from before documents: later migrations have not run.
fn before_documents(fresh: &Fresh) {
    fresh.open().close();
    fresh.execute("DROP TABLE documents");
    fresh.execute("DELETE FROM __diesel_schema_migrations WHERE version BETWEEN '0043' AND '0046'");
}

#[test]
fn el_nino_indices_become_documents() {
    both(|fresh| {
        before_documents(fresh);
        let micros = later(7).millis() * 1_000;
        for (name, payload) in [("RONI", "[1,2]"), ("ONI", "[\"ä\"]")] {
            fresh.execute(&format!("INSERT INTO enso_series VALUES ('{name}', {micros}, '{payload}')"));
        }
        fresh.execute("INSERT INTO changes VALUES ('enso', 2)");
        let expected = [document("enso", "ONI", "[\"ä\"]", 7), document("enso", "RONI", "[1,2]", 7)];
        let store = fresh.open();
        let news = read(&store, |conn| documents::changed_since(conn, 0));
        assert_eq!((news.version, news.documents), (1, expected.to_vec()));
        let restated = [document("enso", "ONI", "[]", 9)];
        assert_eq!(run(&store, move |conn| documents::store(conn, &restated)), 1);
        assert_eq!(read(&store, |conn| documents::changed_since(conn, 1)).documents.len(), 1);
    });
}

#[test]
fn counter_stays_without_indices() {
    both(|fresh| {
        before_documents(fresh);
        assert!(read(&fresh.open(), changes::versions).is_empty());
    });
}
