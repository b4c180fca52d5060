//! Near misses: shared pairs of letters choose the candidates, edit distance on whole words decides.

use super::index::{Gram, Index, Key, grams};
use super::{Best, ratio};

/// How many candidates are measured; the distance is the costly part.
const CANDIDATES: usize = 32;

/// Least share of a query's pairs that a candidate has. One swapped pair of letters spoils three of seven.
const LEAST_SHARED: f64 = 0.3;

/// Similarity from which a name may have been meant: one edit in four letters, two in seven.
const LEAST_SIMILAR: f64 = 0.7;

/// Longest run of words of a name that is compared with a query.
const MOST_WORDS: usize = 6;

pub(super) fn misses(index: &Index, query: &str, best: &mut Best) {
    let length = query.chars().count();
    for id in candidates(index, &grams(query)) {
        let Some(key) = index.key(id) else { continue };
        if let Some(similarity) = similarity(key, query, length) {
            // 0.35 to 0.65: below every beginning and every set of words.
            best.offer(key, id, 0.35 + 0.3 * similarity);
        }
    }
}

/// Keys that share enough pairs with the query, most first; of equals the shorter name, which shares fewer by chance.
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

/// How similar the query is to the name or to some words of it in a row; `None` when it is not.
fn similarity(key: &Key, query: &str, length: usize) -> Option<f64> {
    let ends = || key.starts.iter().skip(1).copied().chain([key.compact.len()]);
    let mut highest: f64 = 0.0;
    for (nth, start) in key.starts.iter().enumerate() {
        for end in ends().skip(nth).take(MOST_WORDS) {
            let Some(part) = key.compact.get(*start..end) else { continue };
            let part_length = part.chars().count();
            let longer = part_length.max(length);
            // A difference in length alone already costs so many edits.
            if 1.0 - ratio(part_length.abs_diff(length), longer) < LEAST_SIMILAR {
                continue;
            }
            let similar = 1.0 - ratio(strsim::osa_distance(part, query), longer);
            // The whole name beats a part of a longer one.
            let whole = if part.len() == key.compact.len() { 1.0 } else { 0.97 };
            if similar >= LEAST_SIMILAR {
                highest = highest.max(similar * whole);
            }
        }
    }
    (highest > 0.0).then_some(highest)
}
