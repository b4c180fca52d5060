//! Maps a resort's term for the state of a lift or a run to its meaning: one table, and `None` for a term that is not
//! in it.
//!
//! Implements "unknown words give null, never a state; hold and scheduled are not open". Bare digits are in no table:
//! they mean different things in different families, and the family that uses them defines them.

use crate::error::excerpt;
use crate::json_cut::Raw;
use crate::phrases::{Meaning, PhraseReading, Vocabulary, read};

/// State of a lift or a run, the farthest from open last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It runs, or can be skied, at least in part, by every guest.
    Open,
    /// It is expected to open.
    Scheduled,
    /// It is stopped for the moment: wind, weather, repair.
    Hold,
    /// It does not run, or not for every guest.
    Closed,
}

/// A state as written, and its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateTerm {
    /// The upstream's term, on one line.
    pub written: String,
    /// Its meaning; `None` for a term that is not in the table.
    pub state: Option<State>,
}

/// Maximum length of a quoted term, characters.
const LONGEST: usize = 60;

/// Terms by meaning, normalized by [`fold`]. Plain words of English, French, Italian, German and Spanish, and the
/// abbreviations and icon names that resorts have used for years.
const WORDS: [(State, &[&str]); 4] = [
    (
        State::Open,
        &[
            "aperta",
            "aperto",
            "abierta",
            "abierto",
            "check",
            "checkmark",
            "geoffnet",
            "green",
            "loweropen",
            "normal",
            "o",
            "offen",
            "ok",
            "on",
            "op",
            "open",
            "opened",
            "opn",
            "ouvert",
            "ouverte",
            "partiallyopen",
            "true",
            "upperopen",
            "y",
            "yes",
        ],
    ),
    (
        State::Closed,
        &[
            "blank",
            "cerrada",
            "cerrado",
            "chiusa",
            "chiuso",
            "cl",
            "close",
            "closed",
            "closedforday",
            "closedforseason",
            "closedfortheday",
            "closedfortheseason",
            "competition",
            "cross",
            "f",
            "false",
            "ferme",
            "fermee",
            "geschlossen",
            "n",
            "no",
            "off",
            "offseason",
            "openskischoolonly",
            "red",
            "x",
            "cls",
        ],
    ),
    (
        State::Hold,
        &[
            "caution",
            "code",
            "condicional",
            "h",
            "hd",
            "hold",
            "maintenancehold",
            "onhold",
            "safety",
            "standby",
            "weatherhold",
            "windhold",
        ],
    ),
    (
        State::Scheduled,
        &[
            "blue",
            "delay",
            "delayed",
            "encoursdouverture",
            "expected",
            "inpreparation",
            "inpreparations",
            "onschedule",
            "p",
            "prevision",
            "scheduled",
        ],
    ),
];

/// Minimum length of a term among several. Codes and abbreviations are shorter and have a meaning only as the whole
/// text.
const SHORTEST_OF_SEVERAL: usize = 4;

struct Words;

impl Vocabulary for Words {
    type Level = State;

    const STRICTEST: State = State::Closed;

    fn meaning(&self, phrase: &str) -> Meaning<State> {
        let state = state(phrase).filter(|_| fold(phrase).len() >= SHORTEST_OF_SEVERAL);
        state.map_or(Meaning::Unknown, Meaning::Level)
    }
}

/// Returns the meaning of a term, ignoring case, spaces, hyphens and accents. If there are several phrases, such as
/// "Closed - wind", each has to be in the table; with an unknown phrase the only possible state is "closed".
#[must_use]
pub fn state_of_term(word: &str) -> Option<State> {
    state(word).or_else(|| match read(word, &Words) {
        PhraseReading::Level(state) => Some(state),
        PhraseReading::Nothing | PhraseReading::Unread { .. } => None,
    })
}

fn state(word: &str) -> Option<State> {
    let folded = fold(word);
    WORDS.iter().find(|(_, words)| words.contains(&folded.as_str())).map(|(state, _)| *state)
}

/// Reduces a term to letters and digits, in lower case, without the accents that these languages use.
fn fold(word: &str) -> String {
    word.chars()
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            'à' | 'á' | 'â' | 'ä' => 'a',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'ì' | 'í' | 'î' | 'ï' => 'i',
            'ò' | 'ó' | 'ô' | 'ö' => 'o',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            'ç' => 'c',
            'ñ' => 'n',
            other => other,
        })
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

impl StateTerm {
    /// Looks up a term in the table.
    #[must_use]
    pub fn new(written: &str) -> Self {
        Self { written: excerpt(written, LONGEST), state: state_of_term(written) }
    }

    /// Makes a state that the upstream gives by code.
    #[must_use]
    pub fn coded(written: &str, state: Option<State>) -> Self {
        Self { written: excerpt(written, LONGEST), state }
    }

    /// Reads a value of a response: a term, or true and false. `None` if it is absent, null or blank.
    #[must_use]
    pub fn parse(value: Option<Raw<'_>>) -> Option<Self> {
        let value = value.filter(|value| !value.is_null())?;
        let written = value.text().unwrap_or_else(|| value.source());
        let is_bare = value.text().is_none();
        if written.trim().is_empty() {
            return None;
        }
        // A list or a number is a value, but not a term.
        let is_word = !is_bare || written == "true" || written == "false";
        Some(if is_word { Self::new(&written) } else { Self::coded(&written, None) })
    }
}

#[cfg(test)]
mod tests;
