//! PostgreSQL that fails over, shuts down in another language, or whose connections grow old.

use std::net::TcpListener;
use std::sync::mpsc;
use std::time::Duration;

use storage::webhooks::listen;
use storage::{Options, Store, StoreError, settings};

use crate::support::{Fresh, now, read, run};

fn one_connection() -> Options {
    Options { connections: 1, ..Options::default() }
}

fn open(location: &str, options: &Options) -> Store {
    Store::open(location, options, now()).unwrap()
}

/// Ends every other session of the database.
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

/// Puts two hosts that accept a connection but never answer in front of `location`.
fn behind_two_dead(location: &str) -> (String, [TcpListener; 2]) {
    let dead = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let [first, second] = [0, 1].map(|index: usize| dead[index].local_addr().unwrap());
    let (user, host) = location.split_once('@').unwrap();
    (format!("{user}@{first},{second},{host}"), dead)
}

#[test]
fn third_host_is_reached() {
    let Some(fresh) = Fresh::postgres() else { return };
    let (location, _dead) = behind_two_dead(&fresh.location);
    let options = Options { connect_timeout: Duration::from_secs(2), ..one_connection() };
    let store = open(&location, &options);
    run(&store, |conn| settings::set(conn, "a", "1"));
    let (told, heard) = mpsc::channel();
    let listener = listen::listen(&store, move || {
        let _ = told.send(());
    });
    assert!(listener.as_ref().unwrap().is_some());
    heard.recv_timeout(Duration::from_secs(30)).unwrap();
}

#[test]
fn demoted_server_is_disconnected() {
    let Some(fresh) = Fresh::postgres() else { return };
    let (_, name) = fresh.location.rsplit_once('/').unwrap();
    let store = open(&fresh.location, &one_connection());
    run(&store, |conn| settings::set(conn, "a", "1"));
    // Like a standby: every session from now on only reads.
    fresh.execute(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
    fresh.execute(CUT);
    let before = store.lost_connections();
    let refused = store.run_blocking(|conn| settings::set(conn, "a", "2")).unwrap_err();
    assert!(refused.is_transient(), "{refused}");
    assert!(refused.to_string().contains("does not accept writes"), "{refused}");
    assert!(store.lost_connections() > before);
    assert_eq!(read(&store, |conn| settings::get(conn, "a")).as_deref(), Some("1"));
    fresh.execute(&format!(
        "BEGIN; SET TRANSACTION READ WRITE; ALTER DATABASE {name} RESET default_transaction_read_only; COMMIT"
    ));
    // The server accepts writes again, and did not close our connection: we did.
    run(&store, |conn| settings::set(conn, "a", "3"));
}

/// Creates a trigger on the settings that runs `body`, plpgsql, before a row is written.
fn before_each_setting(fresh: &Fresh, body: &str) {
    fresh.execute(&format!(
        "CREATE SEQUENCE tries; CREATE TABLE seen (pid INTEGER NOT NULL); \
         CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN {body} RETURN NEW; END'; \
         CREATE TRIGGER trip BEFORE INSERT OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION trip()"
    ));
}

#[test]
fn translated_deadlock_is_retried() {
    let Some(fresh) = Fresh::postgres() else { return };
    let store = open(&fresh.location, &one_connection());
    // Messages of a server whose lc_messages is de_DE.
    before_each_setting(
        &fresh,
        "IF nextval(''tries'') < 3 THEN RAISE EXCEPTION ''Verklemmung entdeckt'' USING ERRCODE = ''40P01'', \
         DETAIL = ''Prozess 1 wartet auf ShareLock-Sperre; blockiert von Prozess 2.''; END IF;",
    );
    run(&store, |conn| settings::set(conn, "a", "1"));
    assert_eq!(read(&store, |conn| settings::get(conn, "a")).as_deref(), Some("1"));
}

#[test]
fn server_shutdown_is_a_lost_connection() {
    let Some(fresh) = Fresh::postgres() else { return };
    let store = open(&fresh.location, &one_connection());
    before_each_setting(
        &fresh,
        "IF nextval(''tries'') < 2 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;",
    );
    run(&store, |conn| settings::set(conn, "a", "1"));
    assert_eq!(store.lost_connections(), 1);
}

#[test]
fn permanent_rejection_is_unchanged() {
    let Some(fresh) = Fresh::postgres() else { return };
    let store = open(&fresh.location, &one_connection());
    before_each_setting(
        &fresh,
        "PERFORM nextval(''tries''); RAISE EXCEPTION ''no'' USING ERRCODE = ''57014'';",
    );
    let refused = store.run_blocking(|conn| settings::set(conn, "a", "1")).unwrap_err();
    assert!(matches!(refused, StoreError::Query(_)) && !refused.is_transient(), "{refused}");
    assert_eq!(store.lost_connections(), 0);
    // The connection is intact, and the statement was sent once.
    fresh.execute("DO 'BEGIN IF nextval(''tries'') <> 2 THEN RAISE ''tried again''; END IF; END'");
}

/// Returns the number of sessions used by three successive writes.
fn sessions_of_three_writes(options: &Options) -> usize {
    let Some(fresh) = Fresh::postgres() else { return 0 };
    let store = open(&fresh.location, options);
    before_each_setting(&fresh, "INSERT INTO seen VALUES (pg_backend_pid());");
    for round in ["1", "2", "3"] {
        run(&store, move |conn| settings::set(conn, "a", round));
        // Some milliseconds pass in round trips to the server.
        [(); 5].iter().for_each(|()| fresh.execute("SELECT 1"));
    }
    fresh.execute("DROP TRIGGER trip ON settings; DELETE FROM settings");
    fresh.execute("INSERT INTO settings SELECT pid::TEXT, '' FROM seen GROUP BY pid");
    assert_eq!(store.lost_connections(), 0);
    read(&store, settings::list).len()
}

#[test]
fn old_and_idle_connections_are_replaced() {
    if Fresh::postgres().is_none() {
        return;
    }
    assert_eq!(sessions_of_three_writes(&one_connection()), 1);
    let old = Options { max_age: Duration::ZERO, ..one_connection() };
    assert_eq!(sessions_of_three_writes(&old), 3);
    let idle = Options { max_idle: Duration::ZERO, ..one_connection() };
    assert_eq!(sessions_of_three_writes(&idle), 3);
}
