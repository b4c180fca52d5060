//! Finding a resort by what a person types: exact names before beginnings before near misses.
//!
//! Case, diacritics, punctuation, `mt`/`mount` and `st`/`saint`/`sankt` make no difference; local scripts and former
//! names are found through the aliases. A name that is merely similar scores low, so that a caller can tell "this is
//! it" from "did you mean".

mod index;
mod near;

use std::collections::HashMap;

use index::{Index, Key};

use crate::resort::Resort;
use crate::text::{compact, fold, words};

/// Longest query that is looked at, in characters; no name is longer.
const LONGEST_QUERY: usize = 80;

/// Score of an exact name or slug, and of an exact alias.
const NAMED: f64 = 1.0;
const ALSO_NAMED: f64 = 0.97;

/// Least length of a query, in characters, for which near misses mean anything.
const SHORTEST_TYPO: usize = 4;

/// The score of a resort that nothing matched.
const NONE: f64 = 0.0;

/// Which part of a resort matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Its name.
    Name,
    /// Its slug.
    Slug,
    /// Another name.
    Alias,
    /// Its hub's slug.
    Hub,
    /// Its state.
    State,
}

/// A resort that a query may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<'a> {
    /// Position in the list that the index was made of.
    pub index: usize,
    /// The text that matched, as the row writes it.
    pub matched_on: &'a str,
    /// What that text is.
    pub part: Part,
    /// 1 for an exact name, from 0.8 for a beginning, from 0.7 for a later word, below that for near misses.
    pub score: f64,
}

/// Names of resorts, ready to be searched. Made once, whenever the list of resorts changes.
#[derive(Debug, Clone)]
pub struct SearchIndex {
    index: Index,
    slugs: Vec<String>,
    /// Place of each slug among all of them, sorted: equal scores are told apart by it.
    ranks: Vec<usize>,
}

