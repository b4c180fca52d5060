//! The tables of the search: names by the whole, by the beginnings of their words, by words and by pairs of letters. A
//! place is one name shared by all its resorts.

use std::collections::HashMap;

use super::Part;
use super::generic::{is_added, is_ending, is_generic, is_same_landform, says_what_it_is, split};
use super::places::{Place, of_resorts};
use crate::name_text::{in_katakana, words};
use crate::resort::Resort;

/// A name, of one resort or of a place with its resorts.
#[derive(Debug, Clone)]
pub(super) struct Key {
    /// Positions of its resorts, ascending; empty for a place without any.
    pub(super) resorts: Vec<u32>,
    pub(super) part: Part,
    /// Text as in the row.
    pub(super) text: String,
    /// Comparable form, without spaces.
    pub(super) compact: String,
    /// Starts of the words in `compact`, in bytes.
    pub(super) starts: Vec<usize>,
    /// Whether each word is generic.
    pub(super) generic: Vec<bool>,
}

impl Key {
    /// Returns whether it is the name of a resort with a single distinctive word, "Vail", "Elk Mountain", and of no
    /// other landform than the asked words have: Summit West is not West Mountain.
    pub(super) fn fits_landforms(&self, asked: &[String]) -> bool {
        let is_asked = |word: &str| asked.iter().any(|other| is_same_landform(word, other));
        // People add "Mountain" to a name, but not "Mount".
        let is_mount = asked.first().is_some_and(|word| word == "mount");
        // A landform between other words belongs to the name: Bear Valley Mountain is not Bear Mountain.
        let start = asked.iter().position(|word| !is_generic(word)).unwrap_or_default();
        let end = asked.iter().rposition(|word| !is_added(word)).unwrap_or_default();
        let inner = asked.get(start..end).unwrap_or_default();
        let mut inner = inner.iter().filter(|word| says_what_it_is(word));
        self.part.names_a_resort()
            && (!is_mount || self.words().any(|word| is_same_landform(word, "mount")))
            && inner.all(|inner| self.words().any(|word| is_same_landform(word, inner)))
            && self.generic.iter().filter(|generic| !**generic).count() == 1
            && self.words().all(|word| !says_what_it_is(word) || is_asked(word))
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        let ends = self.starts.iter().skip(1).copied().chain([self.compact.len()]);
        self.starts.iter().zip(ends).filter_map(|(start, end)| self.compact.get(*start..end))
    }
}

/// Two adjacent characters of a name, with a mark before its first word. Pairs instead of triples: swapped letters in a
/// short word would leave no triple intact.
pub(super) type Gram = [char; 2];

/// The tables. Identifiers are positions in `keys`.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    keys: Vec<Key>,
    whole: HashMap<String, Vec<u32>>,
    /// Sorted word beginnings: the rest of a name from the start of one of its words; the key; whether that word leads
    /// the name.
    beginnings: Vec<(String, u32, bool)>,
    by_word: HashMap<String, Vec<(u32, u32)>>,
    by_gram: HashMap<Gram, Vec<u32>>,
}

impl Index {
    pub(super) fn new(resorts: &[&Resort]) -> Self {
        let mut index = Self::default();
        for (resort, number) in resorts.iter().zip(0..) {
            let names = [(Part::Name, &resort.name), (Part::Slug, &resort.slug)].into_iter();
            let aliases = resort.aliases.iter().map(|alias| (Part::Alias, alias));
            for (part, text) in names.chain(aliases) {
                index.add(part, text, &[number]);
            }
        }
        for (Place { part, text }, resorts) in of_resorts(resorts) {
            index.add(part, &text, &resorts);
        }
        index.beginnings.sort_unstable();
        index
    }

    fn add(&mut self, part: Part, text: &str, resorts: &[u32]) {
        self.add_as(part, text, text, resorts);
        if let Some(spelt) = with_spelt_umlauts(text) {
            self.add_as(part, text, &spelt, resorts);
        }
    }

