//! Names that differ from a text by one letter at its place: in Chinese characters a letter is a word, and one of three may be the wrong
//! one of the same sound.

use super::SearchIndex;
use crate::text::in_katakana;

/// A name that a text misses by one letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneLetterOff<'a> {
    /// Position of the only resort that bears the name.
    pub resort: usize,
    /// The name in comparable letters.
    pub name: &'a str,
}

impl SearchIndex {
    /// Names of resorts with as many letters as a comparable text, of which one is another.
    pub fn one_letter_off<'a>(&'a self, comparable: &str) -> impl Iterator<Item = OneLetterOff<'a>> {
        let comparable = in_katakana(comparable);
        let length = comparable.len();
        let same_length =
            self.index.keys().filter(move |key| key.part.names_a_resort() && key.compact.len() == length);
        same_length.filter_map(move |key| {
            let [only] = key.resorts[..] else { return None };
            let mut others = key.compact.chars().zip(comparable.chars()).filter(|(own, other)| own != other);
            let is_one = others.next().is_some() && others.next().is_none();
            let resort = usize::try_from(only).ok().filter(|_| is_one)?;
            Some(OneLetterOff { resort, name: &key.compact })
        })
    }
}
