//! The public data of a resort about itself: its content, and the log of its reports.

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::list::List;
use crate::optimism::{self, Pair, WeekendBias};
use crate::report::{Field, Report};

/// Maximum number of reports in the log; older ones stay in the store.
const LONGEST: usize = 30;

/// Number of logged reports that keep a list's names: the one in force, and the one in force again after a withdrawal.
/// The log keeps only the counts of older ones, and the store keeps every name.
const NAMED: usize = 2;

/// Maximum number of days with a station's measurement: two winters.
const MOST_PAIRS: usize = 400;

/// A report in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedReport {
    pub id: String,
    /// Time of the observation.
    pub observed_at: Timestamp,
    /// Time of publication.
    pub published_at: Timestamp,
    /// Time of withdrawal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<Timestamp>,
    pub report: Report,
}

/// A report that can still be withdrawn. Alerts and webhooks use the data before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RevocableReport {
    pub id: String,
    /// Time of publication.
    pub published_at: Timestamp,
    /// End of the time within which it can be withdrawn.
    pub until: Timestamp,
    /// Stored claims before the report; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Confirmed values that look like slips. If there is one, lists and rankings also use the data before the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubtful: Vec<Field>,
}

/// A resort's statements about itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResortStatements {
    /// Number of published edits of the content so far.
    #[serde(default)]
    pub revision: u64,
    /// Time of the last edit of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(default)]
    pub content: Content,
    /// Reports, newest first, including withdrawn ones.
    #[serde(default)]
    pub log: Vec<LoggedReport>,
    /// New snow together with a station's, one day each, oldest first, with the id of the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, Pair)>,
    /// Reports that can still be withdrawn, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsettled: Vec<RevocableReport>,
}

impl ResortStatements {
    /// Adds a published report.
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

    /// Adds a report that can be withdrawn, as of `now`. Reports of one moment, such as the rows of a file, count as
    /// one.
    #[must_use]
    pub fn unsettled_by(mut self, newer: RevocableReport, now: Timestamp) -> Self {
        self.unsettled.retain(|known| known.until > now);
        match self.unsettled.last_mut() {
            Some(known) if known.published_at == newer.published_at => known.doubtful.extend(newer.doubtful),
            _ => self.unsettled.push(newer),
        }
        self
    }

    /// Returns the newest report in force and the end of its withdrawal period, if it can still be withdrawn at `now`.
    #[must_use]
    pub fn undoable_at(&self, now: Timestamp) -> Option<(&str, Timestamp)> {
        let last = self.last()?;
        let known = self.unsettled.iter().find(|known| known.published_at == last.published_at)?;
        (known.until > now).then_some((last.id.as_str(), known.until))
    }

    /// Returns the oldest report that can still be withdrawn at `now`: alerts and webhooks use the data before it.
    #[must_use]
    pub fn unsettled_at(&self, now: Timestamp) -> Option<&RevocableReport> {
        self.unsettled.iter().find(|known| known.until > now)
    }

    /// Returns the oldest of them with a doubtful value that no later report has replaced: lists and rankings use the
    /// data before it.
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

    /// Adds a day's new snow together with a station's; a later report of the day replaces the earlier one.
    #[must_use]
    pub fn with_pair(mut self, id: &str, pair: Pair) -> Self {
        self.pairs.retain(|(_, known)| known.on != pair.on);
        self.pairs.push((id.to_owned(), pair));
        let excess = self.pairs.len().saturating_sub(MOST_PAIRS);
        self.pairs.drain(..excess);
        self
    }

    /// Removes a withdrawn report.
    #[must_use]
    pub fn without(mut self, id: &str, now: Timestamp) -> Self {
        self.log.iter_mut().filter(|logged| logged.id == id).for_each(|logged| logged.undone_at = Some(now));
        self.pairs.retain(|(of, _)| of != id);
        self.unsettled.retain(|known| known.id != id);
        self
    }

    /// Returns the weekend bias of the resort; `None` for too few days.
    #[must_use]
    pub fn weekend_bias(&self) -> Option<WeekendBias> {
        optimism::weekend_bias(&self.pairs.iter().map(|(_, pair)| *pair).collect::<Vec<_>>())
    }

    /// Returns the list of lifts or runs in force with its time; a later count replaces a list.
    #[must_use]
    pub fn current_list(&self, list: Field) -> Option<(&List, Timestamp)> {
        let counts = list.counts()?;
        let speaks = |report: &Report| {
            report.lists.contains_key(&list) || counts.iter().any(|count| report.counts.contains_key(count))
        };
        let last = self.newest(speaks)?;
        Some((last.report.lists.get(&list)?, last.observed_at))
    }

    /// Returns the last list of lifts or runs, regardless of later counts, as the start of the next one.
    #[must_use]
    pub fn last_named(&self, list: Field) -> Option<(&List, Timestamp)> {
        let last = self.newest(|report| report.lists.contains_key(&list))?;
        Some((last.report.lists.get(&list)?, last.observed_at))
    }

    /// Returns the report in force with the latest time that satisfies `speaks`; for equal times, the one published
    /// last.
    fn newest(&self, speaks: impl Fn(&Report) -> bool) -> Option<&LoggedReport> {
        let standing =
            self.log.iter().rev().filter(|logged| logged.undone_at.is_none() && speaks(&logged.report));
        standing.max_by_key(|logged| logged.observed_at)
    }

    /// Returns the newest report in force.
    #[must_use]
    pub fn last(&self) -> Option<&LoggedReport> {
        self.log.iter().find(|logged| logged.undone_at.is_none())
    }
}

#[cfg(test)]
mod tests;
