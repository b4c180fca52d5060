//! Which patterns stand in a text, and where.
//!
//! The patterns are one sorted text: at a place of a question the last that is not above what stands there is looked up, and every
//! other that stands there too is a beginning of it. That takes a fraction of the memory of an automaton, which ten thousand
//! patterns do not earn at the length of a question.

use super::Meaning;
use crate::language::Language;

/// Patterns, each once, sorted.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// All of them, one behind the other.
    text: Box<str>,
    /// Where each begins, and the end of the last.
    starts: Box<[u32]>,
    /// Of each the longest other one that it begins with.
    shorter: Box<[Option<u16>]>,
    /// By the first byte, the first pattern that begins with it or a higher one.
    by_byte: Box<[u16]>,
}

/// A place in a table of at most 65,535.
pub(super) fn small(place: usize) -> Result<u16, String> {
    u16::try_from(place).map_err(|_| "the table has more than 65,535 entries".to_owned())
}

impl Patterns {
    /// # Errors
    /// There are too many.
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
            // What begins this one is the one before it, or begins that too.
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

    /// A pattern by its place.
    pub(super) fn text(&self, place: u16) -> &str {
        let place = usize::from(place);
        let end = |at: usize| self.starts.get(at).and_then(|start| usize::try_from(*start).ok());
        let span = end(place).zip(end(place + 1));
        span.and_then(|(from, to)| self.text.get(from..to)).unwrap_or_default()
    }

    /// The place of a pattern.
    pub(super) fn place(&self, pattern: &str) -> Option<u16> {
        self.last_below(pattern).filter(|place| self.text(*place) == pattern)
    }

    /// The last pattern of the same first byte that is not above a text.
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

    /// Every pattern that stands in a text: its start, its end and its place, by the ends, of those the longest first.
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

    /// What is written of single words of a language, by the first letter.
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
