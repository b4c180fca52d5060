//! Decides whether a misspelt name is plausible: by its position, by what is asked next to it, and by its number of
//! errors.
//!
//! A word that is close to a resort's name is usually another word. It counts as the name only in a position for names,
//! in a terse search, in a question about mountains, and if each of its words misses the name's by at most one letter.

use catalogue::folded;

use super::{Mention, NameMeaning};
use crate::feature::Feature;
use crate::letters::{distance, is_one_off};
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token};
use crate::word_lists::List;

/// Minimum length of a name's word that may be misspelt, in letters: in a shorter word one letter makes another word.
const SHORTEST: usize = 5;

/// Minimum length of a word with two wrong letters.
const LONG: usize = 9;

/// Minimum length of a misspelt word that can replace a longer name: "Motaret" does, but Nevado is not Nevados de
/// Chillán.
pub(super) const SHORTEST_PART: usize = 7;

/// Maximum length of a name that an additional consonant turns into another one: Okemos, Brandt.
const SHORT_NAME: usize = 6;

/// Maximum number of words of a search that is not a sentence, with a name of one word and with a longer one.
const MOST_TERSE: usize = 5;
const MOST_TERSE_LONG: usize = 7;

/// Maximum number of misspelt words of a name.
const MOST_WRONG: usize = 2;

/// Letters that other languages replace at the end of a name.
const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];

/// Features of questions about mountains.
const OF_MOUNTAINS: &[Feature] = &[
    Feature::Snow,
    Feature::Ski,
    Feature::Depth,
    Feature::NewSnow,
    Feature::Fell,
    Feature::Falls,
    Feature::Forecast,
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Cloud,
    Feature::Open,
    Feature::Opens,
    Feature::Closed,
    Feature::Lifts,
    Feature::Runs,
    Feature::Conditions,
    Feature::HowIs,
    Feature::Report,
    Feature::Score,
    Feature::Elevation,
    Feature::Size,
    Feature::Quality,
    Feature::WindHold,
    Feature::Visibility,
    Feature::Avalanche,
    Feature::Compare,
    Feature::SeasonDates,
    Feature::History,
    Feature::Average,
    Feature::Odds,
    Feature::Enso,
    Feature::Flight,
    Feature::Drive,
    Feature::Chains,
    Feature::Camera,
    Feature::Webcam,
    Feature::Photo,
    Feature::PassWord,
    Feature::OnPass,
    Feature::Band,
    Feature::Storm,
    Feature::LongestRun,
    Feature::Terrain,
    Feature::Located,
    Feature::Website,
    Feature::Model,
    Feature::Agree,
    Feature::Accuracy,
    Feature::Trust,
];

/// Features of questions about any town.
const OF_TOWNS: &[Feature] = &[
    Feature::Forecast,
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Cloud,
    Feature::HowIs,
    Feature::Located,
];

/// Returns whether a misspelt name is plausible here. `is_named` says that it is written like a name or follows a
/// preposition.
pub(super) fn may_stand(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
    run: Run,
    is_named: bool,
) -> bool {
    let Run { from, to } = run;
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    let is_capital = tokens.get(from).is_some_and(Token::is_capital);
    let is_thing = !is_capital && List::Articles.contains(word(from.checked_sub(1)));
    let asks =
        tags.iter().any(|tag| OF_MOUNTAINS.contains(&tag.feature) && (tag.to <= from || to <= tag.from));
    let words = tokens.iter().filter(|token| matches!(token.kind, Kind::Word | Kind::Glyph)).count();
    let is_alone = words == to - from;
    let is_wide = |mention: &Mention| {
        matches!(mention.what, NameMeaning::Region(_) | NameMeaning::Country(..) | NameMeaning::State(..))
    };
    let most = if to > from + 1 { MOST_TERSE_LONG } else { MOST_TERSE };
    let is_terse = words <= most && !mentions.iter().any(is_wide);
    // The first word of another name: "Ponte nelle Alpi", "Port del Comte".
    let goes_on = end_of_link(tokens, to).is_some_and(|at| {
        tokens.get(at).is_some_and(Token::is_capital)
            && !tags.iter().any(|tag| tag.covers(at) && !tag.is(Feature::Region))
    });
    // In a whole sentence about the weather, a town is that town.
    let is_weather =
        !tags.iter().any(|tag| OF_MOUNTAINS.contains(&tag.feature) && !OF_TOWNS.contains(&tag.feature));
    let is_meant =
        if is_weather { words <= MOST_TERSE_LONG && (is_named || is_terse) } else { is_named || is_terse };
    // In a terse search an article belongs to the name: "Hauteur de neige les karelis".
    let is_thing = is_thing && !is_terse;
    !is_thing && !goes_on && (asks || is_alone) && is_meant
}

