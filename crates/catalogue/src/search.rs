//! Finds resorts by a user's text: exact names before prefixes before near misses.
//!
//! Case, diacritics, punctuation, `mt`/`mount` and `st`/`saint`/`sankt` make no difference; local scripts and former
//! names are found through the aliases. A merely similar name has a low score, so that a caller can distinguish "this
//! is it" from "did you mean".
//!
//! A country, a state, a hub and a town find their resorts and never mean one of them: Jackson is the location of
//! Jackson Hole and Snow King, not the name of either. A place after a name narrows it to that place.

mod generic;
mod index;
mod meaning;
mod near;
mod places;

use std::cmp::Reverse;
use std::collections::HashMap;

use index::{Index, Key};
pub use meaning::{Area, Meaning};

use crate::name_text::{compact, fold, in_katakana, words};
use crate::resort::Resort;

/// Maximum length of an examined query, in characters; names are shorter.
const LONGEST_QUERY: usize = 80;

/// Score of an exact name or slug, and of an exact alias.
const NAMED: f64 = 1.0;
const ALSO_NAMED: f64 = 0.97;

/// Scores of the resorts of a named country, state or hub, and of a named town.
const OF_REGION: f64 = 0.95;
const OF_TOWN: f64 = 0.93;

/// Factor on the score of a name with a place, or with words that people add to any name, next to it.
const BESIDE_A_PLACE: f64 = 0.98;

/// Maximum number of words of a place's name.
const MOST_PLACE_WORDS: usize = 4;

/// Minimum length of a query with meaningful near misses, in characters.
const SHORTEST_TYPO: usize = 4;

/// The score of a resort without a match.
const NONE: f64 = 0.0;

/// The part of a resort that matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    Name,
    Slug,
    /// Another name.
    Alias,
    /// A town, valley or pass where it is.
    Town,
    /// A name of its hub.
    Hub,
    State,
    Country,
}

impl Part {
    const fn names_a_resort(self) -> bool {
        matches!(self, Self::Name | Self::Slug | Self::Alias)
    }

    /// Returns whether it is a region that narrows a name next to it.
    const fn narrows(self) -> bool {
        matches!(self, Self::State | Self::Country)
    }
}

/// A resort that a query may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<'a> {
    /// Position in the indexed list.
    pub index: usize,
    /// Matched text, as in the row.
    pub matched_on: &'a str,
    /// Kind of that text.
    pub part: Part,
    /// 1 for an exact name, from 0.93 for a named place, from 0.8 for a prefix, from 0.7 for a later word, and less for
    /// near misses.
    pub score: f64,
}

/// A name that a text misses by one letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneLetterOff<'a> {
    /// Position of the only resort with the name.
    pub resort: usize,
    /// The name in comparable letters.
    pub name: &'a str,
}

/// A search index over names of resorts. Rebuilt whenever the list of resorts changes.
#[derive(Debug, Clone)]
pub struct SearchIndex {
    index: Index,
    slugs: Vec<String>,
    /// Rank of each resort by lifts, most first, then by slug, which breaks ties of scores.
    ranks: Vec<usize>,
}

