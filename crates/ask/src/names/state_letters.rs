//! States, territories and provinces of North America by their two letters: "Brighton UT", "Sugar Mountain nc".

use catalogue::comparable;

use super::Known;
use crate::tokens::{Kind, Token};

/// Letters and the name.
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

/// Letters that are a state's where they are small too: no word of the languages here.
const SMALL: &[&str] = &[
    "az", "bc", "ct", "fl", "ks", "ky", "mn", "nc", "nh", "nj", "nm", "nv", "ny", "qc", "tn", "tx", "ut",
    "vt", "wa", "wv", "wy",
];

/// Letters that are words in capitals too.
const LARGE_WORDS: &[&str] = &["DE", "IN", "LA", "OK", "ON", "OR"];

/// Whether a word is the letters of a state, small ones too.
pub(super) fn is_state(word: &str) -> bool {
    STATES.iter().any(|(letters, _)| letters.eq_ignore_ascii_case(word))
}

/// Whether a word is the letters of a state in capitals.
pub(crate) fn is_written_state(word: &str) -> bool {
    STATES.iter().any(|(letters, _)| *letters == word)
}

/// The resorts of the state whose letters stand behind a name, and the token behind them.
pub(super) fn behind(known: &Known<'_>, tokens: &[Token<'_>], to: usize) -> Option<(Vec<usize>, usize)> {
    let comma = tokens.get(to).is_some_and(|sign| sign.is_sign(&[',']));
    let at = to + usize::from(comma);
    let word = tokens.get(at)?;
    let (_, name) = STATES.iter().find(|(letters, _)| letters.eq_ignore_ascii_case(word.raw))?;
    // Who writes everything large says nothing by it.
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
