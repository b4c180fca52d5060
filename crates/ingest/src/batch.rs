//! Documents that wait to be stored together: every write makes a new world, and one of a few small documents is not worth it.

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};

use crate::keep::{StoreBatch, Success};

/// So many are stored at once at most.
const MOST: usize = 16;
/// None waits longer than this, milliseconds.
const LONGEST_MS: i64 = MINUTE_MS;
/// A lane that has nothing to ask says this often that it is well, milliseconds.
pub(crate) const IDLE_MS: i64 = HOUR_MS;

/// Documents of one kind.
#[derive(Debug)]
pub(crate) struct Batch {
    kind: &'static str,
    health: String,
    since: Option<Timestamp>,
    /// When it said last that it is well.
    well: Option<Timestamp>,
    /// Subject and payload.
    waiting: Vec<(String, String)>,
}

impl Batch {
    /// None yet; storing some is a success of `health`.
    pub(crate) const fn new(kind: &'static str, health: String) -> Self {
        Self { kind, health, since: None, well: None, waiting: Vec::new() }
    }

    /// One more.
    pub(crate) fn push(&mut self, subject: String, payload: String, now: Timestamp) {
        self.since.get_or_insert(now);
        self.waiting.push((subject, payload));
    }

    /// What is to be stored now: when there are enough of them, when one has waited long enough, or when no more are to be
    /// expected soon. Nothing, now and then, where there is nothing to ask: silence is then no fault.
    pub(crate) fn due(&mut self, is_last: bool, now: Timestamp) -> Option<StoreBatch> {
        let Some(since) = self.since else {
            let well = *self.well.get_or_insert(now);
            if !is_last || (0..IDLE_MS).contains(&now.since(well)) {
                return None;
            }
            self.well = Some(now);
            return Some(StoreBatch {
                healthy: vec![Success::timeless(self.health.clone())],
                ..StoreBatch::default()
            });
        };
        if !is_last && self.waiting.len() < MOST && now.since(since) < LONGEST_MS {
            return None;
        }
        (self.since, self.well) = (None, Some(now));
        let documents = std::mem::take(&mut self.waiting);
        let documents =
            documents.into_iter().map(|(subject, payload)| (self.kind, subject, payload)).collect();
        Some(StoreBatch {
            documents,
            healthy: vec![Success::timeless(self.health.clone())],
            ..StoreBatch::default()
        })
    }

    /// Forgets what waits.
    pub(crate) fn clear(&mut self) {
        (self.since, self.waiting) = (None, Vec::new());
    }
}