impl SearchIndex {
    /// Indexes names, slugs, aliases, towns, hubs, states and countries.
    #[must_use]
    pub fn new<'a>(resorts: impl IntoIterator<Item = &'a Resort>) -> Self {
        let resorts: Vec<&Resort> = resorts.into_iter().collect();
        let slugs: Vec<String> = resorts.iter().map(|resort| resort.slug.clone()).collect();
        let mut sorted: Vec<_> = resorts.iter().map(|resort| by_size(resort)).zip(0..).collect();
        sorted.sort_unstable();
        let mut ranks = vec![0; sorted.len()];
        for (rank, (_, at)) in sorted.into_iter().enumerate() {
            ranks.get_mut(at).into_iter().for_each(|own| *own = rank);
        }
        Self { index: Index::new(&resorts), ranks, slugs }
    }

    /// Returns the position of the one resort that a text names exactly: by its name or slug, else by an alias that
    /// neither another resort nor a place shares. Returns `None` if no resort or several match.
    #[must_use]
    pub fn unambiguous(&self, text: &str) -> Option<usize> {
        match self.meaning(&compact(&shortened(text))) {
            Meaning::Resort(only) => Some(only),
            Meaning::Nothing | Meaning::Several(_) | Meaning::Places(_) => None,
        }
    }

    /// Returns the resorts that a query may mean, best first, at most `limit`. In a tie, a resort whose own name
    /// contains the query comes first, then the one with more lifts, then the order of slugs decides. Any text is a safe
    /// query.
    #[must_use]
    pub fn search(&self, query: &str, limit: usize) -> Vec<Hit<'_>> {
        let query = shortened(query);
        if limit == 0 {
            return Vec::new();
        }
        let words = generic::split(words(&query));
        let mut best = self.of_text(&words, &fold(&query).replace(' ', ""));
        if !best.sure {
            self.in_named_place(&words, &mut best);
        }
        if !best.sure {
            self.without_added_words(&words, &mut best);
        }
        self.all_words(&words, &mut best);
        if !best.sure {
            self.near_misses(&words, &mut best);
        }
        self.ranked(best, limit)
    }

    /// Returns up to three slugs that a wrong slug may mean, most similar first.
    #[must_use]
    pub fn suggest(&self, slug: &str) -> Vec<&str> {
        let hits = self.search(slug, 3);
        hits.iter().filter_map(|hit| self.slugs.get(hit.index)).map(String::as_str).collect()
    }

    /// Finds the keys that equal or begin with a text; `raw` is the text with its short forms as typed.
    fn of_text(&self, words: &[String], raw: &str) -> BestKeys {
        let canonical = words.concat();
        let mut best =
            BestKeys { by_resort: vec![Entry::default(); self.slugs.len()], sure: canonical.is_empty() };
        if !canonical.is_empty() {
            self.exact(&canonical, &mut best);
            self.beginnings(&canonical, &mut best);
        }
        if raw != canonical && !raw.is_empty() {
            // "st" may be the beginning of Stowe instead of a saint.
            self.beginnings(raw, &mut best);
        }
        best
    }

    fn near_misses(&self, words: &[String], best: &mut BestKeys) {
        let canonical = words.concat();
        if canonical.chars().count() >= SHORTEST_TYPO {
            near::misses(&self.index, &near::Query::new(words), best);
        }
    }

    fn exact(&self, query: &str, best: &mut BestKeys) {
        for id in self.index.exactly(query) {
            let Some(key) = self.index.key(id) else { continue };
            let score = match key.part {
                Part::Name | Part::Slug => NAMED,
                Part::Alias => ALSO_NAMED,
                Part::Hub | Part::State | Part::Country => OF_REGION,
                Part::Town => OF_TOWN,
            };
            best.sure = true;
            best.offer(key, id, score);
        }
    }

    fn beginnings(&self, query: &str, best: &mut BestKeys) {
        for (id, leads) in self.index.starting(query) {
            let Some(key) = self.index.key(id) else { continue };
            let closeness = 0.09 * ratio(query.len(), key.compact.len());
            let score = match key.part {
                Part::Name | Part::Slug if leads => 0.83 + closeness,
                Part::Alias if leads => 0.8 + closeness,
                Part::Name | Part::Slug | Part::Alias => 0.7 + closeness,
                Part::Town | Part::Hub | Part::State | Part::Country => 0.5 + closeness,
            };
            best.offer(key, id, score);
        }
    }

    /// Finds resorts of a state or country that the rest of the query names: "Blue Mountain Ontario". A query that
    /// names a place is not searched elsewhere, even with typos: a namesake elsewhere is the wrong resort.
    fn in_named_place(&self, words: &[String], best: &mut BestKeys) {
        let Some((there, rest)) = self.split(words) else { return };
        best.sure = true;
        let mut of_rest = self.of_text(rest, &rest.concat());
        if !of_rest.sure {
            self.near_misses(rest, &mut of_rest);
        }
        for resort in there {
            let found = usize::try_from(resort).ok().and_then(|at| of_rest.by_resort.get(at));
            if let Some(entry) = found.filter(|entry| entry.score > NONE) {
                best.offer_to(resort, entry.id, entry.score * BESIDE_A_PLACE);
            }
        }
    }

    /// Finds the name within an official one: "Lake Louise Ski Area", "富良野スキー場". Its namesakes are not searched.
    fn without_added_words(&self, words: &[String], best: &mut BestKeys) {
        let mut of_core = BestKeys { by_resort: vec![Entry::default(); self.slugs.len()], sure: false };
        for core in generic::cores(words) {
            self.exact(&core, &mut of_core);
            if of_core.sure {
                break;
            }
        }
        best.sure |= of_core.sure;
        for (resort, entry) in (0..).zip(of_core.by_resort) {
            if entry.score > NONE {
                best.offer_to(resort, entry.id, entry.score * BESIDE_A_PLACE);
            }
        }
    }

    /// Returns the resorts of the state or country at the end or start of a query, and its other words.
    fn split<'q>(&self, words: &'q [String]) -> Option<(Vec<u32>, &'q [String])> {
        let longest = words.len().saturating_sub(1).min(MOST_PLACE_WORDS);
        (1..=longest).rev().find_map(|count| {
            let behind = words.split_at_checked(words.len() - count).map(|(rest, place)| (place, rest));
            [behind, words.split_at_checked(count)].into_iter().flatten().find_map(|(place, rest)| {
                let place = place.concat();
                let keys = self.index.exactly(&place).filter_map(|id| self.index.key(id));
                let mut keys = keys.filter(|key| key.part.narrows()).peekable();
                keys.peek()?;
                Some((keys.flat_map(|key| key.resorts.iter().copied()).collect(), rest))
            })
        })
    }

    /// Finds resorts that have every distinctive word of the query, in any order: "wyoming jackson hole". A query with
    /// a word for the kind of mountain ("Elk Mountain") and one distinctive word finds names without a second one.
    fn all_words(&self, words: &[String], best: &mut BestKeys) {
        if words.len() < 2 {
            return;
        }
        let telling: Vec<&String> = words.iter().filter(|word| !generic::is_generic(word)).collect();
        let is_of_a_kind = telling.len() == 1 && words.iter().any(|word| generic::says_what_it_is(word));
        // For each resort a key, the number of matched words, and the last of them: a word may occur in several names.
        let mut counts: HashMap<u32, (u32, usize, usize)> = HashMap::new();
        for (word, number) in telling.iter().zip(1..) {
            for (resort, id) in self.index.with_word(word) {
                let (_, count, last) = counts.entry(*resort).or_insert((*id, 0, 0));
                *count += usize::from(*last != number);
                *last = number;
            }
        }
        for (resort, (id, count, _)) in counts {
            let fits = !is_of_a_kind || self.index.key(id).is_some_and(|key| key.fits_landforms(words));
            if count == telling.len() && fits {
                best.sure |= telling.len() > 1;
                best.offer_to(resort, id, 0.68);
            }
        }
    }

    fn ranked(&self, best: BestKeys, limit: usize) -> Vec<Hit<'_>> {
        let found = best.by_resort.into_iter().enumerate().filter(|(_, entry)| entry.score > NONE);
        let mut hits: Vec<(usize, Entry)> = found.collect();
        let rank = |resort: usize| self.ranks.get(resort);
        hits.sort_unstable_by(|(one, a), (other, b)| {
            let by_score = b.score.total_cmp(&a.score).then_with(|| b.of_name.total_cmp(&a.of_name));
            by_score.then_with(|| rank(*one).cmp(&rank(*other)))
        });
        hits.truncate(limit);
        let hit = |(resort, entry): (usize, Entry)| {
            let key = self.index.key(entry.id)?;
            Some(Hit { index: resort, matched_on: &key.text, part: key.part, score: entry.score })
        };
        hits.into_iter().filter_map(hit).collect()
    }

    /// Returns names of resorts with the same number of letters as a comparable text, of which one differs. In Chinese
    /// characters a letter is a word, and one of three may be a wrong one with the same sound.
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

