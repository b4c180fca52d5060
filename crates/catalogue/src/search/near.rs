//! Finds near misses: shared pairs of letters choose the candidates, and the edit distance on whole words decides.
//! Generic words are ignored: two names are not similar because both are mountains.

use super::generic::{is_added, is_generic};
use super::index::{Gram, Index, Key, grams};
use super::{BestKeys, ratio};

/// Number of measured candidates; the distance is the costly part.
const CANDIDATES: usize = 32;

/// Minimum share of a query's pairs in a candidate. Two swapped letters change three of seven.
const LEAST_SHARED: f64 = 0.3;

/// Minimum similarity of a match: one edit in four distinctive letters, two in seven.
const LEAST_SIMILAR: f64 = 0.7;

/// Maximum number of words of a name that are compared with a query.
const MOST_WORDS: usize = 6;

pub(super) struct Query {
    /// Its words without spaces, and the same without words that people add to any name.
    spellings: Vec<String>,
    /// Number of letters of the words that are not generic.
    telling: usize,
}

impl Query {
    pub(super) fn new(words: &[String]) -> Self {
        let own: String = words.iter().filter(|word| !is_added(word)).map(String::as_str).collect();
        let mut spellings = vec![words.concat(), own];
        spellings.dedup();
        spellings.retain(|spelling| !spelling.is_empty());
        let lengths = |word: &String| word.chars().count();
        let telling: usize = words.iter().filter(|word| !is_generic(word)).map(lengths).sum();
        Self { spellings, telling: if telling > 0 { telling } else { words.iter().map(lengths).sum() } }
    }
}

pub(super) fn misses(index: &Index, query: &Query, best: &mut BestKeys) {
    for spelling in &query.spellings {
        let asked =
            QuerySpelling { text: spelling, length: spelling.chars().count(), telling: query.telling };
        for id in candidates(index, &grams(spelling)) {
            let Some(key) = index.key(id) else { continue };
            if let Some(similarity) = similarity(key, &asked) {
                // 0.35 to 0.65: below every beginning and every set of words.
                best.offer(key, id, 0.35 + 0.3 * similarity);
            }
        }
    }
}

/// A spelling, with its length and its distinctive letters, in characters.
struct QuerySpelling<'q> {
    text: &'q str,
    length: usize,
    telling: usize,
}

/// Returns the keys that share enough pairs with the query, most first; in a tie the shorter name, which shares fewer
/// by chance.
fn candidates(index: &Index, grams: &[Gram]) -> Vec<u32> {
    let mut counts = vec![0_u8; index.size()];
    for gram in grams {
        for id in index.with_gram(*gram) {
            if let Some(count) = usize::try_from(*id).ok().and_then(|id| counts.get_mut(id)) {
                *count = count.saturating_add(1);
            }
        }
    }
    let length = |id: u32| index.key(id).map_or(0, |key| key.compact.len());
    let mut shared: Vec<(u8, usize, u32)> = counts
        .into_iter()
        .zip(0..)
        .filter(|(count, _)| *count > 0 && ratio(usize::from(*count), grams.len()) >= LEAST_SHARED)
        .map(|(count, id)| (u8::MAX - count, length(id), id))
        .collect();
    shared.sort_unstable();
    shared.truncate(CANDIDATES);
    shared.into_iter().map(|(_, _, id)| id).collect()
}

/// Returns the similarity of the query to the name or to some adjacent words of it; `None` if it is too low.
fn similarity(key: &Key, asked: &QuerySpelling<'_>) -> Option<f64> {
    let ends: Vec<usize> = key.starts.iter().skip(1).copied().chain([key.compact.len()]).collect();
    // In a name that has only generic words ("Snow Valley"), they count.
    let has_telling = key.generic.iter().any(|generic| !generic);
    let mut highest: f64 = 0.0;
    for (nth, start) in key.starts.iter().enumerate() {
        let (mut telling, mut before) = (0, *start);
        for (end, generic) in ends.iter().zip(&key.generic).skip(nth).take(MOST_WORDS) {
            if !(*generic && has_telling) {
                telling += key.compact.get(before..*end).map_or(0, |word| word.chars().count());
            }
            before = *end;
            let Some(part) = key.compact.get(*start..*end) else { continue };
            let letters = telling.min(asked.telling);
            // The difference in length is a lower bound of the edits.
            let least = part.chars().count().abs_diff(asked.length);
            if letters == 0 || remaining(least, letters) < LEAST_SIMILAR {
                continue;
            }
            let similar = remaining(strsim::osa_distance(part, asked.text), letters);
            // The whole name beats a part of a longer one.
            let whole = if part.len() == key.compact.len() { 1.0 } else { 0.97 };
            if similar >= LEAST_SIMILAR {
                highest = highest.max(similar * whole);
            }
        }
    }
    (highest > 0.0).then_some(highest)
}

/// Returns the share of letters that edits leave.
fn remaining(edits: usize, letters: usize) -> f64 {
    1.0 - ratio(edits, letters)
}
