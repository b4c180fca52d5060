//! Databases of older programs: after opening, nothing in them is lost and everything is readable.
//!
//! A folder below `upgrade/` is named after the commit whose program created it. It contains a dump of the tables from
//! either database and rows of every table, all of them synthetic.

use std::collections::BTreeSet;

use storage::webhooks::outbox;
use storage::webhooks::{events, subscriptions};
use storage::{Store, StoreError};
use storage::{
    budget, changes, climate, documents, evidence, lanes, leases, resorts, settings, verification,
};
use uuid::Uuid;
use webhooks::delivery::slots::Capacity;
use webhooks::policy::DeliveryPolicy;

use crate::support::{Fresh, both, later, now, read, run};

const SQLITE: &str = include_str!("upgrade/a746560/sqlite.sql");
const POSTGRES: &str = include_str!("upgrade/a746560/postgres.sql");
const ROWS: &str = include_str!("upgrade/a746560/rows.sql");

/// Returns the tables of the dump.
fn tables(dump: &str) -> BTreeSet<&str> {
    dump.lines()
        .filter_map(|line| line.strip_prefix("CREATE TABLE "))
        .filter_map(|rest| rest.split([' ', '(']).find(|word| !["IF", "NOT", "EXISTS", ""].contains(word)))
        .map(|name| name.trim_start_matches("public."))
        .filter(|name| !name.starts_with("__diesel"))
        .collect()
}

/// Returns the columns of a table in the dump, in its order: the current table may have more.
fn columns(dump: &str, table: &str) -> String {
    let is_head = |line: &&str| {
        let named = line.trim_start_matches("CREATE TABLE ").trim_start_matches("IF NOT EXISTS ");
        line.starts_with("CREATE TABLE ")
            && named.trim_start_matches("public.").split([' ', '(']).next() == Some(table)
    };
    let body =
        dump.lines().skip_while(|line| !is_head(line)).skip(1).take_while(|line| !line.starts_with(')'));
    let first = body.filter_map(|line| line.split_whitespace().next());
    let names = first.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()));
    names.collect::<Vec<_>>().join(", ")
}

/// Restores the older program's database, with a copy of every table.
fn left_behind(fresh: &Fresh) -> BTreeSet<&'static str> {
    let dump = if fresh.is_postgres() { POSTGRES } else { SQLITE };
    fresh.execute(dump);
    fresh.execute(ROWS);
    let tables = tables(dump);
    for table in &tables {
        fresh.execute(&format!("CREATE TABLE was_{table} AS SELECT * FROM {table}"));
        assert!(ROWS.contains(&format!("INSERT INTO {table} ")), "no row of {table}");
    }
    tables
}

#[test]
fn upgrade_loses_nothing() {
    both(|fresh| {
        let tables = left_behind(fresh);
        let dump = if fresh.is_postgres() { POSTGRES } else { SQLITE };
        assert_eq!(tables.len(), 21, "{tables:?}");
        fresh.open().close();
        fresh.execute("CREATE TABLE holds (subject TEXT, is_so INTEGER NOT NULL CHECK (is_so = 1))");
        for table in tables {
            fresh.execute(&format!(
                "INSERT INTO holds SELECT '{table}', CASE WHEN EXISTS \
                 (SELECT * FROM was_{table} EXCEPT SELECT {} FROM {table}) THEN 0 ELSE 1 END",
                columns(dump, table)
            ));
        }
    });
}

