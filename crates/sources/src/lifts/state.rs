//! What a resort's word for a lift or a run means: one table, and nothing for a word that is not in it.
//!
//! Carries "unknown words give null, never a state; hold and scheduled are not open". Bare digits are in no table:
//! they mean different things in different families, and the family that uses them says which.

use crate::error::excerpt;
use crate::json_cut::Raw;
use crate::phrases::{Meaning, PhraseReading, Vocabulary, read};

/// What a lift or a run does, the farthest from open last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It turns, or can be skied, at least in part, by every guest.
    Open,
    /// It is expected to open.
    Scheduled,
    /// It stands still for the moment: wind, weather, repair.
    Hold,
    /// It does not, or not for every guest.
    Closed,
}

/// A state as it was written, and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateTerm {
    /// The upstream's word, on one line.
    pub written: String,
    /// Its meaning; `None` for a word that is not in the table.
    pub state: Option<State>,
}

/// Longest word that is quoted, characters.
const LONGEST: usize = 60;

/// Words by meaning, folded as [`fold`] folds. Plain words of English, French, Italian, German and Spanish, and the
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

/// Codes and abbreviations are shorter than this; they mean something only when nothing is beside them.
const SHORTEST_OF_SEVERAL: usize = 4;

struct Words;

impl Vocabulary for Words {
    type Level = State;

    const STRICTEST: State = State::Closed;

    fn meaning(&self, phrase: &str) -> Meaning<State> {
        let state = known(phrase).filter(|_| fold(phrase).len() >= SHORTEST_OF_SEVERAL);
        state.map_or(Meaning::Unknown, Meaning::Level)
    }
}

/// Returns the meaning of a word, whatever its case, spaces, hyphens and accents. Of several phrases, such as "Closed - wind",
/// each has to be in the table; one that is not leaves no state but "closed".
#[must_use]
pub fn of_word(word: &str) -> Option<State> {
    known(word).or_else(|| match read(word, &Words) {
        PhraseReading::Level(state) => Some(state),
        PhraseReading::Nothing | PhraseReading::Unread { .. } => None,
    })
}

fn known(word: &str) -> Option<State> {
    let folded = fold(word);
    WORDS.iter().find(|(_, words)| words.contains(&folded.as_str())).map(|(state, _)| *state)
}

/// Letters and digits alone, in lower case, without the accents that these languages use.
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
    /// A word out of the table.
    #[must_use]
    pub fn new(written: &str) -> Self {
        Self { written: excerpt(written, LONGEST), state: of_word(written) }
    }

    /// A state that the upstream gives by code.
    #[must_use]
    pub fn coded(written: &str, state: Option<State>) -> Self {
        Self { written: excerpt(written, LONGEST), state }
    }

    /// A value of an answer: a word, or true and false. `None` when there is none: absent, null, blank.
    #[must_use]
    pub fn of(value: Option<Raw<'_>>) -> Option<Self> {
        let value = value.filter(|value| !value.is_null())?;
        let written = value.text().unwrap_or_else(|| value.source());
        let is_bare = value.text().is_none();
        if written.trim().is_empty() {
            return None;
        }
        // A list or a number is a value, but no word.
        let is_word = !is_bare || written == "true" || written == "false";
        Some(if is_word { Self::new(&written) } else { Self::coded(&written, None) })
    }
}

#[cfg(test)]
mod tests;
