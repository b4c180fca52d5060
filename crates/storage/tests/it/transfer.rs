//! Moving a SQLite file to PostgreSQL: everything arrives, or nothing does.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use diesel::sql_types::Text;
use diesel::{Connection as _, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query};
use storage::{Options, StoreError, changes, settings, transfer};

use crate::support::{Fresh, now, read, run};

/// Tables of running processes, which are not moved.
const OF_PROCESSES: [&str; 3] = ["leases", "service_processes", "timelines"];

/// Text that a careless copy would change.
const DIFFICULT: &str = "tab\t line\n \\N back\\slash é ❄";

fn moved(from: &Fresh, to: &str) -> Result<Vec<transfer::MovedTable>, StoreError> {
    transfer::run(&from.location, to, &Options::default(), now(), &mut |_, _, _| {})
}

/// Returns a file with 200 settings, and an empty PostgreSQL database; `None` without a server.
fn pair() -> Option<(Fresh, Fresh)> {
    let to = Fresh::postgres()?;
    let from = Fresh::sqlite();
    let store = from.open();
    run(&store, |conn| (0..200).try_for_each(|n| settings::set(conn, &format!("key-{n}"), DIFFICULT)));
    store.close();
    Some((from, to))
}

fn settings_of(fresh: &Fresh) -> usize {
    let store = fresh.open();
    let count = read(&store, settings::list).len();
    store.close();
    count
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Returns the lines of a query on the file.
fn lines(fresh: &Fresh, sql: &str) -> Vec<String> {
    let mut connection = SqliteConnection::establish(&fresh.location).unwrap();
    let rows: Vec<Line> = sql_query(sql).load(&mut connection).unwrap();
    rows.into_iter().map(|row| row.line).collect()
}

/// Returns the lines of a query on PostgreSQL.
fn postgres_lines(fresh: &Fresh, sql: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&fresh.location, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.query(sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
    })
}

/// A table with its columns, and whether each is text and may be null.
struct Table {
    name: String,
    columns: Vec<(String, bool, bool)>,
}

fn tables(fresh: &Fresh) -> Vec<Table> {
    let names = lines(
        fresh,
        "SELECT name AS line FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
         AND name <> '__diesel_schema_migrations' ORDER BY name",
    );
    let column = |line: String| {
        let words: Vec<&str> = line.split(' ').collect();
        (words[0].to_owned(), words[1] == "TEXT", words[2] == "0" && words[3] == "0")
    };
    let columns = |name: &str| {
        let sql = format!(
            "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || pk AS line FROM pragma_table_info('{name}')"
        );
        lines(fresh, &sql).into_iter().map(column).collect()
    };
    names.into_iter().map(|name| Table { columns: columns(&name), name }).collect()
}

/// Returns a query for every row as one line, in a total order, with null and empty text apart.
fn rows(table: &Table, collation: &str) -> String {
    let column = |(name, ..): &(String, bool, bool)| format!("COALESCE(CAST({name} AS TEXT), '∅')");
    let line = table.columns.iter().map(column).collect::<Vec<_>>().join(" || '|' || ");
    format!("SELECT line FROM (SELECT {line} AS line FROM {}) AS t ORDER BY line {collation}", table.name)
}

/// Returns a statement that inserts a row with extreme values, and with nulls if `n` is 0.
fn insert(table: &Table, n: usize) -> String {
    let value = |(index, (name, is_text, may_be_null)): (usize, &(String, bool, bool))| match (is_text, n) {
        (_, 0) if *may_be_null => "NULL".to_owned(),
        (true, _) => format!("'{name} {n} {DIFFICULT}'"),
        (false, 1) => (i64::MAX - i64::try_from(index).unwrap()).to_string(),
        (false, 2) => format!("-9223372036854775808 + {index}"),
        (false, n) => (n + index).to_string(),
    };
    let values: Vec<String> = table.columns.iter().enumerate().map(value).collect();
    format!("INSERT INTO {} VALUES ({})", table.name, values.join(", "))
}

