//! Reads texts that state a level: one reader for road agencies, lifts and avalanche danger.
//!
//! A text is cut into phrases at its punctuation, and a vocabulary gives the meaning of each phrase. A phrase that the
//! vocabulary does not know is the remainder. A remainder may require more than the phrases that were understood.
//! Therefore only the strictest level of the scale is reported together with a remainder. Every other level is unknown,
//! and the source's text is shown instead. The caller gets a [`PhraseReading`] and has to handle the remainder.

pub(crate) mod danger;
pub(crate) mod road;

/// Maximum number of phrases of one text; the rest is remainder.
const MOST_PHRASES: usize = 60;
/// Maximum number of phrases that may continue one phrase.
const MOST_JOINED: usize = 3;

/// Meaning of one phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning<L> {
    /// It states a level.
    Level(L),
    /// It is understood and changes no level, such as "oversize vehicles prohibited".
    Aside,
    /// It is not in the vocabulary.
    Unknown,
}

/// The vocabulary of one kind of source.
pub(crate) trait Vocabulary {
    /// A scale of levels, the strictest last.
    type Level: Copy + Ord;

    /// The level that no further phrase can raise.
    const STRICTEST: Self::Level;

    /// Returns the meaning of a whole phrase.
    fn meaning(&self, phrase: &str) -> Meaning<Self::Level>;

    /// Returns whether a phrase may continue the one before it, such as "except all-wheel drive".
    fn continues(&self, phrase: &str) -> bool {
        let _ = phrase;
        false
    }
}

/// Result of reading a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "the remainder decides whether there is a level"]
pub(crate) enum PhraseReading<L> {
    /// Everything was understood, and no phrase states a level.
    Nothing,
    /// The strictest level of the text. All other phrases were understood, or cannot raise it.
    Level(L),
    /// Some phrases were not understood.
    Unread {
        /// The strictest level of the other phrases. It is not the level that the source states.
        understood: Option<L>,
        /// The phrases that were not understood, in the source's words.
        remainder: String,
    },
}

/// Reads a text phrase by phrase.
pub(crate) fn read<V: Vocabulary>(text: &str, vocabulary: &V) -> PhraseReading<V::Level> {
    let mut phrases = cut(text);
    let mut unread: Vec<String> = phrases.split_off(phrases.len().min(MOST_PHRASES));
    let mut understood: Option<V::Level> = None;
    let mut rest = phrases.as_slice();
    while let Some(first) = rest.first() {
        let continued =
            rest.iter().skip(1).take(MOST_JOINED).take_while(|one| vocabulary.continues(one)).count();
        let (count, meaning) = longest(rest, continued, vocabulary);
        match meaning {
            Meaning::Level(level) => understood = understood.max(Some(level)),
            Meaning::Aside => {}
            Meaning::Unknown => unread.push(first.clone()),
        }
        rest = rest.get(count..).unwrap_or_default();
    }
    match understood {
        Some(level) if unread.is_empty() || level == V::STRICTEST => PhraseReading::Level(level),
        None if unread.is_empty() => PhraseReading::Nothing,
        understood => PhraseReading::Unread { understood, remainder: unread.join("; ") },
    }
}

/// Returns how many phrases belong together, and their meaning: as many as are understood together, else the first.
fn longest<V: Vocabulary>(
    phrases: &[String],
    continued: usize,
    vocabulary: &V,
) -> (usize, Meaning<V::Level>) {
    let joined = |count: usize| phrases.iter().take(count).map(String::as_str).collect::<Vec<_>>().join(" ");
    let known = (1..=continued + 1).rev().map(|count| (count, vocabulary.meaning(&joined(count))));
    known
        .into_iter()
        .find(|(_, meaning)| !matches!(meaning, Meaning::Unknown))
        .unwrap_or((1, Meaning::Unknown))
}

/// Cuts a text at its punctuation and at "and". A mark inside a number or an abbreviation, as in `10,000` or `n/a`, is
/// not a cut.
fn cut(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut phrases: Vec<String> = vec![String::new()];
    for (at, letter) in letters.iter().copied().enumerate() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| letters.get(at)).copied();
        let after = |ahead: usize| letters.get(at + ahead).copied();
        let is = |letter: Option<char>, kind: fn(char) -> bool| letter.is_some_and(kind);
        let in_number = is(before(1), |c| c.is_ascii_digit()) && is(after(1), |c| c.is_ascii_digit());
        let is_cut = match letter {
            ';' | ':' | '!' | '(' | ')' | '[' | ']' | '|' | '•' | '&' | '\n' => true,
            ',' => !in_number,
            '.' => after(1).is_none_or(char::is_whitespace),
            '-' | '–' | '—' => {
                is(before(1), char::is_whitespace) && after(1).is_none_or(char::is_whitespace)
            }
            '/' => {
                let before = letters.get(..at).unwrap_or_default().iter().rev();
                let after = letters.get(at + 1..).unwrap_or_default().iter();
                begins_with_word(before) && begins_with_word(after)
            }
            _ => false,
        };
        match phrases.last_mut() {
            Some(phrase) if !is_cut => phrase.push(letter),
            _ => phrases.push(String::new()),
        }
    }
    let parts = phrases.iter().flat_map(|phrase| at_and(phrase));
    parts.filter(|phrase| !phrase.is_empty()).collect()
}

/// Returns whether letters, after white space, begin with a word and not with one letter of an abbreviation.
fn begins_with_word<'c>(letters: impl Iterator<Item = &'c char>) -> bool {
    letters.skip_while(|c| c.is_whitespace()).take_while(|c| c.is_alphabetic()).take(2).count() == 2
}

/// Cuts a phrase at the word "and".
fn at_and(phrase: &str) -> Vec<String> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    words.split(|word| word.eq_ignore_ascii_case("and")).map(|words| words.join(" ")).collect()
}

#[cfg(test)]
mod tests;
