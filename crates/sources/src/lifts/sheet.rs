//! The rows of a report, and how many of them are open: counted only where every row that counts is known.
//!
//! Carries `contract-decisions` 6, "`open` and `total` from one source", and "null, never a guess": one row of unknown
//! state, one row that did not read or a count of the feed's own that says otherwise, and `open` is null. A list without
//! rows and a stated total of 0 are no counts at all: that is what empty templates say.

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
    /// Name, as the feed has it.
    pub name: String,
    /// What it does; null when the feed does not say, or uses words that are not in the table.
    pub state: Option<State>,
    /// The feed's own word for it; null when there is none.
    pub word: Option<String>,
    /// Whether it is among those that are counted.
    pub counted: bool,
}

impl Row {
    /// A row; `word` is what the feed says of it.
    #[must_use]
    pub fn new(name: &str, word: Option<StateTerm>, counted: bool) -> Self {
        let state = word.as_ref().and_then(|word| word.state);
        Self { name: excerpt(name, LONGEST_NAME), state, word: word.map(|word| word.written), counted }
    }
}

/// Longest name that is kept, characters.
const LONGEST_NAME: usize = 120;

/// The rows of one kind in one report.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sheet {
    /// Those that read, in the feed's order.
    pub rows: Vec<Row>,
    /// Those that did not.
    pub faults: Vec<ParseError>,
    /// The feed's own count, where it has one.
    pub stated: OwnCount,
}

/// What a feed counts itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OwnCount {
    /// How many are open.
    pub open: Option<u32>,
    /// How many there are.
    pub total: Option<u32>,
}

impl Sheet {
    /// The rows of `parts`, each read by `read`; `None` from it is a row that is none of this kind.
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

    /// Notes that the row with this index does not read.
    pub fn fault(&mut self, lane: &'static str, row: usize, kind: Kind) {
        note(&mut self.faults, [ParseError { lane, at: FaultPosition::Row(row), kind }]);
    }

    /// Makes one row of those with one name: a run is listed under every lift that serves it. Rows of one name that
    /// contradict each other are one row of unknown state.
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

    /// How many there are and how many are open, as far as this is known.
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

    /// Why the count is not all that it could be: one line for each reason.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let counted = || self.rows.iter().filter(|row| row.counted);
        let mut doubts = Vec::new();
        for row in counted().filter(|row| row.state.is_none()) {
            doubts.push(match &row.word {
                Some(word) => format!("{}: nobody knows what `{word}` means", row.name),
                None => format!("{}: no state", row.name),
            });
        }
        let open = counted().filter(|row| row.state == Some(State::Open)).count();
        if let Some(stated) = self.stated.open.filter(|stated| usize::try_from(*stated) != Ok(open)) {
            doubts.push(format!("{open} rows are open, and the feed says that {stated} are"));
        }
        if self.stated.total == Some(0) {
            doubts.push("a total of 0 says nothing".to_owned());
        }
        doubts
    }

    /// Whether no row at all says what it does: then a member was renamed, and nothing here is a report.
    #[must_use]
    pub fn is_mute(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.word.is_none())
    }
}

/// A row's name.
///
/// # Errors
/// When there is none.
pub fn name(row: &Object<'_>, member: &str) -> Result<String, Kind> {
    row.text(member).ok_or_else(|| Kind::Malformed(format!("a row without `{member}`")))
}

/// A number of things in a member: whole, not negative.
#[must_use]
pub fn whole(number: Number) -> Option<u32> {
    let value = number.get().filter(|value| value.fract() == 0.0)?;
    (0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32)
}

/// Whether a row is for tubes and sledges rather than skis.
#[must_use]
pub fn is_tubing(row: &Object<'_>, members: &[&str]) -> bool {
    let mut words = members.iter().filter_map(|member| row.text(member));
    words.any(|word| word.to_lowercase().contains("tubing"))
}

#[cfg(test)]
mod tests;