#[test]
fn old_evidence_is_readable() {
    both(|fresh| {
        left_behind(fresh);
        let store = fresh.open();
        let latest = read(&store, evidence::latest);
        let lanes: Vec<_> = latest.rows.iter().map(|row| (row.lane.as_str(), row.kind.as_str())).collect();
        let expected = [
            ("jackson-hole", "lifts"),
            ("metar", "stations"),
            ("open-meteo", "forecast"),
            ("snotel", "stations"),
        ];
        assert_eq!((latest.version, lanes.as_slice()), (28, expected.as_slice()));
        let then = read(&store, |conn| evidence::as_of(conn, "jackson-hole", later(86_400_000_000)));
        assert_eq!(then, latest.rows);
        let indices = read(&store, |conn| documents::of_kind(conn, "enso"));
        let named: Vec<_> = indices.iter().map(|index| index.subject.as_str()).collect();
        assert_eq!(named, ["ONI", "RONI"]);
        assert!(indices.iter().all(|index| index.payload.starts_with("{\"first\":23400,")));
        assert_eq!(read(&store, |conn| documents::changed_since(conn, 0)).documents, indices);
        let winters = read(&store, |conn| climate::changed_since(conn, "era5_land", 0));
        assert_eq!((winters.version, winters.rows.len()), (28, 1));
        assert_eq!(read(&store, |conn| climate::coverage(conn, "era5_land", "")).len(), 1);
        let day = 20_000;
        assert_eq!(read(&store, move |conn| verification::archived_since(conn, day)).len(), 1);
        assert_eq!(read(&store, move |conn| verification::measured_since(conn, day)).len(), 2);
        let at = later(86_400_000_000);
        assert!(read(&store, move |conn| verification::in_force(conn, "scores", at)).is_some());
    });
}

#[test]
fn old_service_rows_are_readable() {
    both(|fresh| {
        left_behind(fresh);
        let store = fresh.open();
        let counters = read(&store, changes::versions);
        assert_eq!((counters["evidence"], counters["settings"], counters["enso"]), (28, 7, 2));
        let states = read(&store, lanes::list);
        let failed = states.iter().find(|state| state.lane == "snotel").unwrap();
        assert_eq!((states.len(), failed.last_error.as_deref()), (4, Some("synthetic: timed out")));
        assert_eq!(read(&store, resorts::list)[0].row_json, "{\"synthetic\":true}");
        assert_eq!(read(&store, settings::list)["webhooks.key"], "0123456789abcdef");
        let at = conditions_core::time::Timestamp::from_millis(1_795_362_590_000);
        let holder = read(&store, move |conn| leases::holder(conn, "ingest", at));
        assert_eq!(holder.as_deref(), Some("synthetic"));
        let used = read(&store, move |conn| budget::used(conn, "open-meteo", at));
        assert!(format!("{used:?}").contains("3087545"), "{used:?}");
    });
}

#[test]
fn old_deliveries_continue() {
    both(|fresh| {
        left_behind(fresh);
        let store = fresh.open();
        let id = Uuid::parse_str("5d1c0f5e-0000-4000-8000-000000000001").unwrap();
        let found = run(&store, move |conn| subscriptions::find(conn.single(), id)).unwrap();
        assert_eq!(found.resort_slug.as_deref(), Some("jackson-hole"));
        assert!(run(&store, move |conn| subscriptions::credentials(conn.single(), id)).is_some());
        let baseline =
            run(&store, |conn| events::baseline::<serde_json::Value>(conn, "jackson-hole")).unwrap();
        assert!(format!("{baseline:?}").contains("58.4"), "{baseline:?}");
        assert!(run(&store, move |conn| outbox::last_delivery(conn, id)).is_some());
        let room = Capacity { most: 8, most_poor: 8, per_host: 8, ..Capacity::default() };
        let claimed = run(&store, move |conn| {
            outbox::claim(conn, &DeliveryPolicy::CONTRACT, &room, &[Uuid::from_u128(1)], now())
        });
        assert_eq!(claimed.len(), 1);
    });
}

#[test]
fn unreadable_row_is_named() {
    both(|fresh| {
        left_behind(fresh);
        fresh.execute("UPDATE latest_evidence SET id = 'none' WHERE lane = 'metar'");
        let store: Store = fresh.open();
        let refused = store.read_blocking(evidence::latest).unwrap_err();
        assert!(matches!(refused, StoreError::Invalid(_)), "{refused}");
        assert_eq!(refused.to_string().lines().count(), 1);
        assert!(refused.to_string().contains("stored evidence id `none`"), "{refused}");
    });
}
