//! Which words mean what: one table of six languages, looked for in a question all at once.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use catalogue::folded;

use crate::feature::Feature;
use crate::language::Language;
use crate::tokens::Folded;

/// The table; its head says how it is written.
const TABLE: &str = include_str!("../data/lexicon.txt");

/// The embedded table, made once. The tests read it, so that a build that passed them has every word.
static EMBEDDED: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(TABLE).unwrap_or_default());

/// Words of a question and what they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) feature: Feature,
    /// The section's value, such as a month's number; empty for most.
    pub(crate) value: &'static str,
    pub(crate) language: Language,
    /// First token, and the one behind the last.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Letters of the words that were not looked for: Schnee is looked for in Schneeverhältnisse.
    pub(crate) beyond: usize,
}

impl Tag {
    pub(crate) fn is(&self, feature: Feature) -> bool {
        self.feature == feature
    }

    /// The section's value as a number.
    pub(crate) fn number(&self) -> Option<i64> {
        self.value.parse().ok()
    }
}

/// What a pattern means.
#[derive(Debug, Clone, Copy)]
struct Meaning {
    feature: Feature,
    value: &'static str,
    language: Language,
}

/// The table, ready to be looked for.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    automaton: Option<AhoCorasick>,
    meanings: Vec<Meaning>,
    /// Single words and beginnings of words, by language: what a misspelt word is compared with.
    words: [Vec<Single>; Language::ALL.len()],
}

/// A pattern of one word.
#[derive(Debug)]
struct Single {
    word: String,
    /// Any letters may follow.
    is_start: bool,
    feature: Feature,
    value: &'static str,
}

/// The embedded table.
pub(crate) fn lexicon() -> &'static Lexicon {
    &EMBEDDED
}

impl Lexicon {
    /// Reads a table.
    ///
    /// # Errors
    /// The line that is wrong.
    pub(crate) fn parse(text: &'static str) -> Result<Self, String> {
        let mut section: Option<(Feature, &'static str)> = None;
        let (mut patterns, mut meanings) = (Vec::new(), Vec::new());
        let mut singles: [Vec<Single>; Language::ALL.len()] = Default::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                let (name, value) = head.split_once(' ').unwrap_or((head, ""));
                let feature = Feature::ALL.iter().find(|feature| feature.word() == name);
                section = Some((*feature.ok_or_else(|| format!("no feature is called `{name}`"))?, value));
                continue;
            }
            let (Some((feature, value)), Some((code, words))) = (section, line.split_once(':')) else {
                return Err(format!("`{line}` is neither a section nor words of a language"));
            };
            let language =
                Language::of_code(code).ok_or_else(|| format!("no language is called `{code}`"))?;
            for word in words.split('|').map(str::trim).filter(|word| !word.is_empty()) {
                let pattern = pattern(word).ok_or_else(|| format!("`{word}` has no letters"))?;
                let single = pattern.trim().to_owned();
                if pattern.starts_with(' ')
                    && !single.contains(' ')
                    && let Some(of_language) = singles.get_mut(language.place())
                {
                    let is_start = !pattern.ends_with(' ');
                    of_language.push(Single { word: single, is_start, feature, value });
                }
                patterns.push(pattern);
                meanings.push(Meaning { feature, value, language });
            }
        }
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&patterns);
        Ok(Self { automaton: Some(automaton.map_err(|error| error.to_string())?), meanings, words: singles })
    }

    /// Single words of a language: the word, whether any letters may follow it, and what it says.
    pub(crate) fn words(
        &self,
        language: Language,
    ) -> impl Iterator<Item = (&str, bool, Feature, &'static str)> {
        let words = self.words.get(language.place()).into_iter().flatten();
        words.map(|single| (single.word.as_str(), single.is_start, single.feature, single.value))
    }

    /// Everything that the words of a text say, in the order of their ends.
    pub(crate) fn tags(&self, text: &Folded) -> Vec<Tag> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let found = automaton.find_overlapping_iter(&text.text);
        let tag = |found: aho_corasick::Match| {
            let Meaning { feature, value, language } = *self.meanings.get(found.pattern().as_usize())?;
            let (from, to) = text.tokens(found.start(), found.end())?;
            let beyond = text.beyond(found.start(), found.end());
            Some(Tag { feature, value, language, from, to, beyond })
        };
        found.filter_map(tag).collect()
    }
}

/// The text to look for: with a space where a word has to begin or end.
fn pattern(word: &str) -> Option<String> {
    let open_start = word.starts_with('*');
    let open_end = word.ends_with('*');
    let words = folded(word.trim_matches('*'));
    let words = words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let spaced = words.chars().any(|c| matches!(c, 'a'..='z' | '0'..='9'));
    if words.is_empty() {
        return None;
    }
    let start = if open_start || !spaced { "" } else { " " };
    let end = if open_end || !spaced { "" } else { " " };
    Some(format!("{start}{words}{end}"))
}

#[cfg(test)]
mod tests;
