//! The rows of a report, and how many of them are open: counted only if every row that counts is known.
//!
//! Implements `contract-decisions` 6, "`open` and `total` from one source", and "null, never a guess": `open` is null
//! if a row has an unknown state, a row is unreadable, or the feed's own count differs. A list without rows and a
//! stated total of 0 do not count: empty templates look like that.

use std::collections::HashMap;

use conditions_core::record::OpenTotal;
use serde::Serialize;

use super::state::{State, StateTerm};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::json_cut::{Number, Object, Parts, Raw};

/// A lift or a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Name, as written in the feed.
    pub name: String,
    /// State; null if the feed does not state it, or uses a term that is not in the table.
    pub state: Option<State>,
    /// The feed's own term for the state; null if absent.
    pub word: Option<String>,
    /// Whether the row counts.
    pub counted: bool,
}

impl Row {
    /// Makes a row; `word` is the feed's term for its state.
    #[must_use]
    pub fn new(name: &str, word: Option<StateTerm>, counted: bool) -> Self {
        let state = word.as_ref().and_then(|word| word.state);
        Self { name: excerpt(name, LONGEST_NAME), state, word: word.map(|word| word.written), counted }
    }
}

/// Maximum length of a name, characters.
const LONGEST_NAME: usize = 120;

/// The rows of one kind in one report.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sheet {
    /// The readable rows, in the feed's order.
    pub rows: Vec<Row>,
    /// The errors of the unreadable rows.
    pub faults: Vec<ParseError>,
    /// The feed's own count, if it has one.
    pub stated: OwnCount,
}

/// A count stated by the feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OwnCount {
    /// Number of open rows.
    pub open: Option<u32>,
    /// Number of all rows.
    pub total: Option<u32>,
}

impl Sheet {
    /// Reads the rows of `parts`, each with `read`, which returns `None` for a row of another kind.
    pub fn read<'a>(
        lane: &'static str,
        parts: &Parts<Raw<'a>>,
        mut read: impl FnMut(&Object<'a>) -> Result<Option<Row>, Kind>,
    ) -> Self {
        let mut sheet = Self::default();
        for (index, part) in parts.items.iter().enumerate() {
            match part.object().and_then(|object| read(&object)) {
                Ok(row) => sheet.rows.extend(row),
                Err(kind) => sheet.fault(lane, index, kind),
            }
        }
        if let Some(kind) = &parts.fault {
            sheet.fault(lane, parts.items.len(), kind.clone());
        }
        sheet
    }

    /// Records that the row with this index is unreadable.
    pub fn fault(&mut self, lane: &'static str, row: usize, kind: Kind) {
        note(&mut self.faults, [ParseError { lane, at: FaultPosition::Row(row), kind }]);
    }

    /// Merges rows with the same name: a run is listed under every lift that serves it. Contradicting rows become one
    /// row of unknown state.
    pub fn merge_names(&mut self) {
        let mut at: HashMap<String, usize> = HashMap::new();
        let mut merged: Vec<Row> = Vec::new();
        for row in self.rows.drain(..) {
            match at.get(&row.name).and_then(|known| merged.get_mut(*known)) {
                None => {
                    at.insert(row.name.clone(), merged.len());
                    merged.push(row);
                }
                Some(known) => {
                    known.counted |= row.counted;
                    if known.state != row.state {
                        known.state = None;
                    }
                }
            }
        }
        self.rows = merged;
    }

    /// Counts the rows and the open ones, as far as they are known.
    #[must_use]
    pub fn count(&self) -> OpenTotal {
        let counted = || self.rows.iter().filter(|row| row.counted);
        let number = |rows: usize| u32::try_from(rows).ok();
        let whole = self.faults.is_empty();
        let listed = number(counted().count()).filter(|rows| whole && *rows > 0);
        let open = number(counted().filter(|row| row.state == Some(State::Open)).count());
        let agrees = |open: &u32| self.stated.open.is_none_or(|stated| stated == *open);
        let known = listed.is_some() && counted().all(|row| row.state.is_some());
        OpenTotal {
            open: open.filter(|_| known).filter(agrees),
            total: self.stated.total.filter(|total| *total > 0).or(listed),
        }
    }

    /// Explains why the count is incomplete: one line for each reason.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let counted = || self.rows.iter().filter(|row| row.counted);
        let mut doubts = Vec::new();
        for row in counted().filter(|row| row.state.is_none()) {
            doubts.push(match &row.word {
                Some(word) => format!("{}: unknown term `{word}`", row.name),
                None => format!("{}: no state", row.name),
            });
        }
        let open = counted().filter(|row| row.state == Some(State::Open)).count();
        if let Some(stated) = self.stated.open.filter(|stated| usize::try_from(*stated) != Ok(open)) {
            doubts.push(format!("{open} rows are open, but the feed counts {stated}"));
        }
        if self.stated.total == Some(0) {
            doubts.push("a total of 0 is not a count".to_owned());
        }
        doubts
    }

    /// Returns whether no row has a state. Then a member was renamed, and the response is not a report.
    #[must_use]
    pub fn has_no_states(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.word.is_none())
    }
}

/// Returns a row's name.
///
/// # Errors
/// Returns an error if it is missing.
pub fn name(row: &Object<'_>, member: &str) -> Result<String, Kind> {
    row.text(member).ok_or_else(|| Kind::Malformed(format!("a row without `{member}`")))
}

/// Returns a whole, non-negative number from a member.
#[must_use]
pub fn whole(number: Number) -> Option<u32> {
    let value = number.get().filter(|value| value.fract() == 0.0)?;
    (0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32)
}

/// Returns whether a row is for tubes and sledges rather than skis.
#[must_use]
pub fn is_tubing(row: &Object<'_>, members: &[&str]) -> bool {
    let mut words = members.iter().filter_map(|member| row.text(member));
    words.any(|word| word.to_lowercase().contains("tubing"))
}

#[cfg(test)]
mod tests;