impl SearchIndex {
    /// Indexes names, slugs, aliases, states and hubs.
    #[must_use]
    pub fn new<'a>(resorts: impl IntoIterator<Item = &'a Resort>) -> Self {
        let resorts: Vec<&Resort> = resorts.into_iter().collect();
        let slugs: Vec<String> = resorts.iter().map(|resort| resort.slug.clone()).collect();
        let mut sorted: Vec<&String> = slugs.iter().collect();
        sorted.sort();
        let ranks = slugs.iter().map(|slug| sorted.partition_point(|other| *other < slug)).collect();
        Self { index: Index::new(&resorts), ranks, slugs }
    }

    /// The position of the one resort that a text names exactly: by its name or slug, else by an alias that no other
    /// resort shares. `None` when no resort or several bear it.
    #[must_use]
    pub fn unambiguous(&self, text: &str) -> Option<usize> {
        let hits = self.search(text, usize::MAX);
        let only = |least: f64| {
            let mut named = hits.iter().filter(|hit| hit.score >= least);
            named.next().filter(|_| named.next().is_none()).map(|hit| hit.index)
        };
        only(NAMED).or_else(|| only(ALSO_NAMED).filter(|_| !hits.iter().any(|hit| hit.score >= NAMED)))
    }

    /// The resorts that a query may mean, best first, at most `limit`; equal scores in the order of slugs. Any text
    /// is a safe query.
    #[must_use]
    pub fn search(&self, query: &str, limit: usize) -> Vec<Hit<'_>> {
        let query: String = query.chars().take(LONGEST_QUERY).collect();
        let canonical = compact(&query);
        if canonical.is_empty() || limit == 0 {
            return Vec::new();
        }
        let mut best = Best { by_resort: vec![(NONE, 0); self.slugs.len()], sure: false };
        self.exact(&canonical, &mut best);
        let raw = fold(&query).replace(' ', "");
        self.beginnings(&canonical, &mut best);
        if raw != canonical {
            // "st" may be the beginning of Stowe and not a saint.
            self.beginnings(&raw, &mut best);
        }
        let words = words(&query);
        self.all_words(&words, &mut best);
        if !best.sure && canonical.chars().count() >= SHORTEST_TYPO {
            near::misses(&self.index, &canonical, &mut best);
        }
        self.ranked(best, limit)
    }

    /// Up to three slugs that a wrong slug may have meant, nearest first.
    #[must_use]
    pub fn suggest(&self, slug: &str) -> Vec<&str> {
        let hits = self.search(slug, 3);
        hits.iter().filter_map(|hit| self.slugs.get(hit.index)).map(String::as_str).collect()
    }

    fn exact(&self, query: &str, best: &mut Best) {
        for id in self.index.exactly(query) {
            let Some(key) = self.index.key(id) else { continue };
            let score = match key.part {
                Part::Name | Part::Slug => NAMED,
                Part::Alias => ALSO_NAMED,
                Part::Hub => 0.66,
                Part::State => 0.65,
            };
            best.sure |= matches!(key.part, Part::Name | Part::Slug | Part::Alias);
            best.offer(key, id, score);
        }
    }

    fn beginnings(&self, query: &str, best: &mut Best) {
        for (id, first) in self.index.starting(query) {
            let Some(key) = self.index.key(id) else { continue };
            let closeness = 0.09 * ratio(query.len(), key.compact.len());
            let score = match key.part {
                Part::Name | Part::Slug if first => 0.83 + closeness,
                Part::Alias if first => 0.8 + closeness,
                Part::Name | Part::Slug | Part::Alias => 0.7 + closeness,
                Part::Hub | Part::State => 0.5 + closeness,
            };
            best.offer(key, id, score);
        }
    }

    /// Every word of the query is a word of the resort, in any order: "wyoming jackson hole".
    fn all_words(&self, words: &[String], best: &mut Best) {
        if words.len() < 2 {
            return;
        }
        let mut counts: HashMap<u32, (u32, usize)> = HashMap::new();
        let mut wanted = 0;
        for word in words.iter().filter(|word| !is_generic(word)) {
            wanted += 1;
            for (resort, id) in self.index.with_word(word) {
                let count = counts.entry(*resort).or_insert((*id, 0));
                count.1 += 1;
            }
        }
        for (id, _) in counts.into_values().filter(|(_, count)| wanted > 0 && *count == wanted) {
            if let Some(key) = self.index.key(id) {
                best.sure |= wanted > 1;
                best.offer(key, id, 0.68);
            }
        }
    }

    fn ranked(&self, best: Best, limit: usize) -> Vec<Hit<'_>> {
        let mut hits: Vec<(usize, f64, u32)> = best
            .by_resort
            .into_iter()
            .enumerate()
            .filter(|(_, (score, _))| *score > NONE)
            .map(|(resort, (score, id))| (resort, score, id))
            .collect();
        let rank = |resort: usize| self.ranks.get(resort);
        hits.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then_with(|| rank(a.0).cmp(&rank(b.0))));
        hits.truncate(limit);
        let hit = |(resort, score, id): (usize, f64, u32)| {
            let key = self.index.key(id)?;
            Some(Hit { index: resort, matched_on: &key.text, part: key.part, score })
        };
        hits.into_iter().filter_map(hit).collect()
    }
}

/// Words that people add to any resort's name.
fn is_generic(word: &str) -> bool {
    matches!(
        word,
        "ski" | "skiing" | "resort" | "area" | "the" | "snow" | "station" | "skigebiet" | "in" | "at" | "and"
    )
}

/// How much of a name a query covers, at most 1.
fn ratio(part: usize, whole: usize) -> f64 {
    let size = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    (size(part) / size(whole.max(1))).min(1.0)
}

/// The best key of each resort so far.
struct Best {
    /// By position; no score is below 0, which stands for none.
    by_resort: Vec<(f64, u32)>,
    /// A name was met exactly: near misses would only be noise.
    sure: bool,
}

impl Best {
    fn offer(&mut self, key: &Key, id: u32, score: f64) {
        let entry = usize::try_from(key.resort).ok().and_then(|resort| self.by_resort.get_mut(resort));
        if let Some(entry) = entry.filter(|entry| score > entry.0) {
            *entry = (score, id);
        }
    }
}

#[cfg(test)]
mod tests;
