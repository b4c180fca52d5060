//! The stored state that a lane loads each time it acquires its lease: the previous holder may have fetched newer data
//! than this process has.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;

use crate::winters::stored::Coverage;

/// The part of the stored state that a lane needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateQuery {
    /// Lane and kind of the newest evidence rows of every resort.
    pub rows: Option<(&'static str, &'static str)>,
    /// Start of the earlier rows that are loaded too, for the resorts of these rows.
    pub past_since: Option<Timestamp>,
    /// Names of the calls whose last record is wanted.
    pub asked: Vec<String>,
    /// Key of a setting.
    pub setting: Option<String>,
    /// Kind of the documents.
    pub documents: Option<&'static str>,
    /// Whether the coverage of the stored winters is wanted.
    pub winters: bool,
}

/// The loaded state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredState {
    pub rows: Vec<KnownRow>,
    /// Payloads of the past, in no particular order.
    pub past: Vec<String>,
    /// Time of the last record of each call, by name, and whether it succeeded.
    pub asked: BTreeMap<String, (Timestamp, bool)>,
    pub setting: Option<String>,
    /// The documents, subject and payload.
    pub documents: Vec<(String, String)>,
    /// The coverage of the stored winters.
    pub winters: Vec<Coverage>,
}

/// The newest row of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownRow {
    pub slug: String,
    /// When it was stored; `None` if that is ahead of the clock.
    pub captured_at: Option<Timestamp>,
    /// Payload in its form.
    pub payload: String,
}

impl StoredState {
    /// Removes times that are ahead of `now` by more than the clocks of replicas differ: they were written while a
    /// clock was wrong, and would block a lane until they pass.
    #[must_use]
    pub fn without_future_times(mut self, now: Timestamp) -> Self {
        let past = |at: Timestamp| !Policy::CONTRACT.is_in_future(at, now);
        for row in &mut self.rows {
            row.captured_at = row.captured_at.filter(|at| past(*at));
        }
        self.asked.retain(|_, (at, _)| past(*at));
        self
    }
}

#[cfg(test)]
mod tests;
