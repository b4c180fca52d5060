//! All that the public sees of a resort's own words: its content, and the log of what it reported.

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::list::List;
use crate::optimism::{self, Pair, WeekendBias};
use crate::report::{Field, Report};

/// Reports that the log holds; older ones stay in the store.
const LONGEST: usize = 30;

/// Reports of the log that keep a list's names: what stands, and what stands again when that is taken back. Of the others the log
/// keeps the counts, and the store every name.
const NAMED: usize = 2;

/// Days that stand beside a station: two winters.
const MOST_PAIRS: usize = 400;

/// A report in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedReport {
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

/// A report that can still be taken back. Alerts and webhooks see what stood before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RevocableReport {
    /// Its id.
    pub id: String,
    /// When it was published.
    pub published_at: Timestamp,
    /// Until when it can be taken back.
    pub until: Timestamp,
    /// The stored claims that stood before it; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its values that look like slips and were confirmed. While there is one, lists and rankings see what stood before, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubtful: Vec<Field>,
}

/// What a resort says of itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResortStatements {
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
    pub log: Vec<LoggedReport>,
    /// Its new snow beside a station's, one day each, oldest first, with the id of the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, Pair)>,
    /// Reports that can still be taken back, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsettled: Vec<RevocableReport>,
}

impl ResortStatements {
    /// The same with a report that was published.
    #[must_use]
    pub fn with(mut self, logged: LoggedReport) -> Self {
        self.log.insert(0, logged);
        self.log.truncate(LONGEST);
        for list in Field::LISTS {
            let named = self.log.iter_mut().filter(|logged| logged.report.lists.contains_key(&list));
            for logged in named.skip(NAMED) {
                logged.report = std::mem::take(&mut logged.report).without_names(list);
            }
        }
        self
    }

    /// The same with a report that can be taken back, as of `now`. Reports of one moment, such as the rows of a file, are one.
    #[must_use]
    pub fn unsettled_by(mut self, newer: RevocableReport, now: Timestamp) -> Self {
        self.unsettled.retain(|known| known.until > now);
        match self.unsettled.last_mut() {
            Some(known) if known.published_at == newer.published_at => known.doubtful.extend(newer.doubtful),
            _ => self.unsettled.push(newer),
        }
        self
    }

    /// The newest report that stands, if it can still be taken back at `now`, and until when.
    #[must_use]
    pub fn undoable_at(&self, now: Timestamp) -> Option<(&str, Timestamp)> {
        let last = self.last()?;
        let known = self.unsettled.iter().find(|known| known.published_at == last.published_at)?;
        (known.until > now).then_some((last.id.as_str(), known.until))
    }

    /// The oldest report that can still be taken back at `now`: alerts and webhooks see what stood before it.
    #[must_use]
    pub fn unsettled_at(&self, now: Timestamp) -> Option<&RevocableReport> {
        self.unsettled.iter().find(|known| known.until > now)
    }

    /// The oldest of them with a doubtful value that no later report has replaced: lists and rankings see what stood before it.
    #[must_use]
    pub fn doubtful_at(&self, now: Timestamp) -> Option<&RevocableReport> {
        let is_replaced = |known: &RevocableReport, field: &Field| {
            let later = self.log.iter().filter(|logged| logged.published_at > known.published_at);
            later
                .filter(|logged| logged.undone_at.is_none())
                .any(|logged| logged.report.cm.contains_key(field))
        };
        let mut open = self.unsettled.iter().filter(|known| known.until > now);
        open.find(|known| known.doubtful.iter().any(|field| !is_replaced(known, field)))
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
        self.unsettled.retain(|known| known.id != id);
        self
    }

    /// How far the resort leans on weekends; `None` for too few days.
    #[must_use]
    pub fn leaning(&self) -> Option<WeekendBias> {
        optimism::lean(&self.pairs.iter().map(|(_, pair)| *pair).collect::<Vec<_>>())
    }

    /// The list of lifts or runs that stands, and when it was so; a later count of them takes its place.
    #[must_use]
    pub fn listed(&self, list: Field) -> Option<(&List, Timestamp)> {
        let counts = list.counts()?;
        let speaks = |report: &Report| {
            report.lists.contains_key(&list) || counts.iter().any(|count| report.counts.contains_key(count))
        };
        let last = self.newest(speaks)?;
        Some((last.report.lists.get(&list)?, last.observed_at))
    }

    /// The last list of lifts or runs, whatever was counted since: what the next one is begun from.
    #[must_use]
    pub fn last_named(&self, list: Field) -> Option<(&List, Timestamp)> {
        let last = self.newest(|report| report.lists.contains_key(&list))?;
        Some((last.report.lists.get(&list)?, last.observed_at))
    }

    /// The report of the latest instant that stands and speaks of something; of one instant the one that was published last.
    fn newest(&self, speaks: impl Fn(&Report) -> bool) -> Option<&LoggedReport> {
        let standing =
            self.log.iter().rev().filter(|logged| logged.undone_at.is_none() && speaks(&logged.report));
        standing.max_by_key(|logged| logged.observed_at)
    }

    /// The newest report that stands.
    #[must_use]
    pub fn last(&self) -> Option<&LoggedReport> {
        self.log.iter().find(|logged| logged.undone_at.is_none())
    }
}

#[cfg(test)]
mod tests;
