//! The queue between the log and standard error. Each thread collects its lines in its own slot, and a log thread
//! drains all slots after 100 ms, or as soon as one of them has 32 KiB. Under load a line wakes no thread. The caller
//! never waits for the reader of the log: lines that do not fit are lost, counted, and shown at `/metrics`.

use std::cell::Cell;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;
use std::{iter, mem};

use prometheus_client::metrics::counter::Counter;
use tracing_subscriber::fmt::MakeWriter;

use crate::clock;

/// Maximum number of pending bytes, including the metadata of each line.
const MOST_BYTES: usize = 4 << 20;
/// Number of bytes at which a slot is drained at once.
const BLOCK: usize = 32 << 10;
/// Maximum delay of every other line.
const GATHERED: Duration = Duration::from_millis(100);
/// Number of slots of a queue. If there are more threads, some share a slot, which only makes them wait for each other.
const SLOTS: usize = 32;
/// Maximum time that the end of the process waits for the last lines.
const LAST_LINES: Duration = Duration::from_secs(1);

/// End of a line in its slot, and its position among the lines of all slots.
#[derive(Debug)]
struct Line {
    number: u64,
    end: usize,
}

/// Consecutive lines that were not drained yet.
#[derive(Debug, Default)]
struct Block {
    bytes: Vec<u8>,
    lines: Vec<Line>,
}

/// A slot with separate cache lines, so that workers do not slow each other.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Slot(Mutex<Block>);

#[derive(Debug)]
pub(super) struct Queue {
    slots: [Slot; SLOTS],
    /// Number of the next line.
    next: AtomicU64,
    /// Number of bytes accepted but not written yet.
    waiting: AtomicUsize,
    /// Whether a slot may contain lines.
    pending: AtomicBool,
    /// Whether the lines must be drained now.
    urgent: AtomicBool,
    /// Signalled once every earlier line is written.
    marks: Mutex<Vec<SyncSender<()>>>,
    writer: OnceLock<Thread>,
    /// Time for which lines are collected.
    gathered: Duration,
    lost: Counter,
}

/// A log that loses lines rather than wait.
#[derive(Debug, Clone)]
pub(super) struct Lossy(Arc<Queue>);

/// Writes the last lines when dropped, unless the reader is blocked for a second.
#[derive(Debug)]
pub struct LastLines(Lossy);

impl Lossy {
    /// Starts the thread that writes to `out`. Lines that do not fit are counted on `lost`.
    ///
    /// # Errors
    /// Returns an error if the thread cannot start.
    pub(super) fn new(out: impl Write + Send + 'static, lost: Counter) -> io::Result<(Self, LastLines)> {
        Self::gathering(out, lost, GATHERED)
    }

    fn gathering(
        out: impl Write + Send + 'static,
        lost: Counter,
        gathered: Duration,
    ) -> io::Result<(Self, LastLines)> {
        let queue = Arc::new(Queue {
            slots: Default::default(),
            next: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            pending: AtomicBool::new(false),
            urgent: AtomicBool::new(false),
            marks: Mutex::default(),
            writer: OnceLock::new(),
            gathered,
            lost,
        });
        let written = Arc::clone(&queue);
        let writer = thread::Builder::new().name("log".to_owned()).spawn(move || write_all(out, &written))?;
        // Nothing was logged before, so nothing needed it yet.
        let _ = queue.writer.set(writer.thread().clone());
        let log = Self(queue);
        Ok((log.clone(), LastLines(log)))
    }

    /// Waits until every line that was logged before is written, at most for `most`.
    fn flush_within(&self, most: Duration) {
        let (mark, reached) = sync_channel(1);
        lock(&self.0.marks).push(mark);
        self.0.hurry();
        let _ = reached.recv_timeout(most);
    }
}

impl<'a> MakeWriter<'a> for Lossy {
    type Writer = &'a Queue;

    fn make_writer(&'a self) -> Self::Writer {
        &self.0
    }
}

