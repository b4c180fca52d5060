//! Finds states, territories and provinces of North America by their two letters: "Brighton UT", "Sugar Mountain nc".

use catalogue::comparable;

use super::KnownNames;
use crate::tokens::{Kind, Token};

/// Abbreviations with their names.
const STATES: &[(&str, &str)] = &[
    ("AB", "Alberta"),
    ("AK", "Alaska"),
    ("AL", "Alabama"),
    ("AR", "Arkansas"),
    ("AZ", "Arizona"),
    ("BC", "British Columbia"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("HI", "Hawaii"),
    ("IA", "Iowa"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("MA", "Massachusetts"),
    ("MB", "Manitoba"),
    ("MD", "Maryland"),
    ("ME", "Maine"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MO", "Missouri"),
    ("MS", "Mississippi"),
    ("MT", "Montana"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("NE", "Nebraska"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NV", "Nevada"),
    ("NY", "New York"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("ON", "Ontario"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("PR", "Puerto Rico"),
    ("PW", "Palau"),
    ("QC", "Quebec"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VA", "Virginia"),
    ("VT", "Vermont"),
    ("WA", "Washington"),
    ("WI", "Wisconsin"),
    ("WV", "West Virginia"),
    ("WY", "Wyoming"),
];

/// Abbreviations that also count in lower case: they are not words of a supported language.
const SMALL: &[&str] = &[
    "az", "bc", "ct", "fl", "ks", "ky", "mn", "nc", "nh", "nj", "nm", "nv", "ny", "qc", "tn", "tx", "ut",
    "vt", "wa", "wv", "wy",
];

/// Abbreviations that are words even in capitals.
const LARGE_WORDS: &[&str] = &["DE", "IN", "LA", "OK", "ON", "OR"];

/// Returns whether a word is the abbreviation of a state, including in lower case.
pub(super) fn is_state(word: &str) -> bool {
    STATES.iter().any(|(letters, _)| letters.eq_ignore_ascii_case(word))
}

/// Returns whether a word is the abbreviation of a state in capitals.
pub(crate) fn is_written_state(word: &str) -> bool {
    STATES.iter().any(|(letters, _)| *letters == word)
}

/// Returns the resorts of the state with its abbreviation after a name, and the next token.
pub(super) fn state_after(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    to: usize,
) -> Option<(Vec<usize>, usize)> {
    let comma = tokens.get(to).is_some_and(|sign| sign.is_sign(&[',']));
    let at = to + usize::from(comma);
    let word = tokens.get(at)?;
    let (_, name) = STATES.iter().find(|(letters, _)| letters.eq_ignore_ascii_case(word.raw))?;
    // In a text written in capitals, capitals carry no information.
    let shouts = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .all(|token| token.raw.chars().all(|c| !c.is_lowercase()));
    let is_large = word.raw.chars().all(char::is_uppercase) && !shouts;
    let is_meant = if is_large {
        comma || !LARGE_WORDS.contains(&word.raw)
    } else {
        SMALL.contains(&word.folded.as_str())
    };
    is_meant.then(|| (known.index.lying_in(&comparable(name)), at + 1))
}
