//! One connection as three see it: its stream says what happens, the sweep says when it has lasted too long, and its task
//! ends it.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::Context;

use futures_util::task::AtomicWaker;
use tokio::sync::Notify;

use super::phase::{CloseReason, Phase};

/// Answers that have begun to wait for their readers since the last sweep, after which the next is not waited for.
const MANY: u32 = 64;

/// What the connections and their sweep tell each other.
#[derive(Debug, Default)]
pub struct Ticks {
    /// Milliseconds since the server was started, as of the last sweep: exact to a quarter of a second, which is all that
    /// patience needs, and free to read.
    now_ms: AtomicU64,
    /// Answers that have begun to wait since then.
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

    /// Until many answers have begun to wait since the last sweep.
    pub(super) async fn many_stalled(&self) {
        self.many_stalled.notified().await;
    }
}

/// Bytes that the framework takes for a connection whose answer waits, measured: what it has written, and the few requests
/// that it was given ahead.
const BUFFERS: usize = 100 << 10;

/// A connection.
#[derive(Debug)]
pub struct Connection {
    ticks: Arc<Ticks>,
    /// [`Phase::packed`].
    state: AtomicU64,
    /// Requests that are being answered.
    running: AtomicU32,
    /// Bytes of its answers that are nobody else's as well.
    held: AtomicUsize,
    /// No request is read after the one that is being answered.
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

    /// What it is doing, and since when.
    pub(super) fn state(&self) -> (Phase, u64) {
        Phase::unpacked(self.state.load(Ordering::Relaxed))
    }

    fn enter(&self, phase: Phase) {
        self.state.store(phase.packed(self.ticks.now()), Ordering::Relaxed);
    }

    /// Bytes came.
    pub(super) fn heard(&self) {
        if self.state().0 == Phase::Idle {
            self.enter(Phase::Head);
        }
    }

    /// A head is whole: a request is answered until what is returned is dropped.
    pub fn begin(self: &Arc<Self>) -> Running {
        self.running.fetch_add(1, Ordering::Relaxed);
        self.enter(Phase::Exchange);
        Running(Arc::clone(self))
    }

    /// The answer that is being made is the last.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }

    /// The system takes no more of an answer for now.
    pub(super) fn stalled(&self) {
        if self.state().0 != Phase::Unread {
            self.enter(Phase::Unread);
            self.ticks.stalled();
        }
    }

    /// An answer of so many bytes, which no other connection has, is kept until it is let go.
    pub(super) fn hold(&self, bytes: usize) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// It is kept no more.
    pub(super) fn let_go(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Bytes of memory that are taken by what waits for its reader; none where nothing does, or where it is let go already.
    pub(super) fn waiting(&self) -> usize {
        if self.is_unread() && self.why_cut().is_none() {
            BUFFERS + self.held.load(Ordering::Relaxed)
        } else {
            0
        }
    }

    /// Whether an answer waits for its reader.
    pub(super) fn is_unread(&self) -> bool {
        self.state().0 == Phase::Unread
    }

    /// Enough of an answer was taken for its reader to be waited for anew.
    pub(super) fn moved(&self) {
        if self.is_unread() {
            self.enter(Phase::Unread);
        }
    }

    /// Everything that was to be sent was taken.
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

    /// Ends the connection. Whether it was not ended before.
    pub(super) fn cut(&self, why: CloseReason) -> bool {
        let is_new = self.cut.set(why).is_ok();
        self.task.wake();
        is_new
    }

    /// Why it was ended, once it was.
    pub(super) fn why_cut(&self) -> Option<CloseReason> {
        self.cut.get().copied()
    }

    /// The same; a task that asks while it was not is woken when it is.
    pub(super) fn poll_cut(&self, context: &Context<'_>) -> Option<CloseReason> {
        self.task.register(context.waker());
        self.why_cut()
    }
}

/// A request that is being answered.
#[derive(Debug)]
pub struct Running(Arc<Connection>);

impl Running {
    /// Its connection.
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
