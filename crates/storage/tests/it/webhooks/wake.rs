//! Waking: a commit on one store is heard by a listener of another, and heard again after its connection was cut.

use std::sync::mpsc;
use std::time::Duration;

use storage::Options;
use storage::webhooks::wake;

use super::bench::Bench;

const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn a_commit_wakes_whoever_listens() {
    let Some(bench) = Bench::postgres() else { return };
    let id = bench.subscribe(1, None);
    let (told, heard) = mpsc::channel();
    let listener = wake::listen(&bench.fresh.location, &Options::default(), move || {
        let _ = told.send(());
    });
    assert!(listener.as_ref().unwrap().is_some());
    heard.recv_timeout(PATIENCE).unwrap();
    bench.test(id);
    heard.recv_timeout(PATIENCE).unwrap();
    bench.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() \
         AND query LIKE 'LISTEN%'",
    );
    // Once for the new connection, once for the delivery.
    heard.recv_timeout(PATIENCE).unwrap();
    bench.test(id);
    heard.recv_timeout(PATIENCE).unwrap();
    drop(listener);
    assert_eq!(heard.recv_timeout(PATIENCE), Err(mpsc::RecvTimeoutError::Disconnected));
}

#[test]
fn a_file_has_nobody_to_wake() {
    let bench = Bench::sqlite();
    assert!(wake::listen(&bench.fresh.location, &Options::default(), || {}).unwrap().is_none());
}
