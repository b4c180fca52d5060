//! Sentence templates in six languages, with placeholders for values and without digits.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use ask::Language;

/// The tables of phrases followed by the names of countries; the head of the file describes its format.
const TABLE: &str = concat!(
    include_str!("phrases.txt"),
    "\n",
    include_str!("set_phrases.txt"),
    "\n",
    include_str!("countries.txt")
);

/// The embedded table, parsed once. A test parses it too, so a build that passed has every sentence.
static EMBEDDED: LazyLock<Phrases> = LazyLock::new(|| Phrases::parse(TABLE).unwrap_or_default());

pub(crate) fn phrases() -> &'static Phrases {
    &EMBEDDED
}

/// A piece of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// Words without a digit.
    Words(&'static str),
    /// A placeholder, by its name.
    Place(&'static str),
}

/// A sentence with placeholders.
pub(super) type Template = Vec<Piece>;

/// Templates by key and language.
#[derive(Debug, Default)]
pub(crate) struct Phrases(HashMap<&'static str, BTreeMap<Language, Template>>);

impl Phrases {
    /// Parses a table.
    ///
    /// # Errors
    /// Returns the malformed line.
    pub(crate) fn parse(text: &'static str) -> Result<Self, String> {
        let mut phrases: HashMap<&'static str, BTreeMap<Language, Template>> = HashMap::new();
        let mut key = None;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                key = Some(head);
                continue;
            }
            let (Some(key), Some((code, sentence))) = (key, line.split_once(':')) else {
                return Err(format!("`{line}` is neither a key nor a sentence"));
            };
            let language =
                Language::from_code(code).ok_or_else(|| format!("no language is called `{code}`"))?;
            if sentence.chars().any(char::is_numeric) {
                return Err(format!("`{line}` contains a number"));
            }
            let sentence = template(sentence.trim()).ok_or_else(|| format!("`{line}` is not closed"))?;
            phrases.entry(key).or_default().insert(language, sentence);
        }
        Ok(Self(phrases))
    }

    /// Returns the template of a key, in English if the language lacks it.
    pub(super) fn template(&self, key: &str, language: Language) -> Option<&[Piece]> {
        let of = |language| self.0.get(key).and_then(|sentences| sentences.get(&language));
        let found = of(language).or_else(|| of(Language::English));
        found.map(Vec::as_slice)
    }

    /// Returns a sentence without placeholders.
    pub(crate) fn plain(&self, key: &str, language: Language) -> &'static str {
        match self.template(key, language) {
            Some([Piece::Words(words)]) => words,
            _ => "",
        }
    }
}

fn template(sentence: &'static str) -> Option<Template> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    while let Some((words, after)) = rest.split_once('{') {
        let (place, behind) = after.split_once('}')?;
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        pieces.push(Piece::Place(place));
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest));
    }
    Some(pieces)
}

#[cfg(test)]
mod tests;
