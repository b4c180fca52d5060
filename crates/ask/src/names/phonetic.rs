//! Matches names that are written as they sound: "bakeira" is Baqueira, "jaxon hole" Jackson Hole, "Cervigna" Cervinia.
//!
//! Both are converted to a phonetic spelling, and only equal spellings match: letters that sound alike become one, and
//! a silent ending is dropped.

use catalogue::folded;
use catalogue::search::Part;

use super::{KnownNames, NameMeaning, believable, namesakes};

/// Minimum length of a phonetic spelling, in letters: shorter ones sound like too many words.
const SHORTEST: usize = 5;

/// Maximum number of compared names; each shares letters with the text.
const MOST_NAMES: usize = 10;

/// Letters that sound alike, in the order of their replacement.
const ALIKE: &[(&str, &str)] = &[
    ("cch", "k"),
    ("sch", "s"),
    ("qu", "k"),
    ("ck", "k"),
    ("ph", "f"),
    ("gli", "li"),
    ("gn", "ni"),
    ("ch", "k"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("c", "k"),
    ("x", "ks"),
    ("z", "s"),
    ("v", "b"),
    ("w", "b"),
    ("y", "i"),
    ("h", ""),
    ("ll", "l"),
    ("ee", "i"),
];

/// Final letters that are silent in some languages.
const SILENT: &[char] = &['s', 'x', 't', 'd', 'e'];

/// Maximum number of final letters that only one of the two has: La Valse is not La Val.
const MOST_SILENT: usize = 1;

/// Returns the phonetic spelling of a text, and the length of its surely audible part.
fn sound(text: &str) -> (String, usize) {
    let letters: String = folded(text).chars().filter(char::is_ascii_alphabetic).collect();
    let alike = ALIKE.iter().fold(letters, |text, (own, one)| text.replace(own, one));
    let mut out = String::with_capacity(alike.len());
    for letter in alike.chars() {
        if !out.ends_with(letter) {
            out.push(letter);
        }
    }
    let heard = out.trim_end_matches(SILENT).len();
    let heard = if heard >= SHORTEST - 1 { heard } else { out.len() };
    (out, heard)
}

/// Returns whether two texts sound alike. An ending that only one of them has is silent; Corones and Coronet have
/// different endings.
fn is_alike(one: &str, other: &str) -> bool {
    let ((one_sound, one_heard), (other_sound, other_heard)) = (sound(one), sound(other));
    let one_leads = one_sound.starts_with(&other_sound) || other_sound.starts_with(&one_sound);
    let is_near = one_sound.len().abs_diff(other_sound.len()) <= MOST_SILENT;
    let is_end = |own: &str, asked: &str| believable::ends_otherwise(&folded(own), &folded(asked));
    one_leads
        && is_near
        && one_sound.get(..one_heard) == other_sound.get(..other_heard)
        && !is_end(one, other)
}

/// Returns the only resort whose name, or the first words of it, sound like a text.
pub(super) fn sounds_like(known: &KnownNames<'_>, text: &str) -> Option<NameMeaning> {
    let words = folded(text).split_whitespace().count();
    if sound(text).1 < SHORTEST {
        return None;
    }
    let is_long = text.chars().count() >= believable::SHORTEST_PART;
    let sounds_same = |name: &str, is_own: bool| {
        let folded = folded(name);
        let leading: Vec<&str> = folded.split_whitespace().take(words).collect();
        is_alike(name, text) || (is_own && is_long && is_alike(&leading.concat(), text))
    };
    let hits = known.index.search(text, MOST_NAMES);
    let is_name = |part: Part| matches!(part, Part::Name | Part::Slug | Part::Alias);
    let mut found = hits
        .iter()
        .filter(|hit| is_name(hit.part) && sounds_same(hit.matched_on, hit.part == Part::Name))
        .map(|hit| hit.index);
    let first = found.next()?;
    found
        .all(|other| other == first)
        .then(|| namesakes::without_namesakes(known, NameMeaning::Resort(first), text))
}

#[cfg(test)]
mod tests;
