//! The store: a few database threads, and the calls that send them transactions.
//!
//! A transaction is sent whole. A caller that goes away (a dropped request) leaves nothing open: work that has not
//! begun is skipped, and work that has begun runs to its commit. A caller that waits too long gets an error, and work
//! that has begun for it is rolled back. SQLite has one writer and some readers, PostgreSQL some connections that do
//! both.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use conditions_core::time::Timestamp;

use crate::address;
use crate::conn::{Access, Backend, Conn, SingleRead};
use crate::connect::{Losses, Opener};
use crate::error::{StoreError, one_line};
use crate::options::Options;
use crate::postgres::{Certificates, Connector, HostState};
use crate::webhooks::wake;
use crate::worker::Worker;

mod queue;

use queue::{AtWork, Job, Queue, queue};

/// The service's database. Cheap to clone; the threads end with the last clone.
#[derive(Clone)]
pub struct Store {
    writes: Queue,
    reads: Queue,
    backend: Backend,
    place: Arc<str>,
    losses: Losses,
    /// PostgreSQL only.
    connector: Option<Arc<Connector>>,
    threads: Threads,
    /// Ends the thread that watches the hosts with the last clone.
    _watching: Option<Arc<SyncSender<()>>>,
}

type Threads = Arc<Mutex<Vec<JoinHandle<()>>>>;

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("place", &self.place).finish_non_exhaustive()
    }
}

/// The first pause of a thread after a panic, doubled up to 64 times that.
const AFTER_PANIC: Duration = Duration::from_millis(100);

impl Store {
    /// Opens `location`, a file path or a `postgres://` URL, checks it and runs missing migrations. Blocks until that
    /// is done; may be called from asynchronous code at start-up.
    ///
    /// # Errors
    /// Returns any [`StoreError`] about an address, a file, a server or a migration. Nothing is written to a database
    /// that fails a check.
    pub fn open(location: &str, options: &Options, now: Timestamp) -> Result<Self, StoreError> {
        let address = address::parse(location)?;
        let (ring, rings) = mpsc::sync_channel(1);
        let opener = Arc::new(Opener::new(address, options.clone(), ring)?);
        let backend = opener.backend();
        let (place, losses) = (Arc::from(opener.place()), opener.losses());
        let (writes, jobs) = queue(options);
        let jobs = Arc::new(Mutex::new(jobs));
        // On a separate thread, because a connection that blocks must not do so inside an asynchronous runtime.
        let (opened, outcome) = mpsc::sync_channel(1);
        let (first, first_jobs, at_work) = (Arc::clone(&opener), Arc::clone(&jobs), writes.threads.enter());
        let mut threads = Vec::new();
        threads.push(spawn("database-0", move || match first.first(now) {
            Ok(live) => {
                if opened.send(Ok(())).is_ok() {
                    serve(Worker::new(first, Some(live), Access::Write), &first_jobs, at_work);
                }
            }
            Err(error) => {
                // Closed before the caller gets the result: its next step may need the file.
                drop(first);
                let _ = opened.send(Err(error));
            }
        })?);
        outcome.recv().map_err(|_| StoreError::Stopped("the first one ended early".to_owned()))??;
        let connector = opener.connector();
        let mut watching = None;
        let reads = match backend {
            Backend::Postgres => {
                if let Some(connector) = connector.clone() {
                    threads.push(spawn("database-notify", move || wake::announce(&connector, &rings))?);
                }
                if let Some(connector) = connector.clone().filter(|connector| connector.has_several_hosts()) {
                    let (open, end) = mpsc::sync_channel(1);
                    threads.push(spawn("database-hosts", move || connector.watch(&end))?);
                    watching = Some(Arc::new(open));
                }
                for index in 1..options.connections.max(1) {
                    threads.push(start(index, &opener, Access::Write, writes.threads.enter(), &jobs)?);
                }
                writes.clone()
            }
            Backend::Sqlite => {
                let (reads, jobs) = queue(options);
                let jobs = Arc::new(Mutex::new(jobs));
                for index in 1..=options.readers.max(1) {
                    threads.push(start(index, &opener, Access::Read, reads.threads.enter(), &jobs)?);
                }
                reads
            }
        };
        let threads = Arc::new(Mutex::new(threads));
        Ok(Self { writes, reads, backend, place, losses, connector, threads, _watching: watching })
    }

    /// Returns the same database with another maximum wait for each transaction. After that the caller gets
    /// [`StoreError::Late`]; work that has not begun by then never does, and work that has begun is rolled back before
    /// its commit.
    #[must_use]
    pub fn within(&self, patience: Duration) -> Self {
        let mut store = self.clone();
        (store.writes.patience, store.reads.patience) = (patience, patience);
        store
    }

    /// Returns the kind of database.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Returns the file path, or the URL without password and parameters.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns how many PostgreSQL connections were lost, or found on a server that no longer accepts writes; always 0
    /// on SQLite. A connection closed for its age is not lost. After a loss a different server may answer, so cached
    /// rows and change counters must be reloaded from scratch. The number rises before the first statement on the next
    /// connection.
    #[must_use]
    pub fn lost_connections(&self) -> u64 {
        self.losses.count()
    }

