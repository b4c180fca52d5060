//! Collects documents so that several are stored together: every write creates a new world, which is not worthwhile for
//! one or two small documents.

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};

use crate::store_batch::{StoreBatch, Success};

/// Maximum number of documents stored at once.
const MOST: usize = 16;
/// Longest time that a document waits, milliseconds.
const LONGEST_MS: i64 = MINUTE_MS;
/// Interval at which an idle lane reports itself as healthy, milliseconds.
pub(crate) const IDLE_MS: i64 = HOUR_MS;

#[derive(Debug)]
pub(crate) struct Batch {
    kind: &'static str,
    health: String,
    since: Option<Timestamp>,
    /// Time of the last report as healthy.
    well: Option<Timestamp>,
    waiting: Vec<(String, String)>,
    /// Whether a call has failed since the last document. Storing that document does not show that the source works.
    is_failing: bool,
}

impl Batch {
    /// Makes an empty batch; storing a batch counts as a success of `health`.
    pub(crate) const fn new(kind: &'static str, health: String) -> Self {
        Self { kind, health, since: None, well: None, waiting: Vec::new(), is_failing: false }
    }

    pub(crate) fn push(&mut self, subject: String, payload: String, now: Timestamp) {
        self.since.get_or_insert(now);
        self.waiting.push((subject, payload));
        self.is_failing = false;
    }

    /// Records that a call failed: its source is not reported as healthy before the next document.
    pub(crate) const fn call_failed(&mut self) {
        self.is_failing = true;
    }

    fn healthy(&self) -> Vec<Success> {
        if self.is_failing { Vec::new() } else { vec![Success::timeless(self.health.clone())] }
    }

    /// Returns the documents to store now: if there are enough, if one has waited long enough, or if no more are
    /// expected soon. An idle lane returns an empty batch from time to time, so that its silence does not count as a
    /// fault.
    pub(crate) fn due(&mut self, is_last: bool, now: Timestamp) -> Option<StoreBatch> {
        let Some(since) = self.since else {
            let well = *self.well.get_or_insert(now);
            if !is_last || (0..IDLE_MS).contains(&now.since(well)) {
                return None;
            }
            self.well = Some(now);
            return Some(StoreBatch { healthy: self.healthy(), ..StoreBatch::default() });
        };
        if !is_last && self.waiting.len() < MOST && now.since(since) < LONGEST_MS {
            return None;
        }
        (self.since, self.well) = (None, Some(now));
        let documents = std::mem::take(&mut self.waiting);
        let documents =
            documents.into_iter().map(|(subject, payload)| (self.kind, subject, payload)).collect();
        Some(StoreBatch { documents, healthy: self.healthy(), ..StoreBatch::default() })
    }

    /// Drops the waiting documents.
    pub(crate) fn clear(&mut self) {
        (self.since, self.waiting) = (None, Vec::new());
    }
}
