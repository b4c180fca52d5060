//! Finds the patterns in a text, with their positions.
//!
//! The patterns are one sorted text. At each position of a question the last pattern that does not sort after the text
//! is looked up; every other pattern that matches there is a prefix of it. This takes a fraction of the memory of an
//! automaton, which would not pay off for ten thousand patterns and short questions.

use super::Meaning;
use crate::language::Language;

/// Patterns, sorted and without duplicates.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// Concatenated patterns.
    text: Box<str>,
    /// Start of each, and the end of the last.
    starts: Box<[u32]>,
    /// Longest other pattern that is a prefix of each.
    shorter: Box<[Option<u16>]>,
    /// First pattern that begins with this byte or a higher one, by byte.
    by_byte: Box<[u16]>,
}

/// Converts a position in a table of at most 65,535 rows.
pub(super) fn small(place: usize) -> Result<u16, String> {
    u16::try_from(place).map_err(|_| "the table has more than 65,535 entries".to_owned())
}

impl Patterns {
    /// # Errors
    /// Returns an error if there are too many patterns.
    pub(super) fn new<'t>(patterns: impl Iterator<Item = &'t str>) -> Result<Self, String> {
        let mut sorted: Vec<&str> = patterns.collect();
        sorted.sort_unstable();
        sorted.dedup();
        small(sorted.len())?;
        let mut starts = Vec::with_capacity(sorted.len() + 1);
        let mut shorter: Vec<Option<u16>> = Vec::with_capacity(sorted.len());
        let mut end = 0_u32;
        for (at, pattern) in sorted.iter().enumerate() {
            starts.push(end);
            end += u32::try_from(pattern.len()).map_err(|error| error.to_string())?;
            // A prefix of this pattern is the previous one, or a prefix of it.
            let mut begins = at.checked_sub(1).map(small).transpose()?;
            while let Some(other) = begins
                && !sorted.get(usize::from(other)).is_some_and(|other| pattern.starts_with(*other))
            {
                begins = shorter.get(usize::from(other)).copied().flatten();
            }
            shorter.push(begins);
        }
        starts.push(end);
        let first = |byte: u8| sorted.partition_point(|pattern| pattern.as_bytes().first() < Some(&byte));
        let by_byte: Vec<u16> =
            (0..=u8::MAX).map(first).chain([sorted.len()]).map(small).collect::<Result<_, _>>()?;
        Ok(Self {
            text: sorted.concat().into(),
            starts: starts.into(),
            shorter: shorter.into(),
            by_byte: by_byte.into(),
        })
    }

    /// Returns a pattern by its position.
    pub(super) fn text(&self, place: u16) -> &str {
        let place = usize::from(place);
        let end = |at: usize| self.starts.get(at).and_then(|start| usize::try_from(*start).ok());
        let span = end(place).zip(end(place + 1));
        span.and_then(|(from, to)| self.text.get(from..to)).unwrap_or_default()
    }

    /// Returns the position of a pattern.
    pub(super) fn place(&self, pattern: &str) -> Option<u16> {
        self.last_below(pattern).filter(|place| self.text(*place) == pattern)
    }

    /// Returns the last pattern with the same first byte that does not sort after a text.
    fn last_below(&self, text: &str) -> Option<u16> {
        let byte = usize::from(*text.as_bytes().first()?);
        let first = *self.by_byte.get(byte)?;
        let (mut from, mut to) = (first, *self.by_byte.get(byte + 1)?);
        while from < to {
            let middle = from + (to - from) / 2;
            if self.text(middle) <= text {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        (from > first).then(|| from - 1)
    }

    /// Returns every pattern in a text: its start, end and position, ordered by end and then by length, longest first.
    pub(super) fn found(&self, text: &str) -> Vec<(usize, usize, u16)> {
        let mut found: Vec<(usize, usize, u16)> = Vec::new();
        for (start, _) in text.char_indices() {
            let rest = text.get(start..).unwrap_or_default();
            let mut next = self.last_below(rest);
            while let Some(place) = next {
                let pattern = self.text(place);
                if rest.starts_with(pattern) {
                    found.push((start, start + pattern.len(), place));
                }
                next = self.shorter.get(usize::from(place)).copied().flatten();
            }
        }
        found.sort_unstable_by_key(|(start, end, _)| (*end, *start));
        found
    }

    /// Returns the meanings of single words of a language, by first letter.
    pub(super) fn single_words(&self, written: &[Meaning], language: Language) -> Box<[Meaning]> {
        let is_single = |meaning: &&Meaning| {
            let pattern = self.text(meaning.pattern);
            meaning.language == language && pattern.starts_with(' ') && !pattern.trim().contains(' ')
        };
        let mut words: Vec<Meaning> = written.iter().filter(is_single).copied().collect();
        words.sort_by_key(|meaning| self.text(meaning.pattern).as_bytes().get(1).copied());
        words.into()
    }
}

#[cfg(test)]
mod tests;