#[test]
fn every_row_of_every_table_arrives() {
    let Some(to) = Fresh::postgres() else { return };
    let from = Fresh::sqlite();
    from.open().close();
    let tables = tables(&from);
    assert!(tables.len() >= 50, "{}", tables.len());
    let inserts: Vec<String> = tables.iter().flat_map(|table| (0..4).map(|n| insert(table, n))).collect();
    from.execute(&inserts.join("; "));

    let names: BTreeSet<String> = moved(&from, &to.location)
        .unwrap()
        .into_iter()
        .map(|table| {
            assert_eq!(table.rows, 4, "{}", table.table);
            table.table
        })
        .collect();
    for table in &tables {
        if OF_PROCESSES.contains(&table.name.as_str()) {
            assert!(!names.contains(&table.name), "{}", table.name);
            continue;
        }
        let old = lines(&from, &rows(table, ""));
        assert_eq!(old.len(), 4, "{}", table.name);
        assert_eq!(old, postgres_lines(&to, &rows(table, "COLLATE \"C\"")), "{}", table.name);
    }
    let leases = postgres_lines(&to, "SELECT name FROM leases WHERE name <> 'migrations'");
    assert!(leases.is_empty(), "{leases:?}");
}

#[test]
fn both_sides_work_after_the_move() {
    let Some((from, to)) = pair() else { return };
    moved(&from, &to.location).unwrap();
    let (old, new) = (from.open(), to.open());
    assert_eq!(read(&new, settings::list).len(), 200);
    assert_eq!(read(&old, settings::list), read(&new, settings::list));
    assert_eq!(read(&old, changes::versions), read(&new, changes::versions));
    for store in [&old, &new] {
        run(store, |conn| settings::set(conn, "after", "1"));
        assert_eq!(read(store, |conn| changes::version(conn, changes::SETTINGS)), 201);
    }
}

#[test]
fn writers_of_the_file_wait() {
    let Some((from, to)) = pair() else { return };
    let mut tried = 0;
    let mut progress = |table: &str, done: u64, _: u64| {
        if table != "settings" || done != 100 {
            return;
        }
        tried += 1;
        let mut other = SqliteConnection::establish(&from.location).unwrap();
        let refused = sql_query("DELETE FROM settings").execute(&mut other).unwrap_err();
        assert_eq!(refused.to_string(), "database is locked");
    };
    transfer::run(&from.location, &to.location, &Options::default(), now(), &mut progress).unwrap();
    assert_eq!(tried, 1);
    assert_eq!((settings_of(&from), settings_of(&to)), (200, 200));
}

#[test]
fn occupied_target_is_unchanged() {
    let Some((from, to)) = pair() else { return };
    let store = to.open();
    run(&store, |conn| settings::set(conn, "a", "1"));
    store.close();
    let error = moved(&from, &to.location).unwrap_err();
    assert!(matches!(&error, StoreError::Occupied { .. }), "{error}");
    assert!(!error.to_string().contains('\n'), "{error}");
    assert_eq!((settings_of(&from), settings_of(&to)), (200, 1));
}

#[test]
fn newer_databases_are_rejected() {
    let Some((from, to)) = pair() else { return };
    to.open().close();
    let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')";
    let older = "DELETE FROM __diesel_schema_migrations WHERE version = '9999'";
    for side in [&from, &to] {
        side.execute(newer);
        let error = moved(&from, &to.location).unwrap_err();
        assert!(matches!(&error, StoreError::Newer { .. }), "{error}");
        side.execute(older);
        assert_eq!(settings_of(&to), 0);
    }
    moved(&from, &to.location).unwrap();
}

#[test]
fn unfit_value_is_named() {
    let Some((from, to)) = pair() else { return };
    from.execute("UPDATE settings SET value = CAST(x'FF' AS TEXT) WHERE key = 'key-150'");
    let error = moved(&from, &to.location).unwrap_err().to_string();
    assert!(error.contains("table `settings`: a value of column `value` is not UTF-8"), "{error}");
    assert_eq!(settings_of(&to), 0);
}

