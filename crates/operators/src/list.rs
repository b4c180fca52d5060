//! Lifts and runs by name: what each of them does, as the resort says it.
//!
//! Nothing is open that nobody calls open: a name without a word for it is unknown. A list in a text has a name a line, or `|`
//! between names, and the status behind a colon, `Summit Chair: open | Nursery Tow: on hold`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problem::ProblemKind;
use crate::text::{self, Bounds};

mod tapped;

pub use tapped::ListForm;

/// A name of a lift or a run.
pub const NAME: Bounds = Bounds { most: 60, lines: false };

macro_rules! statuses {
    ($($name:ident $code:literal [$($word:literal),*];)*) => {
        /// What a lift or a run does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        pub enum LiftStatus {
            $(#[doc = $code] #[serde(rename = $code)] $name),*,
            /// Nobody says.
            #[default]
            #[serde(rename = "UNKNOWN")]
            Unknown,
        }

        impl LiftStatus {
            /// Every status, in the order of forms.
            pub const ALL: &[Self] = &[$(Self::$name),*, Self::Unknown];

            /// Its word on the wire.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code),*, Self::Unknown => "UNKNOWN" }
            }

            /// Words of six languages, as they stand in files and e-mails.
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
    /// The status that a word means, in any case, with spaces or hyphens for underlines.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let word = word.trim();
        // Longer than any word: what is not looked up is not folded either.
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
    /// Its name, as the resort writes it.
    pub name: String,
    /// What it does.
    pub status: LiftStatus,
}

/// All that a resort names, in its order, each once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct List(Vec<ListItem>);

impl List {
    /// The list of these, at most `most`.
    ///
    /// # Errors
    /// An empty one, too many, and a name that occurs twice, whatever its case.
    pub fn of(all: Vec<ListItem>, most: usize) -> Result<Self, ProblemKind> {
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

    /// Its lifts or runs, in the resort's order.
    #[must_use]
    pub fn all(&self) -> &[ListItem] {
        &self.0
    }

    /// How many are said to do this.
    #[must_use]
    pub fn count(&self, status: LiftStatus) -> u32 {
        self.0.iter().map(|named| u32::from(named.status == status)).sum()
    }

    /// How many it names.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// Whether it names none, which no list that was read does.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A list as a text with bars between its names, which reads back as the same list.
impl std::fmt::Display for List {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, ListItem { name, status })| {
            let bar = if index == 0 { "" } else { "|" };
            write!(f, "{bar}{name}: {}", status.code())
        })
    }
}

/// Two names that only case and spaces part are one name.
#[must_use]
pub fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A list as a text.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn of_text(text: &str, most: usize) -> Result<List, ProblemKind> {
    // More than so many names of the longest kind, with their words: not looked at.
    if text.len() > most.saturating_mul(4 * NAME.most + 60) {
        return Err(ProblemKind::LongList(most));
    }
    let lines = text.split(['\n', '|']).map(str::trim).filter(|line| !line.is_empty());
    let named = lines.enumerate().map(|(index, line)| {
        let (name, word) = line.split_once([':', '：']).unwrap_or((line, ""));
        entry(index + 1, name, word)
    });
    List::of(named.take(most + 1).collect::<Result<_, _>>()?, most)
}

/// A list as JSON: objects of `name` and `status`; a status that is left out or null is unknown.
///
/// # Errors
/// The first thing that is wrong with it.
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
    List::of(named.collect::<Result<_, _>>()?, most)
}

/// One of a list; without a word nobody knows what it does.
fn entry(line: usize, name: &str, word: &str) -> Result<ListItem, ProblemKind> {
    let plain = text::plain(name, NAME).map_err(|why| ProblemKind::Name { line, why })?;
    let name = plain.ok_or(ProblemKind::NoName(line))?;
    // A list that is written as a text could not be read back.
    if name.contains([':', '：', '|']) {
        return Err(ProblemKind::Sign(line));
    }
    let status = match word.trim() {
        "" => LiftStatus::Unknown,
        word => LiftStatus::of(word).ok_or(ProblemKind::ListStatus(line))?,
    };
    Ok(ListItem { name, status })
}

#[cfg(test)]
mod tests;
