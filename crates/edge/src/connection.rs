//! The shared state of one connection: its stream reports what happens, the sweep decides when it has lasted too long,
//! and its task ends it.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::Context;

use futures_util::task::AtomicWaker;
use tokio::sync::Notify;

use super::phase::{CloseReason, Phase};

/// Number of answers that have begun to wait for their readers since the last sweep, after which the next sweep runs
/// early.
const MANY: u32 = 64;

/// State shared by the connections and their sweep.
#[derive(Debug, Default)]
pub struct Ticks {
    /// Milliseconds since the server started, as of the last sweep: exact to a quarter of a second, which is enough for
    /// these deadlines, and free to read.
    now_ms: AtomicU64,
    /// Number of answers that have begun to wait since the last sweep.
    stalled: AtomicU32,
    many_stalled: Notify,
}

impl Ticks {
    pub(super) fn now(&self) -> u64 {
        self.now_ms.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, now_ms: u64) {
        self.now_ms.store(now_ms, Ordering::Relaxed);
        self.stalled.store(0, Ordering::Relaxed);
    }

    fn stalled(&self) {
        if self.stalled.fetch_add(1, Ordering::Relaxed) == MANY {
            self.many_stalled.notify_one();
        }
    }

    /// Waits until many answers have begun to wait since the last sweep.
    pub(super) async fn many_stalled(&self) {
        self.many_stalled.notified().await;
    }
}

/// Bytes that the framework uses for a connection whose answer waits, measured: its output, and the few requests that
/// it was given in advance.
const BUFFERS: usize = 100 << 10;

/// A connection.
#[derive(Debug)]
pub struct Connection {
    ticks: Arc<Ticks>,
    /// [`Phase::packed`].
    state: AtomicU64,
    /// Number of requests in progress.
    running: AtomicU32,
    /// Bytes of its answers that no other connection shares.
    held: AtomicUsize,
    /// Whether the current request is the last.
    ends: AtomicBool,
    cut: OnceLock<CloseReason>,
    task: AtomicWaker,
}

impl Connection {
    pub(super) fn new(ticks: &Arc<Ticks>) -> Self {
        Self {
            state: AtomicU64::new(Phase::Idle.packed(ticks.now())),
            ticks: Arc::clone(ticks),
            running: AtomicU32::new(0),
            held: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
            cut: OnceLock::new(),
            task: AtomicWaker::new(),
        }
    }

    /// Returns the current phase and its start.
    pub(super) fn state(&self) -> (Phase, u64) {
        Phase::unpacked(self.state.load(Ordering::Relaxed))
    }

    fn enter(&self, phase: Phase) {
        self.state.store(phase.packed(self.ticks.now()), Ordering::Relaxed);
    }

    /// Records that bytes arrived.
    pub(super) fn bytes_arrived(&self) {
        if self.state().0 == Phase::Idle {
            self.enter(Phase::Head);
        }
    }

    /// Records a complete head: a request is in progress until the returned value is dropped.
    pub fn begin(self: &Arc<Self>) -> Running {
        self.running.fetch_add(1, Ordering::Relaxed);
        self.enter(Phase::Exchange);
        Running(Arc::clone(self))
    }

    /// Marks the current answer as the last.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }

    /// Records that the system accepts no more of an answer for now.
    pub(super) fn stalled(&self) {
        if self.state().0 != Phase::Unread {
            self.enter(Phase::Unread);
            self.ticks.stalled();
        }
    }

    /// Adds an answer of `bytes` bytes that no other connection shares, until it is released.
    pub(super) fn hold(&self, bytes: usize) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Releases the bytes of an answer.
    pub(super) fn let_go(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the bytes of memory used by an answer that waits for its reader; 0 if none waits, or if it was released
    /// already.
    pub(super) fn waiting(&self) -> usize {
        if self.is_unread() && self.why_cut().is_none() {
            BUFFERS + self.held.load(Ordering::Relaxed)
        } else {
            0
        }
    }

    /// Returns whether an answer waits for its reader.
    pub(super) fn is_unread(&self) -> bool {
        self.state().0 == Phase::Unread
    }

    /// Records that enough of an answer was accepted to restart the reader's clock.
    pub(super) fn moved(&self) {
        if self.is_unread() {
            self.enter(Phase::Unread);
        }
    }

    /// Records that all output was accepted.
    pub(super) fn flushed(&self) {
        let phase = self.state().0;
        if !matches!(phase, Phase::Exchange | Phase::Unread) {
            return;
        }
        if self.running.load(Ordering::Relaxed) == 0 {
            let ends = self.ends.load(Ordering::Relaxed);
            self.enter(if ends { Phase::Closing } else { Phase::Idle });
        } else if phase == Phase::Unread {
            self.enter(Phase::Exchange);
        }
    }

    /// Ends the connection; returns whether it had not ended before.
    pub(super) fn cut(&self, why: CloseReason) -> bool {
        let is_new = self.cut.set(why).is_ok();
        self.task.wake();
        is_new
    }

    /// Returns why it was ended, once it was.
    pub(super) fn why_cut(&self) -> Option<CloseReason> {
        self.cut.get().copied()
    }

    /// Polls like [`Self::why_cut`]; a pending task is woken when the connection is ended.
    pub(super) fn poll_cut(&self, context: &Context<'_>) -> Option<CloseReason> {
        self.task.register(context.waker());
        self.why_cut()
    }
}

/// A request in progress.
#[derive(Debug)]
pub struct Running(Arc<Connection>);

impl Running {
    /// Returns its connection.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