/// Makes the target fail in the middle of a table, checks that nothing was moved, and repeats the move.
fn fails_then_succeeds(failure: &str, expected: &str) {
    let Some((from, to)) = pair() else { return };
    to.open().close();
    to.execute(&format!(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF NEW.key = 'key-150' THEN {failure}; END IF; RETURN NEW; END $$; \
         CREATE TRIGGER fail BEFORE INSERT ON settings FOR EACH ROW EXECUTE FUNCTION fail()"
    ));
    let error = moved(&from, &to.location).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, StoreError::NotMoved { .. }), "{text}");
    assert!(text.contains(expected) && !text.contains('\n'), "{text}");
    to.execute("DROP TRIGGER fail ON settings");
    assert_eq!((settings_of(&from), settings_of(&to)), (200, 0));
    moved(&from, &to.location).unwrap();
    assert_eq!(settings_of(&to), 200);
}

#[test]
fn full_disk_moves_nothing() {
    let full = "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'";
    fails_then_succeeds(full, "No space left on device");
}

#[test]
fn lost_connection_moves_nothing() {
    fails_then_succeeds("PERFORM pg_terminate_backend(pg_backend_pid())", "table `settings`");
}

#[test]
fn count_mismatch_moves_nothing() {
    fails_then_succeeds("RETURN NULL", "200 rows in the file");
}

/// Starts a proxy that breaks the first connection that commits, before or after the server has received the commit.
fn breaking_at_commit(server: String, is_received: bool) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let has_broken = Arc::new(AtomicBool::new(false));
    std::thread::spawn(move || {
        for mut client in listener.incoming().map_while(Result::ok) {
            let mut upstream = TcpStream::connect(&server).unwrap();
            let (mut answers, mut back) = (upstream.try_clone().unwrap(), client.try_clone().unwrap());
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut answers, &mut back);
                let _ = back.shutdown(Shutdown::Both);
            });
            let has_broken = Arc::clone(&has_broken);
            std::thread::spawn(move || {
                let mut bytes = [0; 65_536];
                while let Ok(length @ 1..) = client.read(&mut bytes) {
                    let is_commit = bytes[..length].ends_with(b"COMMIT\0");
                    let breaks = is_commit && !has_broken.swap(true, Ordering::SeqCst);
                    if breaks {
                        // First, so that the client does not receive the response.
                        let _ = client.shutdown(Shutdown::Both);
                    }
                    if !breaks || is_received {
                        let _ = upstream.write_all(&bytes[..length]);
                    }
                }
                let _ = upstream.shutdown(Shutdown::Write);
            });
        }
    });
    address
}

#[test]
fn commit_without_response_is_settled() {
    for is_received in [true, false] {
        let Some((from, to)) = pair() else { return };
        to.open().close();
        let (user, rest) = to.location.split_once('@').unwrap();
        let (server, name) = rest.split_once('/').unwrap();
        let proxy = breaking_at_commit(server.to_owned(), is_received);
        let outcome = moved(&from, &format!("{user}@{proxy}/{name}?sslmode=disable"));
        if is_received {
            outcome.unwrap();
            assert_eq!(settings_of(&to), 200);
        } else {
            let error = outcome.unwrap_err();
            assert!(matches!(&error, StoreError::NotMoved { .. }), "{error}");
            assert_eq!(settings_of(&to), 0);
            moved(&from, &to.location).unwrap();
        }
    }
}

#[test]
fn only_sqlite_to_postgres_is_moved() {
    let (one, two) = (Fresh::sqlite(), Fresh::sqlite());
    one.open().close();
    let error = moved(&one, &two.location).unwrap_err();
    assert!(matches!(error, StoreError::Address(_)), "{error}");
    assert!(fs::metadata(&two.location).is_err(), "nothing is created");
    let error =
        transfer::run("postgres://u@h/d", &two.location, &Options::default(), now(), &mut |_, _, _| {});
    assert!(matches!(error, Err(StoreError::Address(_))), "{error:?}");
}
