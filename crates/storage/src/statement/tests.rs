//! Lists of every length share one preparation and match the right values. The tests of the callers show that both
//! databases agree.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::{Connection, InstrumentationEvent, SimpleConnection};
use diesel::sql_types::{BigInt, Text};
use diesel::{QueryDsl, QueryableByName, RunQueryDsl, SqliteConnection};

use super::{among, not_among, paired, prepared};

diesel::table! {
    places (name, band) {
        name -> Text,
        band -> Text,
    }
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Creates three places of two bands, with a counter of cached preparations.
fn places() -> (SqliteConnection, Arc<AtomicUsize>) {
    let mut conn = SqliteConnection::establish(":memory:").expect("a database in memory");
    conn.batch_execute(
        "CREATE TABLE places (name TEXT NOT NULL, band TEXT NOT NULL, PRIMARY KEY (name, band)); \
         INSERT INTO places VALUES ('it''s', 'base'), ('it''s', 'top'), ('\"two\"', 'base');",
    )
    .expect("a table");
    let kept = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&kept);
    conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if matches!(event, InstrumentationEvent::CacheQuery { .. }) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    (conn, kept)
}

#[test]
fn list_lengths_share_a_statement() {
    let (mut conn, kept) = places();
    let mut ask = |names: &[&str]| {
        let found = places::table.filter(among(places::name, names)).select(places::band);
        found.order((places::name, places::band)).load::<String>(&mut conn).expect("bands")
    };
    assert_eq!(ask(&[]), Vec::<String>::new());
    assert_eq!(ask(&["it's"]), ["base", "top"]);
    assert_eq!(ask(&["\"two\"", "it's", "nobody"]), ["base", "base", "top"]);
    assert_eq!(kept.load(Ordering::Relaxed), 1);
}

#[test]
fn excluding_nothing_matches_all() {
    let (mut conn, kept) = places();
    let mut ask = |names: &[&str]| {
        places::table
            .filter(not_among(places::name, names))
            .count()
            .get_result::<i64>(&mut conn)
            .expect("a count")
    };
    assert_eq!([ask(&[]), ask(&["it's"]), ask(&["it's", "\"two\""])], [3, 1, 0]);
    assert_eq!(kept.load(Ordering::Relaxed), 1);
}

#[test]
fn pairs_match_as_pairs() {
    let (mut conn, kept) = places();
    let mut ask = |pairs: &[(&str, &str)]| {
        let met = places::table.filter(paired((places::name, places::band), pairs.iter().copied()));
        met.order(places::name).load::<(String, String)>(&mut conn).expect("pairs")
    };
    assert_eq!(ask(&[]).len(), 0);
    // Both names and both bands, but not their combinations.
    let both = [("it's", "top"), ("\"two\"", "base")];
    let met: Vec<(String, String)> = ask(&both);
    assert_eq!(met, [("\"two\"".to_owned(), "base".to_owned()), ("it's".to_owned(), "top".to_owned())]);
    assert_eq!(kept.load(Ordering::Relaxed), 1);
}

#[test]
fn raw_sql_is_cached() {
    let (mut conn, kept) = places();
    let mut ask = |name: &str, band: &str| {
        let sql = "SELECT COUNT(*) AS count FROM places WHERE name = ? AND band = ?";
        let found = prepared(sql).bind::<Text, _>(name).bind::<Text, _>(band);
        found.get_result::<Count>(&mut conn).expect("a count").count
    };
    assert_eq!([ask("it's", "top"), ask("\"two\"", "top"), ask("\"two\"", "base")], [1, 0, 1]);
    assert_eq!(kept.load(Ordering::Relaxed), 1);
}

#[test]
fn sqlite_does_not_replan_for_values() {
    let (mut conn, _) = places();
    let sql = "SELECT COUNT(*) AS count FROM pragma_compile_options WHERE compile_options = 'ENABLE_QPSG'";
    let set = diesel::sql_query(sql).get_result::<Count>(&mut conn).expect("the options").count;
    assert_eq!(set, 1, ".cargo/config.toml sets it for every build here");
}
