//! The store: a few database threads, and the calls that send them transactions.
//!
//! A transaction is sent whole. The caller that goes away (a dropped request) leaves nothing open: work that has not
//! begun is skipped, work that has begun runs to its commit. A caller that has waited for too long is told so, and work
//! that has begun for it is rolled back. SQLite has one writer and some readers, PostgreSQL some connections that do both.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use conditions_core::time::Timestamp;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::address;
use crate::conn::{Access, Backend, Conn, SingleRead};
use crate::connect::{Losses, Opener};
use crate::error::{StoreError, one_line};
use crate::options::Options;
use crate::webhooks::wake;
use crate::worker::Worker;

/// The service's database. Cheap to clone; the threads end with the last clone.
#[derive(Clone)]
pub struct Store {
    writes: Queue,
    reads: Queue,
    backend: Backend,
    place: Arc<str>,
    losses: Losses,
    threads: Threads,
}

type Threads = Arc<Mutex<Vec<JoinHandle<()>>>>;

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("place", &self.place).finish_non_exhaustive()
    }
}

type Job = Box<dyn FnOnce(&mut Worker) + Send>;

#[derive(Clone)]
struct Queue {
    jobs: Sender<Job>,
    threads: ThreadCount,
    waiting: Arc<AtomicUsize>,
    limit: usize,
    patience: Duration,
    /// The last write that ended was late, or could not be had for now.
    is_held_up: Arc<AtomicBool>,
}

/// The number of threads that take jobs from a queue.
#[derive(Debug, Clone, Default)]
struct ThreadCount(Arc<AtomicUsize>);

/// One of these threads, until it is dropped.
#[derive(Debug)]
struct AtWork(ThreadCount);

impl ThreadCount {
    fn enter(&self) -> AtWork {
        self.0.fetch_add(1, Ordering::AcqRel);
        AtWork(self.clone())
    }

    fn is_none(&self) -> bool {
        self.0.load(Ordering::Acquire) == 0
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The first pause of a thread after a panic, doubled up to 64 times that.
const AFTER_PANIC: Duration = Duration::from_millis(100);

impl Store {
    /// Opens `location`, a file path or a `postgres://` URL, checks it and runs missing migrations. Blocks until
    /// that is done; may be called from asynchronous code at start-up.
    ///
    /// # Errors
    /// Every [`StoreError`] that speaks of an address, a file, a server or a migration. Nothing is written to a
    /// database that fails a check.
    pub fn open(location: &str, options: &Options, now: Timestamp) -> Result<Self, StoreError> {
        let address = address::parse(location)?;
        let (ring, rings) = mpsc::sync_channel(1);
        let opener = Arc::new(Opener::new(address, options.clone(), ring)?);
        let backend = opener.backend();
        let (place, losses) = (Arc::from(opener.place()), opener.losses());
        let (writes, jobs) = queue(options);
        let jobs = Arc::new(Mutex::new(jobs));
        // On a thread of its own, because a connection that blocks must not do so inside an asynchronous runtime.
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
                // Closed before the caller hears of it: what it does next may need the file.
                drop(first);
                let _ = opened.send(Err(error));
            }
        })?);
        outcome.recv().map_err(|_| StoreError::Stopped("the first one ended early".to_owned()))??;
        let reads = match backend {
            Backend::Postgres => {
                if let Some(connector) = opener.connector() {
                    threads.push(spawn("database-notify", move || wake::announce(&connector, &rings))?);
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
        Ok(Self { writes, reads, backend, place, losses, threads: Arc::new(Mutex::new(threads)) })
    }

    /// The same database for a caller who waits no longer than this for each transaction. Afterwards it hears
    /// [`StoreError::Late`]; what has not begun by then never does, and what has is rolled back before its commit.
    #[must_use]
    pub fn within(&self, patience: Duration) -> Self {
        let mut store = self.clone();
        (store.writes.patience, store.reads.patience) = (patience, patience);
        store
    }

    /// Which database this is.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// The file path, or the URL without password and parameters.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// How many connections to PostgreSQL were lost so far, or found on a server that takes no writes any more; always 0 on
    /// SQLite, and a connection that was closed for its age is not lost. After a loss another server may answer, whose rows
    /// and change counters are not those that were read before: whoever holds what it has read reads it anew from nothing.
    /// The number is higher before the first statement on the connection that comes after.
    #[must_use]
    pub fn lost_connections(&self) -> u64 {
        self.losses.count()
    }

    /// Whether writes are held up: one waited for longer than its caller would, or was refused for now, and none has succeeded
    /// since. Readers of a SQLite file do not notice who keeps its write lock.
    #[must_use]
    pub fn writes_are_held_up(&self) -> bool {
        self.writes.is_held_up.load(Ordering::Relaxed)
    }

    /// Whether no thread takes reads or no thread takes writes at this moment. A thread that panicked begins again after a
    /// pause, so this may change back.
    #[must_use]
    pub fn has_no_threads(&self) -> bool {
        self.writes.threads.is_none() || self.reads.threads.is_none()
    }

    /// Finishes what waits and closes the connections: a clean end, after which the file is whole without its log.
    /// Blocks until every other clone is gone too.
    pub fn close(self) {
        let Self { writes, reads, threads, .. } = self;
        drop((writes, reads));
        let ended = std::mem::take(&mut *threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in ended {
            // A thread that panicked has ended as well.
            let _ = thread.join();
        }
    }

    /// Runs `work` in one write transaction: committed when it returns `Ok`, rolled back otherwise. It may run more
    /// than once, so ids and instants are made outside of it.
    ///
    /// # Errors
    /// What `work` returns, or why the transaction could not be had.
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
    /// As [`Store::run`].
    pub async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.send(Access::Read, work).await
    }

    /// Reads with one statement: what [`Store::read`] does, without a transaction around it and the two journeys that it
    /// costs. No mark on the connection says that it only reads, because on PostgreSQL it also writes; `work` can only hand
    /// the [`SingleRead`] to a function of this crate that reads.
    ///
    /// # Errors
    /// As [`Store::run`].
    pub async fn look<T, F>(&self, mut work: F) -> Result<T, StoreError>
    where
        F: FnMut(SingleRead<'_>) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.send(Access::Single, move |conn| work(conn.single())).await
    }

    /// [`Store::run`] for the command line and for plain threads: blocks until it is done.
    ///
    /// # Errors
    /// As [`Store::run`].
    pub fn run_blocking<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.writes.send_blocking(Access::Write, work)
    }

    /// [`Store::read`] for the command line and for plain threads: blocks until it is done.
    ///
    /// # Errors
    /// As [`Store::run`].
    pub fn read_blocking<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.send_blocking(Access::Read, work)
    }
}