impl Write for &Queue {
    /// Accepts a whole line, as the subscriber writes it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let weight = line.len().saturating_add(size_of::<Line>());
        if self.waiting.fetch_add(weight, Ordering::Relaxed).saturating_add(weight) > MOST_BYTES {
            self.waiting.fetch_sub(weight, Ordering::Relaxed);
            self.lost.inc();
        } else if self.insert(line) {
            self.hurry();
        } else if !self.pending.load(Ordering::SeqCst) && !self.pending.swap(true, Ordering::SeqCst) {
            self.wake();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Queue {
    /// Appends a line to the slot of this thread and returns whether that filled a block.
    fn insert(&self, line: &[u8]) -> bool {
        let Some(slot) = self.slots.get(own_slot()) else { return false };
        let mut block = lock(&slot.0);
        let before = block.bytes.len();
        block.bytes.extend_from_slice(line);
        let end = block.bytes.len();
        // Numbered under the lock, so that the lines of a slot are in order.
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        block.lines.push(Line { number, end });
        before < BLOCK && end >= BLOCK
    }

    /// Requests that the lines are drained at once.
    fn hurry(&self) {
        self.urgent.store(true, Ordering::SeqCst);
        self.pending.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        if let Some(writer) = self.writer.get() {
            writer.unpark();
        }
    }

    /// Sleeps until lines are pending and were collected long enough.
    fn wait(&self) {
        while !self.pending.load(Ordering::SeqCst) {
            thread::park();
        }
        let until = clock::monotonic() + self.gathered;
        while !self.urgent.load(Ordering::SeqCst) {
            match until.checked_duration_since(clock::monotonic()) {
                Some(left) if !left.is_zero() => thread::park_timeout(left),
                _ => break,
            }
        }
        // Before the slots are read: a line that is logged from now on requests another round.
        self.urgent.store(false, Ordering::SeqCst);
        self.pending.store(false, Ordering::SeqCst);
    }
}

impl Drop for LastLines {
    fn drop(&mut self) {
        self.0.flush_within(LAST_LINES);
    }
}

/// Returns the slot of this thread: threads are assigned in turn, so each of the first [`SLOTS`] has a separate one.
fn own_slot() -> usize {
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static OWN: Cell<Option<usize>> = const { Cell::new(None) });
    OWN.with(|own| {
        let slot = own.get().unwrap_or_else(|| THREADS.fetch_add(1, Ordering::Relaxed) % SLOTS);
        own.set(Some(slot));
        slot
    })
}

/// Locks a mutex, poisoned or not. Lines stay whole if a thread panics: only a failed allocation can panic under a lock
/// of the queue.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes lines until the process ends. Lines that the system does not accept (disk full, closed pipe) are lost.
fn write_all(mut out: impl Write, queue: &Queue) {
    let mut blocks: [Block; SLOTS] = Default::default();
    let mut text = Vec::new();
    loop {
        queue.wait();
        let marks = mem::take(&mut *lock(&queue.marks));
        for (block, slot) in blocks.iter_mut().zip(&queue.slots) {
            mem::swap(block, &mut *lock(&slot.0));
        }
        let weight = join(&blocks, &mut text);
        let _ = out.write_all(&text).and_then(|()| out.flush());
        queue.waiting.fetch_sub(weight, Ordering::Relaxed);
        empty(&mut text);
        for block in &mut blocks {
            empty(&mut block.bytes);
            empty(&mut block.lines);
        }
        for mark in marks {
            // The caller may have stopped waiting.
            let _ = mark.try_send(());
        }
    }
}

/// Appends the lines of all blocks to `text`, in the order in which they were logged. Returns their weight.
fn join(blocks: &[Block], text: &mut Vec<u8>) -> usize {
    let mut lines: Vec<(u64, &[u8])> = Vec::new();
    for block in blocks {
        let begins = iter::once(0).chain(block.lines.iter().map(|line| line.end));
        let own = block.lines.iter().zip(begins);
        lines.extend(own.filter_map(|(line, begin)| Some((line.number, block.bytes.get(begin..line.end)?))));
    }
    lines.sort_by_key(|(number, _)| *number);
    lines.iter().for_each(|(_, line)| text.extend_from_slice(line));
    text.len() + lines.len() * size_of::<Line>()
}

/// Empties a buffer but retains the capacity for a usual block.
fn empty<T>(buffer: &mut Vec<T>) {
    buffer.clear();
    buffer.shrink_to(2 * BLOCK);
}

#[cfg(test)]
mod tests;