/// Returns the key that orders resorts by lifts, most first, then by slug.
fn by_size(resort: &Resort) -> (Reverse<u32>, &str) {
    (Reverse(resort.lifts.unwrap_or_default()), &resort.slug)
}

/// Truncates a text to the examined length.
fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_QUERY).collect()
}

/// Returns the share of a name that a query covers, at most 1.
fn ratio(part: usize, whole: usize) -> f64 {
    let size = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    (size(part) / size(whole.max(1))).min(1.0)
}

/// The best match of a query with one resort.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Best score; [`NONE`] if nothing matched.
    score: f64,
    /// Key with this score.
    id: u32,
    /// Best score of the resort's own names, which breaks ties: Park City is the town of Deer Valley and the name of
    /// Park City Mountain.
    of_name: f64,
}

impl Default for Entry {
    fn default() -> Self {
        Self { score: NONE, id: 0, of_name: NONE }
    }
}

/// The best key found for each resort.
struct BestKeys {
    by_resort: Vec<Entry>,
    /// Whether a name matched exactly, so that near misses would only be noise.
    sure: bool,
}

impl BestKeys {
    fn offer(&mut self, key: &Key, id: u32, score: f64) {
        for resort in &key.resorts {
            self.offer_to(*resort, id, score);
            if key.part.names_a_resort()
                && let Some(entry) = self.entry(*resort)
            {
                entry.of_name = entry.of_name.max(score);
            }
        }
    }

    fn offer_to(&mut self, resort: u32, id: u32, score: f64) {
        if let Some(entry) = self.entry(resort).filter(|entry| score > entry.score) {
            (entry.score, entry.id) = (score, id);
        }
    }

    fn entry(&mut self, resort: u32) -> Option<&mut Entry> {
        usize::try_from(resort).ok().and_then(|resort| self.by_resort.get_mut(resort))
    }
}

#[cfg(test)]
mod tests;
