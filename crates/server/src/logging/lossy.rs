//! The way of a line to standard error: through a queue with an end, written by a thread of its own. Whoever logs never waits
//! for whoever reads the log: what does not fit is lost, counted, and shown at `/metrics`.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;

/// Lines that wait at most.
const MOST_LINES: usize = 8_192;
/// Bytes that wait at most.
const MOST_BYTES: usize = 4 << 20;
/// Bytes that are written in one go, as far as they wait.
const AT_ONCE: usize = 64 << 10;
/// How long the last lines of a process are waited for, and how often it is looked whether there is room for the mark behind
/// them.
const LAST_LINES: Duration = Duration::from_secs(1);
const LOOKS: u32 = 100;

enum Entry {
    Line(Vec<u8>),
    /// Answered once everything before it is written.
    Mark(SyncSender<()>),
}

/// Where lines go: cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Lossy {
    entries: SyncSender<Entry>,
    waiting: Arc<AtomicUsize>,
    lost: Counter,
}

/// Writes the last lines when it is dropped, as far as somebody reads them.
#[derive(Debug)]
pub struct LastLines(SyncSender<Entry>);

impl Lossy {
    /// A queue before `out`, with its own thread; lines that do not fit are counted on `lost`.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn new(out: impl Write + Send + 'static, lost: Counter) -> io::Result<(Self, LastLines)> {
        let (entries, queue) = sync_channel(MOST_LINES);
        let waiting = Arc::new(AtomicUsize::new(0));
        let written = Arc::clone(&waiting);
        thread::Builder::new().name("log".to_owned()).spawn(move || write_all(out, &queue, &written))?;
        let last = LastLines(entries.clone());
        Ok((Self { entries, waiting, lost }, last))
    }
}

impl Write for Lossy {
    /// A whole line, as the subscriber writes it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let before = self.waiting.fetch_add(line.len(), Ordering::Relaxed);
        let fits = before.saturating_add(line.len()) <= MOST_BYTES;
        if !fits || self.entries.try_send(Entry::Line(line.to_vec())).is_err() {
            self.waiting.fetch_sub(line.len(), Ordering::Relaxed);
            self.lost.inc();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LastLines {
    fn drop(&mut self) {
        let (mark, reached) = sync_channel(1);
        let mut mark = Entry::Mark(mark);
        for _ in 0..LOOKS {
            match self.0.try_send(mark) {
                Ok(()) => {
                    let _ = reached.recv_timeout(LAST_LINES);
                    return;
                }
                Err(TrySendError::Full(again)) => mark = again,
                Err(TrySendError::Disconnected(_)) => return,
            }
            // A queue that is full is being read, or nobody reads.
            thread::sleep(LAST_LINES / LOOKS);
        }
    }
}

/// Writes until nobody can log any more. What the system does not take, on a full disk or into a closed pipe, is lost.
fn write_all(mut out: impl Write, queue: &Receiver<Entry>, waiting: &AtomicUsize) {
    let mut lines = Vec::new();
    while let Ok(first) = queue.recv() {
        let (mut next, mut mark) = (Some(first), None);
        while let Some(entry) = next {
            match entry {
                Entry::Line(line) => lines.extend_from_slice(&line),
                Entry::Mark(reached) => mark = Some(reached),
            }
            next = if lines.len() < AT_ONCE && mark.is_none() { queue.try_recv().ok() } else { None };
        }
        let _ = out.write_all(&lines).and_then(|()| out.flush());
        waiting.fetch_sub(lines.len(), Ordering::Relaxed);
        lines.clear();
        if let Some(reached) = mark {
            let _ = reached.try_send(());
        }
    }
}

#[cfg(test)]
mod tests;