impl Queue {
    async fn send<T, F>(&self, access: Access, mut work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, outcome) = oneshot::channel();
        let late = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&late);
        let is_held_up = Arc::clone(&self.is_held_up);
        self.push(Box::new(move |worker| {
            if !reply.is_closed() {
                let outcome = worker.transaction(access, &told, &mut work);
                note(&is_held_up, access, &outcome);
                let _ = reply.send(outcome);
            }
        }))?;
        match timeout(self.patience, outcome).await {
            Ok(outcome) => outcome.map_err(|_| stopped())?,
            Err(_) => {
                late.store(true, Ordering::Release);
                let late = Err(StoreError::Late { waited: self.patience });
                note(&self.is_held_up, access, &late);
                late
            }
        }
    }

    fn send_blocking<T, F>(&self, access: Access, mut work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, outcome) = mpsc::sync_channel(1);
        let is_held_up = Arc::clone(&self.is_held_up);
        self.push(Box::new(move |worker| {
            let outcome = worker.transaction(access, &AtomicBool::new(false), &mut work);
            note(&is_held_up, access, &outcome);
            let _ = reply.send(outcome);
        }))?;
        outcome.recv().map_err(|_| stopped())?
    }

    fn push(&self, job: Job) -> Result<(), StoreError> {
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        if waiting >= self.limit {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(StoreError::Overloaded { waiting });
        }
        let counter = Arc::clone(&self.waiting);
        let counted: Job = Box::new(move |worker| {
            counter.fetch_sub(1, Ordering::Relaxed);
            job(worker);
        });
        self.jobs.send(counted).map_err(|_| stopped())
    }
}

/// What the outcome of a write says of those that come after it.
fn note<T>(is_held_up: &AtomicBool, access: Access, outcome: &Result<T, StoreError>) {
    match outcome {
        _ if access != Access::Write => {}
        Ok(_) => is_held_up.store(false, Ordering::Relaxed),
        Err(error) if error.is_transient() => is_held_up.store(true, Ordering::Relaxed),
        Err(_) => {}
    }
}

fn queue(options: &Options) -> (Queue, Receiver<Job>) {
    let (jobs, receiver) = mpsc::channel();
    let Options { queue: limit, patience, .. } = *options;
    let (waiting, is_held_up, threads) = (Arc::default(), Arc::default(), ThreadCount::default());
    (Queue { jobs, threads, waiting, limit, patience, is_held_up }, receiver)
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
/// outside of its work begins again with a new connection after a pause: it never ends before the store does.
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
        tracing::error!(pause_ms = pause.as_millis(), "a database thread panicked; it begins again");
        let threads = at_work.0.clone();
        drop(at_work);
        let _ = catch_unwind(AssertUnwindSafe(|| worker.reset()));
        thread::sleep(pause);
        at_work = threads.enter();
        panics = panics.saturating_add(1);
    }
}

fn stopped() -> StoreError {
    StoreError::Stopped("they have ended".to_owned())
}

#[cfg(test)]
mod tests;
