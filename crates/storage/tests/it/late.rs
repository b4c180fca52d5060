//! A caller waits no longer than its limit, whether the database hangs or another process has the lock.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use storage::evidence::{self, NewEvidence};
use storage::{Options, Store, StoreError, changes};

use crate::support::{Fresh, both, later, now, read, run};

const SHORT: Duration = Duration::from_millis(100);

fn row(lane: &str) -> NewEvidence {
    NewEvidence {
        id: evidence::new_id(now()),
        slug: "zermatt".to_owned(),
        lane: lane.to_owned(),
        kind: "station".to_owned(),
        observed_at: None,
        captured_at: now(),
        payload: "[]".to_owned(),
    }
}

/// Another process in the middle of a write.
struct Holder {
    let_go: Sender<()>,
    thread: JoinHandle<()>,
}

impl Holder {
    fn new(fresh: &Fresh) -> Self {
        let store = fresh.open();
        let (held, holds) = channel();
        let (let_go, released) = channel::<()>();
        let thread = std::thread::spawn(move || {
            let rows = [row("other")];
            let mut work = Some((held, released));
            let done = store.run_blocking(move |conn| {
                let appended = evidence::append(conn, &rows, later(0))?;
                if let Some((held, released)) = work.take() {
                    held.send(()).unwrap();
                    let _ = released.recv();
                }
                Ok(appended)
            });
            assert!(done.is_ok(), "{done:?}");
        });
        holds.recv().unwrap();
        Self { let_go, thread }
    }

    fn end(self) {
        drop(self.let_go);
        self.thread.join().unwrap();
    }
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

fn append(store: &Store, lane: &str) -> Result<evidence::AppendOutcome, StoreError> {
    let rows = [row(lane)];
    wait(store.run(move |conn| evidence::append(conn, &rows, now())))
}

#[test]
fn late_work_is_rolled_back() {
    both(|fresh| {
        let options = Options { connections: 1, busy_timeout: Duration::from_secs(20), ..Options::default() };
        let store = Store::open(&fresh.location, &options, now()).unwrap();
        let holder = Holder::new(fresh);
        let late = append(&store.within(SHORT), "late");
        assert!(matches!(late, Err(StoreError::Late { waited }) if waited == SHORT), "{late:?}");
        assert!(store.writes_are_held_up(), "whoever asks at another clone hears of it");
        assert!(late.is_err_and(|error| error.is_transient()));
        holder.end();
        // Queued after the late one.
        run(&store, |conn| evidence::append(conn, &[row("next")], now()));
        assert!(!store.writes_are_held_up());
        let lanes: Vec<String> =
            read(&store, evidence::latest).rows.into_iter().map(|row| row.lane).collect();
        assert_eq!(lanes, ["next", "other"]);
        assert_eq!(read(&store, |conn| changes::version(conn, changes::EVIDENCE)), 2);
    });
}

#[test]
fn foreign_lock_is_reported_in_two_tries() {
    let fresh = Fresh::sqlite();
    let options = Options { busy_timeout: Duration::from_millis(20), ..Options::default() };
    let store = Store::open(&fresh.location, &options, now()).unwrap();
    let holder = Holder::new(&fresh);
    let busy = append(&store, "mine");
    assert!(matches!(busy, Err(StoreError::Busy { attempts: 1..=2, .. })), "{busy:?}");
    read(&store, evidence::latest);
    assert!(store.writes_are_held_up(), "that it can be read says nothing of writes");
    holder.end();
    append(&store, "mine").unwrap();
    assert!(!store.writes_are_held_up());
}

#[test]
fn silent_connection_is_given_up() {
    let Some(fresh) = Fresh::postgres() else { return };
    let options = Options { connections: 1, silence: SHORT, ..Options::default() };
    let store = Store::open(&fresh.location, &options, now()).unwrap();
    let holder = Holder::new(&fresh);
    let rows = [row("mine")];
    let silent = store.run_blocking(move |conn| evidence::append(conn, &rows, now()));
    assert!(matches!(silent, Err(StoreError::Unreachable { .. })), "{silent:?}");
    assert!(store.lost_connections() > 0);
    holder.end();
    append(&store, "mine").unwrap();
}
