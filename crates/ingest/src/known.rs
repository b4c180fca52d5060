//! What storage holds that a lane begins with, each time it gets its lease: whoever asked in between knows more than this
//! process does.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;

use crate::winters::on_record::Coverage;

/// What a lane wants to know of storage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateQuery {
    /// The newest evidence rows of every resort: lane and kind.
    pub rows: Option<(&'static str, &'static str)>,
    /// Of the resorts of these rows all rows since an instant as well.
    pub past_since: Option<Timestamp>,
    /// When calls were noted last: their names.
    pub asked: Vec<String>,
    /// A setting: its key.
    pub setting: Option<String>,
    /// The documents of a kind.
    pub documents: Option<&'static str>,
    /// How far winters have been asked for.
    pub winters: bool,
}

/// What storage knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredState {
    /// The newest evidence rows.
    pub rows: Vec<KnownRow>,
    /// Payloads of the past, in no particular order.
    pub past: Vec<String>,
    /// When calls were noted last, by name, and whether they were answered.
    pub asked: BTreeMap<String, (Timestamp, bool)>,
    /// The setting.
    pub setting: Option<String>,
    /// The documents, subject and payload.
    pub documents: Vec<(String, String)>,
    /// How far the winters on record have been asked for.
    pub winters: Vec<Coverage>,
}

/// The newest row of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownRow {
    /// Resort slug.
    pub slug: String,
    /// When it was learned; `None` when that lies ahead of the clock.
    pub captured_at: Option<Timestamp>,
    /// By its form.
    pub payload: String,
}

impl StoredState {
    /// Without instants that lie further ahead of `now` than clocks of replicas differ: they were written while a clock was
    /// wrong, and would hold a lane up until they pass.
    #[must_use]
    pub fn without_the_future(mut self, now: Timestamp) -> Self {
        let past = |at: Timestamp| !Policy::CONTRACT.is_ahead(at, now);
        for row in &mut self.rows {
            row.captured_at = row.captured_at.filter(|at| past(*at));
        }
        self.asked.retain(|_, (at, _)| past(*at));
        self
    }
}

#[cfg(test)]
mod tests;
