//! A runtime for each database thread. A PostgreSQL connection is driven by the thread that opened and uses it: a
//! statement then wakes no other thread, which was most of its cost.

use std::cell::{Cell, OnceCell};
use std::future::Future;
use std::time::Duration;

use diesel_async::async_connection_wrapper::BlockOn;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::{JoinHandle, spawn, yield_now};
use tokio::time::sleep;

use crate::error::{StoreError, one_line};

thread_local! {
    static RUNTIME: OnceCell<Runtime> = const { OnceCell::new() };
}

thread_local! {
    /// Statements that began and that ended on this thread: odd while one is in progress.
    static STATEMENTS: Cell<u64> = const { Cell::new(0) };
    /// Whether statements may take any time.
    static PATIENT: Cell<bool> = const { Cell::new(false) };
}

/// A statement in progress on this thread.
#[derive(Debug)]
pub(crate) struct Statement;

impl Statement {
    pub(crate) fn begin() -> Self {
        STATEMENTS.set(STATEMENTS.get().wrapping_add(1));
        Self
    }
}

impl Drop for Statement {
    fn drop(&mut self) {
        STATEMENTS.set(STATEMENTS.get().wrapping_add(1));
    }
}

/// Runs work whose statements may take any time.
pub(crate) fn patiently<T>(work: impl FnOnce() -> T) -> T {
    PATIENT.set(true);
    let done = work();
    PATIENT.set(false);
    done
}

/// Completes when this thread has waited for one statement for `silence`, or a quarter longer. Counted in quarters,
/// because the thread's clock does not run while it waits for work.
async fn hangs(silence: Duration) {
    const QUARTERS: u32 = 4;
    let (mut seen, mut quarters) = (0, 0);
    while quarters < QUARTERS {
        sleep(silence / QUARTERS).await;
        let count = STATEMENTS.get();
        let is_same = count % 2 == 1 && count == seen && !PATIENT.get();
        quarters = if is_same { quarters + 1 } else { 0 };
        seen = count;
    }
}

/// Runs a future on this thread's runtime, which the first call creates.
///
/// # Errors
/// Returns [`StoreError::Stopped`] if there is no runtime, or if the caller already runs inside one, where waiting
/// would panic.
pub(crate) fn here<F: Future>(future: F) -> Result<F::Output, StoreError> {
    if Handle::try_current().is_ok() {
        return Err(StoreError::Stopped("waited for the database inside of a runtime".to_owned()));
    }
    let ended = |_| StoreError::Stopped("the thread is ending".to_owned());
    RUNTIME
        .try_with(|cell| {
            if cell.get().is_none() {
                let made = Builder::new_current_thread().enable_all().build();
                let _ = cell.set(made.map_err(|error| StoreError::Stopped(one_line(&error)))?);
            }
            let runtime = cell.get().ok_or_else(|| StoreError::Stopped("no runtime".to_owned()))?;
            Ok(runtime.block_on(future))
        })
        .map_err(ended)?
}

/// The task that drives a connection of this thread. Drop it after its connection, so that the server learns of the end
/// at once and holds no lock for it.
#[derive(Debug)]
pub(crate) struct Driving(JoinHandle<()>);

impl Driving {
    /// Drives a connection whenever this thread waits for one. If a statement hangs for `silence`, calls `silent` and
    /// drops the connection: the statement then fails as if the server had hung up. Call it inside of [`here`].
    pub(crate) fn start(
        connection: impl Future<Output = ()> + Send + 'static,
        silence: Duration,
        silent: impl FnOnce() + Send + 'static,
    ) -> Self {
        Self(spawn(async move {
            tokio::select! {
                () = connection => {}
                () = hangs(silence) => {
                    silent();
                    tracing::warn!("PostgreSQL does not answer a statement; closing the connection");
                }
            }
        }))
    }

    /// Returns whether the server has hung up. A thread that waits for work does not drive its connection, so data that
    /// arrived in the meantime is read first.
    pub(crate) fn has_ended(&self) -> bool {
        turn();
        self.0.is_finished()
    }
}

impl Drop for Driving {
    fn drop(&mut self) {
        turn();
    }
}

fn turn() {
    let _ = here(async {
        // The first yield finds what has arrived; in the second one the connection reads it.
        yield_now().await;
        yield_now().await;
    });
}

/// A timer on this thread's runtime that is polled, never awaited.
#[derive(Debug)]
pub(crate) struct Timer(JoinHandle<()>);

impl Timer {
    /// Starts a timer. Call it inside of [`here`].
    pub(crate) fn start(after: Duration) -> Self {
        Self(spawn(sleep(after)))
    }

    /// Returns whether the time was over when the runtime last ran, which [`Driving::has_ended`] ensures.
    pub(crate) fn has_ended(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Makes diesel wait for a statement on the thread that drives the connection.
#[derive(Debug)]
pub(crate) struct DrivingThread;

impl BlockOn for DrivingThread {
    #[expect(clippy::expect_used, reason = "a connection is used on the thread that opened it")]
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        let _statement = Statement::begin();
        here(future).expect("the runtime that opened the connection")
    }

    fn get_runtime() -> Self {
        Self
    }
}

#[cfg(test)]
mod tests;