    fn add_as(&mut self, part: Part, text: &str, spelling: &str, resorts: &[u32]) {
        let words = split(words(spelling));
        let compact = words.concat();
        let Ok(id) = u32::try_from(self.keys.len()) else { return };
        if compact.is_empty() {
            return;
        }
        let mut starts = Vec::with_capacity(words.len());
        let (mut start, mut leads) = (0, true);
        for word in &words {
            starts.push(start);
            if !is_ending(word) {
                self.beginnings.push((compact.get(start..).unwrap_or("").to_owned(), id, leads));
            }
            let bearers = self.by_word.entry(word.clone()).or_default();
            for resort in resorts {
                if bearers.last().is_none_or(|(last, _)| last != resort) {
                    bearers.push((*resort, id));
                }
            }
            start += word.len();
            leads &= says_mountain(word);
        }
        // Places are found by the whole or a prefix; a misspelt place does not name a resort.
        if part.names_a_resort() {
            for gram in grams(&compact) {
                let keys = self.by_gram.entry(gram).or_default();
                if keys.last() != Some(&id) {
                    keys.push(id);
                }
            }
        }
        self.whole.entry(compact.clone()).or_default().push(id);
        let generic = words.iter().map(|word| is_generic(word)).collect();
        self.keys.push(Key {
            resorts: resorts.to_vec(),
            part,
            text: text.to_owned(),
            compact,
            starts,
            generic,
        });
    }

    pub(super) fn key(&self, id: u32) -> Option<&Key> {
        self.keys.get(usize::try_from(id).ok()?)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter()
    }

    pub(super) fn size(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn exactly(&self, compact: &str) -> impl Iterator<Item = u32> {
        self.whole.get(in_katakana(compact).as_ref()).into_iter().flatten().copied()
    }

    /// Returns the keys with a word that, with those after it, starts like this; and whether that word leads the name.
    pub(super) fn starting<'a>(&'a self, beginning: &'a str) -> impl Iterator<Item = (u32, bool)> {
        let beginning = in_katakana(beginning);
        let from = self.beginnings.partition_point(|(text, _, _)| text.as_str() < beginning.as_ref());
        let rest = self.beginnings.get(from..).unwrap_or_default().iter();
        rest.take_while(move |(text, _, _)| text.starts_with(beginning.as_ref()))
            .map(|(_, id, first)| (*id, *first))
    }

    /// Returns the resorts with a word, each with a key that contains it.
    pub(super) fn with_word(&self, word: &str) -> &[(u32, u32)] {
        self.by_word.get(word).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn with_gram(&self, gram: Gram) -> &[u32] {
        self.by_gram.get(&gram).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns the pairs of a comparable name, the first one marked as the beginning.
pub(super) fn grams(compact: &str) -> Vec<Gram> {
    let marked: Vec<char> = std::iter::once('^').chain(compact.chars()).collect();
    marked.windows(2).filter_map(|gram| gram.try_into().ok()).collect()
}

/// Returns whether people omit a word from the front of a mountain's name: Bachelor means Mt. Bachelor.
fn says_mountain(word: &str) -> bool {
    matches!(word, "mount" | "mont" | "monte" | "the")
}

/// Returns a name with its umlauts written out, as people without the keys type them; `None` without umlauts.
fn with_spelt_umlauts(text: &str) -> Option<String> {
    let spelt: String = text
        .chars()
        .flat_map(|c| match c {
            'ä' | 'Ä' | 'æ' | 'Æ' => ['a', 'e'],
            'ö' | 'Ö' | 'ø' | 'Ø' => ['o', 'e'],
            'ü' | 'Ü' => ['u', 'e'],
            'å' | 'Å' => ['a', 'a'],
            other => [other, '\0'],
        })
        .filter(|c| *c != '\0')
        .collect();
    (spelt != text).then_some(spelt)
}
