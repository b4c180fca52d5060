//! Lifts and runs by name, with the status that the resort reports for each.
//!
//! A name without a status is unknown, never open. A list in a text has one name per line, or `|` between names, and
//! the status after a colon: `Summit Chair: open | Nursery Tow: on hold`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plain_text::{self, Bounds};
use crate::problem::ProblemKind;

mod form_list;

pub use form_list::ListForm;

/// Bounds of the name of a lift or a run.
pub const NAME: Bounds = Bounds { most: 60, lines: false };

macro_rules! statuses {
    ($($name:ident $code:literal [$($word:literal),*];)*) => {
        /// Status of a lift or a run.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        pub enum LiftStatus {
            $(#[doc = $code] #[serde(rename = $code)] $name),*,
            /// Not reported.
            #[default]
            #[serde(rename = "UNKNOWN")]
            Unknown,
        }

        impl LiftStatus {
            /// Every status, in the order of forms.
            pub const ALL: &[Self] = &[$(Self::$name),*, Self::Unknown];

            /// Returns the code on the wire.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code),*, Self::Unknown => "UNKNOWN" }
            }

            /// Returns the terms in six languages, as used in files and e-mails.
            const fn words(self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => &[$($word),*]),*,
                    Self::Unknown => &["unknown", "unbekannt", "inconnu", "sconosciuto", "desconocido", "不明", "?"],
                }
            }
        }
    };
}

statuses! {
    Open "OPEN" ["open", "offen", "geöffnet", "ouvert", "ouverte", "aperto", "aperta", "abierto", "abierta", "運行中", "営業中", "滑走可"];
    Closed "CLOSED" ["closed", "geschlossen", "zu", "fermé", "fermée", "chiuso", "chiusa", "cerrado", "cerrada", "運休", "閉鎖"];
    OnHold "ON_HOLD" ["on_hold", "hold", "wind_hold", "angehalten", "en_attente", "sospeso", "sospesa", "en_espera", "suspendido", "suspendida", "見合わせ"];
}

impl LiftStatus {
    /// Parses a term, in any case, with spaces or hyphens for underscores.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim();
        // Longer than any term, so it is rejected before case folding.
        if word.len() > 40 {
            return None;
        }
        let word = word.to_lowercase().replace([' ', '-'], "_");
        Self::ALL.iter().copied().find(|status| status.words().contains(&word.as_str()))
    }
}

/// A lift or a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListItem {
    /// Name as written by the resort.
    pub name: String,
    pub status: LiftStatus,
}

/// The named lifts or runs of a resort, in its order, without duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct List(Vec<ListItem>);

impl List {
    /// Creates a list of at most `most` names.
    ///
    /// # Errors
    /// Returns a problem if the list is empty or too long, or if a name occurs twice in any case.
    pub fn new(all: Vec<ListItem>, most: usize) -> Result<Self, ProblemKind> {
        if all.is_empty() {
            return Err(ProblemKind::EmptyList);
        }
        if all.len() > most {
            return Err(ProblemKind::LongList(most));
        }
        let mut seen = BTreeSet::new();
        match all.iter().find(|named| !seen.insert(folded(&named.name))) {
            Some(twice) => Err(ProblemKind::Twice(twice.name.clone())),
            None => Ok(Self(all)),
        }
    }

    /// Returns the lifts or runs in the resort's order.
    #[must_use]
    pub fn all(&self) -> &[ListItem] {
        &self.0
    }

    /// Returns the number with this status.
    #[must_use]
    pub fn count(&self, status: LiftStatus) -> u32 {
        self.0.iter().map(|named| u32::from(named.status == status)).sum()
    }

    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// Returns whether the list is empty, which a parsed list never is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Formats the list as text with bars between names, which parses to the same list.
impl std::fmt::Display for List {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, ListItem { name, status })| {
            let bar = if index == 0 { "" } else { "|" };
            write!(f, "{bar}{name}: {}", status.code())
        })
    }
}

/// Returns the key of a name: names that differ only in case and spaces are equal.
#[must_use]
pub fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Parses a list in a text.
///
/// # Errors
/// Returns the first problem.
pub fn of_text(text: &str, most: usize) -> Result<List, ProblemKind> {
    // Longer than the maximum number of longest names with their statuses.
    if text.len() > most.saturating_mul(4 * NAME.most + 60) {
        return Err(ProblemKind::LongList(most));
    }
    let lines = text.split(['\n', '|']).map(str::trim).filter(|line| !line.is_empty());
    let named = lines.enumerate().map(|(index, line)| {
        let (name, word) = line.split_once([':', '：']).unwrap_or((line, ""));
        entry(index + 1, name, word)
    });
    List::new(named.take(most + 1).collect::<Result<_, _>>()?, most)
}

/// Parses a list in JSON: objects of `name` and `status`. An omitted or null status is unknown.
///
/// # Errors
/// Returns the first problem.
pub fn of_json(items: &[Value], most: usize) -> Result<List, ProblemKind> {
    if items.len() > most {
        return Err(ProblemKind::LongList(most));
    }
    let named = items.iter().enumerate().map(|(index, item)| {
        let line = index + 1;
        let known = item.as_object().filter(|item| item.keys().all(|key| key == "name" || key == "status"));
        let item = known.ok_or_else(|| {
            ProblemKind::Other(format!("entry {line}: must be an object of name and status"))
        })?;
        let name = item.get("name").and_then(Value::as_str).ok_or(ProblemKind::NoName(line))?;
        let word = match item.get("status") {
            None | Some(Value::Null) => "",
            Some(Value::String(word)) if !word.trim().is_empty() => word,
            Some(_) => return Err(ProblemKind::ListStatus(line)),
        };
        entry(line, name, word)
    });
    List::new(named.collect::<Result<_, _>>()?, most)
}

/// Parses one item of a list; without a status it is unknown.
fn entry(line: usize, name: &str, word: &str) -> Result<ListItem, ProblemKind> {
    let plain = plain_text::plain(name, NAME).map_err(|why| ProblemKind::Name { line, why })?;
    let name = plain.ok_or(ProblemKind::NoName(line))?;
    // Otherwise the list could not be parsed again from its text.
    if name.contains([':', '：', '|']) {
        return Err(ProblemKind::Sign(line));
    }
    let status = match word.trim() {
        "" => LiftStatus::Unknown,
        word => LiftStatus::parse(word).ok_or(ProblemKind::ListStatus(line))?,
    };
    Ok(ListItem { name, status })
}

#[cfg(test)]
mod tests;
