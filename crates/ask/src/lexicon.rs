//! Finds words and their meanings: one table of six languages, matched against a question in one pass.

use std::ops::Range;
use std::sync::LazyLock;

use catalogue::folded;

use crate::feature::Feature;
use crate::language::Language;
use crate::table::{self, Line};
use crate::tokens::{FoldedText, Run};

mod patterns;

use patterns::{Patterns, small};

/// The table; the head of the file describes its format.
const TABLE: &str = include_str!("../data/lexicon.txt");

/// The embedded table, parsed once. The tests read it, so a build that passed the tests has all words.
static EMBEDDED: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(TABLE).unwrap_or_default());

/// The words of requests, which no reading of one operation uses.
const REQUEST_TABLE: &str = include_str!("../data/requests.txt");

static REQUESTS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(REQUEST_TABLE).unwrap_or_default());

/// Words of a question with their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) feature: Feature,
    /// The section's value, such as a month's number; empty for most.
    pub(crate) value: &'static str,
    pub(crate) language: Language,
    /// First token, and the one after the last.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Number of letters beyond the pattern: "Schnee" matches in "Schneeverhältnisse".
    pub(crate) beyond: usize,
}

impl Tag {
    pub(crate) fn is(&self, feature: Feature) -> bool {
        self.feature == feature
    }

    /// Returns whether it covers a token.
    pub(crate) const fn covers(&self, at: usize) -> bool {
        self.from <= at && at < self.to
    }

    /// Returns its tokens.
    pub(crate) const fn run(&self) -> Run {
        Run { from: self.from, to: self.to }
    }

    /// Returns whether all of its tokens are in a run.
    pub(crate) const fn is_within(&self, run: Run) -> bool {
        run.from <= self.from && self.to <= run.to
    }

    /// Returns the section's value as a number.
    pub(crate) fn number(&self) -> Option<i64> {
        self.value.parse().ok()
    }
}

/// The parsed table, ready for matching.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    patterns: Patterns,
    /// Meanings, in the order of the patterns.
    meanings: Box<[Meaning]>,
    sections: Box<[Section]>,
    /// Single words and word beginnings by language and first letter, with which misspelt words are compared.
    words: [Box<[Meaning]>; Language::ALL.len()],
}

/// The head of a section: a feature and a value, which is usually empty.
type Section = (Feature, &'static str);

/// The meaning of a pattern in a language. The table has about ten thousand of them, so each is small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Meaning {
    pattern: u16,
    section: u16,
    language: Language,
}

/// Returns the embedded table.
pub(crate) fn lexicon() -> &'static Lexicon {
    &EMBEDDED
}

/// Returns the embedded table of wishes, towns, roads and areas.
pub(crate) fn request_words() -> &'static Lexicon {
    &REQUESTS
}

impl Lexicon {
    /// Parses a table.
    ///
    /// # Errors
    /// Returns the invalid line, or that the table is too long.
    pub(crate) fn parse(text: &'static str) -> Result<Self, String> {
        let mut sections: Vec<Section> = Vec::new();
        // One text for all patterns: about thirty thousand separate allocations would leave gaps in memory.
        let mut patterns_text = String::with_capacity(text.len());
        let mut read: Vec<(Range<usize>, u16, Language)> = Vec::new();
        for line in table::lines(text) {
            match line? {
                Line::Section(head) => {
                    let (name, value) = head.split_once(' ').unwrap_or((head, ""));
                    let feature = Feature::ALL.iter().find(|feature| feature.as_str() == name);
                    sections.push((*feature.ok_or_else(|| format!("no feature is called `{name}`"))?, value));
                }
                Line::Words(language, words) => {
                    let section = sections.len().checked_sub(1).ok_or(table::NO_SECTION)?;
                    for word in table::words(words) {
                        let pattern = pattern(word).ok_or_else(|| format!("`{word}` has no letters"))?;
                        let from = patterns_text.len();
                        patterns_text.push_str(&pattern);
                        read.push((from..patterns_text.len(), small(section)?, language));
                    }
                }
            }
        }
        let own = |span: &Range<usize>| patterns_text.get(span.clone()).unwrap_or_default();
        let patterns = Patterns::new(read.iter().map(|(span, ..)| own(span)))?;
        let meaning = |(span, section, language): &(Range<usize>, u16, Language)| {
            Some(Meaning { pattern: patterns.place(own(span))?, section: *section, language: *language })
        };
        let written: Vec<Meaning> = read.iter().filter_map(meaning).collect();
        let words = Language::ALL.map(|language| patterns.single_words(&written, language));
        let mut meanings = written;
        meanings.sort_by_key(|meaning| meaning.pattern);
        Ok(Self { patterns, meanings: meanings.into(), sections: sections.into(), words })
    }

    /// Returns the single words of a language with a first letter: the word, whether any letters may follow it, and its
    /// meaning.
    pub(crate) fn words(
        &self,
        language: Language,
        first: u8,
    ) -> impl Iterator<Item = (&str, bool, Feature, &'static str)> {
        let words = self.words.get(language.place()).map(AsRef::as_ref).unwrap_or_default();
        let first_of = |meaning: &Meaning| self.patterns.text(meaning.pattern).as_bytes().get(1).copied();
        let from = words.partition_point(move |meaning| first_of(meaning) < Some(first));
        let own = words.iter().skip(from).take_while(move |meaning| first_of(meaning) == Some(first));
        own.filter_map(|meaning| {
            let pattern = self.patterns.text(meaning.pattern);
            let (feature, value) = *self.sections.get(usize::from(meaning.section))?;
            Some((pattern.trim(), !pattern.ends_with(' '), feature, value))
        })
    }

    /// Returns every pattern of a language with its meaning.
    pub(crate) fn of_language(
        &self,
        language: Language,
    ) -> impl Iterator<Item = (&str, Feature, &'static str)> {
        self.meanings.iter().filter(move |meaning| meaning.language == language).filter_map(|meaning| {
            let (feature, value) = *self.sections.get(usize::from(meaning.section))?;
            Some((self.patterns.text(meaning.pattern), feature, value))
        })
    }

    /// Returns all meanings of the words of a text, in the order of their ends.
    pub(crate) fn tags(&self, text: &FoldedText) -> Vec<Tag> {
        let mut tags = Vec::new();
        for (start, end, pattern) in self.patterns.found(&text.text) {
            let Some((from, to)) = text.tokens(start, end) else { continue };
            let beyond = text.beyond(start, end);
            let first = self.meanings.partition_point(|meaning| meaning.pattern < pattern);
            let own = self.meanings.iter().skip(first).take_while(|meaning| meaning.pattern == pattern);
            tags.extend(own.filter_map(|meaning| {
                let (feature, value) = *self.sections.get(usize::from(meaning.section))?;
                Some(Tag { feature, value, language: meaning.language, from, to, beyond })
            }));
        }
        tags
    }
}

/// Returns the text to match, with a space at required word boundaries.
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
