//! All that the public sees of a resort's own words: its content, and the log of what it reported.

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::optimism::{self, Leaning, Pair};
use crate::report::Report;

/// Reports that the log holds; older ones stay in the store.
const LONGEST: usize = 30;

/// Days that stand beside a station: two winters.
const MOST_PAIRS: usize = 400;

/// A report in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Logged {
    /// Its id.
    pub id: String,
    /// When it was so.
    pub observed_at: Timestamp,
    /// When it was published.
    pub published_at: Timestamp,
    /// When it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<Timestamp>,
    /// What it says.
    pub report: Report,
}

/// What a resort says of itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Voice {
    /// The number of edits of the content that were ever published.
    #[serde(default)]
    pub revision: u64,
    /// When the content was last edited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// Its content.
    #[serde(default)]
    pub content: Content,
    /// Its reports, newest first, those that were taken back too.
    #[serde(default)]
    pub log: Vec<Logged>,
    /// Its new snow beside a station's, one day each, oldest first, with the id of the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, Pair)>,
}

impl Voice {
    /// The same with a report that was published.
    #[must_use]
    pub fn with(mut self, logged: Logged) -> Self {
        self.log.insert(0, logged);
        self.log.truncate(LONGEST);
        self
    }

    /// The same with a day's new snow beside a station's; a later report of the day takes the place of the former.
    #[must_use]
    pub fn beside(mut self, id: &str, pair: Pair) -> Self {
        self.pairs.retain(|(_, known)| known.on != pair.on);
        self.pairs.push((id.to_owned(), pair));
        let excess = self.pairs.len().saturating_sub(MOST_PAIRS);
        self.pairs.drain(..excess);
        self
    }

    /// The same with a report taken back.
    #[must_use]
    pub fn without(mut self, id: &str, now: Timestamp) -> Self {
        self.log.iter_mut().filter(|logged| logged.id == id).for_each(|logged| logged.undone_at = Some(now));
        self.pairs.retain(|(of, _)| of != id);
        self
    }

    /// How far the resort leans on weekends; `None` for too few days.
    #[must_use]
    pub fn leaning(&self) -> Option<Leaning> {
        optimism::lean(&self.pairs.iter().map(|(_, pair)| *pair).collect::<Vec<_>>())
    }

    /// The newest report that stands.
    #[must_use]
    pub fn last(&self) -> Option<&Logged> {
        self.log.iter().find(|logged| logged.undone_at.is_none())
    }
}