/// Returns the token after words that say where a place is.
pub(super) fn end_of_link(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let text = tokens.iter().skip(at).map(|token| token.folded.as_str());
    let end = at + List::PlaceLinks.begins(text)?;
    let is_apostrophe = tokens.get(end).is_some_and(|sign| sign.is_sign(&['\'', '\u{2019}']));
    Some(end + usize::from(is_apostrophe))
}

/// Returns whether the places of a question contain a resort: Okemos, Michigan is not Okemo in Vermont.
pub(super) fn fits_places(mentions: &[Mention], resort: usize) -> bool {
    mentions.iter().all(|mention| match &mention.what {
        NameMeaning::State(_, members) | NameMeaning::Country(_, members) => members.contains(&resort),
        _ => true,
    })
}

/// Returns whether each word of a text matches the name except for one letter; or whether all of them together do, if
/// they are split or joined.
pub(super) fn is_close(name: &str, text: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let folded = folded(text);
        let words = folded.split_whitespace().map(|word| if word == "mount" { "mt" } else { word });
        words.map(str::to_owned).collect()
    };
    let (own, asked) = (words(name), words(text));
    let in_words = (0..own.len()).any(|from| {
        let some = own.get(from..from + asked.len()).unwrap_or_default();
        let wrong: Vec<_> = some.iter().zip(&asked).filter(|(own, asked)| own != asked).collect();
        let has_right_one = wrong.len() < some.len();
        let is_part = asked.len() < own.len() && !has_right_one;
        // A long word that misses by one letter counts as much as a correct one: "Smuglers Noch".
        let has_right_one = has_right_one
            || wrong.iter().any(|(own, asked)| {
                own.chars().count() >= LONG && is_one_off(asked.as_bytes(), own.as_bytes())
            });
        some.len() == asked.len()
            && wrong.len() <= MOST_WRONG
            && !(is_part && asked.iter().all(|asked| asked.chars().count() < SHORTEST_PART))
            && wrong.iter().all(|(own, asked)| is_misspelt(own, asked, has_right_one))
    });
    let one = || own.len() != asked.len() && is_misspelt(&own.concat(), &asked.concat(), false);
    !asked.is_empty() && (in_words || one())
}

/// Returns whether a word has one wrong letter. A long word may have two, and a shorter one may have a replaced letter
/// if its neighbours are correct.
fn is_misspelt(own: &str, asked: &str, is_beside_right_one: bool) -> bool {
    let length = own.chars().count();
    let distance = distance(own, asked);
    // Next to a correct word, a long word may end in another consonant: "Grand Bornant".
    let is_only_end = is_beside_right_one && length >= SHORTEST_PART && distance == 1;
    if ends_otherwise(own, asked) && !(is_only_end && !own.ends_with(VOWELS) && !asked.ends_with(VOWELS)) {
        return false;
    }
    // In a short word, a missing inner letter makes another word: Ischl is not Ischgl.
    if !is_beside_right_one
        && asked.chars().count() <= SHORTEST
        && length > asked.chars().count()
        && !own.starts_with(asked)
    {
        return false;
    }
    length >= SHORTEST
        && (distance == 0
            || is_one_off(asked.as_bytes(), own.as_bytes())
            || (length >= LONG && distance <= 2)
            || (length > SHORTEST && is_beside_right_one && distance == 1)
            || (length > SHORTEST + 1 && asked.starts_with(own) && distance <= 1))
}

/// Returns whether a word ends in another or an additional letter: Portilla is not Portillo, Corones not Coronet,
/// Cerlera not Cerler, and Okemos not Okemo.
pub(super) fn ends_otherwise(own: &str, asked: &str) -> bool {
    // A doubled last letter is a typo: "Nauderss", "espott".
    let is_doubled = |rest: &str| own.ends_with(rest);
    let is_longer = own.chars().count() <= SHORT_NAME
        && asked.strip_prefix(own).is_some_and(|rest| rest.chars().count() == 1 && !is_doubled(rest));
    let letters = |word: &str| {
        word.char_indices().next_back().map(|(at, last)| (word.get(..at).map(str::to_owned), last))
    };
    let is_other_end = match (letters(own), letters(asked)) {
        // Piau-Engaly and "Engali" sound the same.
        (Some((own, last)), Some((asked, other))) => {
            own == asked && last != other && !matches!((last, other), ('y', 'i') | ('i', 'y'))
        }
        _ => false,
    };
    if is_longer || is_other_end {
        return true;
    }
    let stem = |word: &str| word.strip_suffix(VOWELS).map(str::to_owned);
    let Some(asked_stem) = stem(asked) else { return false };
    let sounds_alike = own.replace('y', "i") == asked.replace('y', "i");
    !sounds_alike && (asked_stem == own || stem(own).is_some_and(|own| own == asked_stem))
}

#[cfg(test)]
mod tests;