    /// Returns the state of each host of a PostgreSQL URL by its name; empty on SQLite.
    #[must_use]
    pub fn hosts(&self) -> BTreeMap<String, HostState> {
        self.connector.as_ref().map(|connector| connector.hosts()).unwrap_or_default()
    }

    /// Returns PostgreSQL's timeline, which rises by one with each promotion; `None` on SQLite and on engines without
    /// timelines.
    #[must_use]
    pub fn timeline(&self) -> Option<u32> {
        self.connector.as_ref()?.timeline().map(|timeline| timeline.number)
    }

    /// Returns a handle that reads the certificates of PostgreSQL's connections again.
    #[must_use]
    pub fn certificates(&self) -> Certificates {
        Certificates(self.connector())
    }

    pub(crate) fn connector(&self) -> Option<Arc<Connector>> {
        self.connector.clone()
    }

    /// Returns whether writes are held up: one waited longer than its caller would, or was temporarily rejected, and
    /// none has succeeded since. Readers of a SQLite file do not notice a long write lock.
    #[must_use]
    pub fn writes_are_held_up(&self) -> bool {
        self.writes.is_held_up.load(Ordering::Relaxed)
    }

    /// Returns the number of writes that wait for a thread.
    #[must_use]
    pub fn waiting_writes(&self) -> usize {
        self.writes.waiting.load(Ordering::Relaxed)
    }

    /// Returns the number of reads that wait for a thread; on PostgreSQL they wait in one queue with writes.
    #[must_use]
    pub fn waiting_reads(&self) -> usize {
        self.reads.waiting.load(Ordering::Relaxed)
    }

    /// Returns whether no thread takes reads, or no thread takes writes, at this moment. A thread that panicked
    /// restarts after a pause, so this may change back.
    #[must_use]
    pub fn has_no_threads(&self) -> bool {
        self.writes.threads.is_none() || self.reads.threads.is_none()
    }

    /// Finishes waiting work and closes the connections: a clean end, after which the file is complete without its log.
    /// Blocks until every other clone is dropped.
    pub fn close(self) {
        let Self { writes, reads, threads, _watching: watching, .. } = self;
        drop((writes, reads, watching));
        let ended = std::mem::take(&mut *threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in ended {
            // A thread that panicked has ended as well.
            let _ = thread.join();
        }
    }

    /// Runs `work` in one write transaction: committed if it returns `Ok`, rolled back otherwise. It may run more than
    /// once, so ids and times are made outside of it.
    ///
    /// # Errors
    /// Returns the error of `work`, or the reason why the transaction could not be run.
    pub async fn run<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.writes.send(Access::Write, work).await
    }

    /// Runs `work` on one consistent snapshot; writes fail.
    ///
    /// # Errors
    /// Returns the errors of [`Store::run`].
    pub async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.send(Access::Read, work).await
    }

    /// Reads with one statement, like [`Store::read`] but without a transaction and its two round trips. The connection
    /// is not marked read-only, because on PostgreSQL it also writes; `work` can only pass the [`SingleRead`] to a
    /// reading function of this crate.
    ///
    /// # Errors
    /// Returns the errors of [`Store::run`].
    pub async fn read_single<T, F>(&self, mut work: F) -> Result<T, StoreError>
    where
        F: FnMut(SingleRead<'_>) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.send(Access::Single, move |conn| work(conn.single())).await
    }

    /// Runs `work` like [`Store::run`] but blocks until it is done, for the command line and plain threads.
    ///
    /// # Errors
    /// Returns the errors of [`Store::run`].
    pub fn run_blocking<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.writes.send_blocking(Access::Write, work)
    }

    /// Runs `work` like [`Store::read`] but blocks until it is done, for the command line and plain threads.
    ///
    /// # Errors
    /// Returns the errors of [`Store::run`].
    pub fn read_blocking<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.send_blocking(Access::Read, work)
    }
}

fn start(
    index: usize,
    opener: &Arc<Opener>,
    access: Access,
    at_work: AtWork,
    jobs: &Arc<Mutex<Receiver<Job>>>,
) -> Result<JoinHandle<()>, StoreError> {
    let (worker, jobs) = (Worker::new(Arc::clone(opener), None, access), Arc::clone(jobs));
    spawn(&format!("database-{index}"), move || serve(worker, &jobs, at_work))
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StoreError> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(body)
        .map_err(|error| StoreError::Stopped(one_line(&error)))
}

/// Takes jobs until every sender is gone. The lock is held while waiting, not while working. A thread whose job panics
/// outside of its work restarts with a new connection after a pause: it never ends before the store does.
fn serve(mut worker: Worker, jobs: &Mutex<Receiver<Job>>, mut at_work: AtWork) {
    let mut panics = 0_u32;
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        if catch_unwind(AssertUnwindSafe(|| job(&mut worker))).is_ok() {
            panics = 0;
            continue;
        }
        let pause = AFTER_PANIC * (1 << panics.min(6));
        tracing::error!(pause_ms = pause.as_millis(), "a database thread panicked; it restarts");
        let threads = at_work.0.clone();
        drop(at_work);
        let _ = catch_unwind(AssertUnwindSafe(|| worker.reset()));
        thread::sleep(pause);
        at_work = threads.enter();
        panics = panics.saturating_add(1);
    }
}

#[cfg(test)]
mod tests;
