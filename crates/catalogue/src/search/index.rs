//! The tables behind the search: every name by its whole, by the beginnings of its words, by words and by pairs of
//! letters. A place is one name of all resorts that lie there.

use std::collections::HashMap;

use super::Part;
use super::generic::is_generic;
use super::places::{Place, of_resorts};
use crate::resort::Resort;
use crate::text::{in_katakana, words};

/// One name, of one resort or of a place with its resorts.
#[derive(Debug, Clone)]
pub(super) struct Key {
    /// Positions of the resorts that bear it, ascending; none for a place without any.
    pub(super) resorts: Vec<u32>,
    pub(super) part: Part,
    /// As the row writes it.
    pub(super) text: String,
    /// Comparable, without spaces.
    pub(super) compact: String,
    /// Where the words of `compact` start, in bytes.
    pub(super) starts: Vec<usize>,
    /// Which of the words are generic.
    pub(super) generic: Vec<bool>,
}

impl Key {
    /// Whether it is a name of a resort with a single word that tells it from others: "Vail", "Elk Mountain".
    pub(super) fn has_one_telling_word(&self) -> bool {
        self.part.names_a_resort() && self.generic.iter().filter(|generic| !**generic).count() == 1
    }
}

/// Two characters in a row of a name, with a mark before its first word. Pairs and not triples: a swapped pair of
/// letters in a short word would leave no triple whole.
pub(super) type Gram = [char; 2];

/// The tables. Identifiers are positions in `keys`.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    keys: Vec<Key>,
    whole: HashMap<String, Vec<u32>>,
    /// Sorted: the rest of a name from the start of one of its words; the key; whether that word leads the name.
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
        index.beginnings.sort();
        index
    }

    fn add(&mut self, part: Part, text: &str, resorts: &[u32]) {
        self.add_as(part, text, text, resorts);
        if let Some(spelt) = with_spelt_umlauts(text) {
            self.add_as(part, text, &spelt, resorts);
        }
    }

    fn add_as(&mut self, part: Part, text: &str, spelling: &str, resorts: &[u32]) {
        let words = words(spelling);
        let compact = words.concat();
        let Ok(id) = u32::try_from(self.keys.len()) else { return };
        if compact.is_empty() {
            return;
        }
        let mut starts = Vec::with_capacity(words.len());
        let (mut start, mut leads) = (0, true);
        for word in &words {
            starts.push(start);
            self.beginnings.push((compact.get(start..).unwrap_or("").to_owned(), id, leads));
            let bearers = self.by_word.entry(word.clone()).or_default();
            for resort in resorts {
                if bearers.last().is_none_or(|(last, _)| last != resort) {
                    bearers.push((*resort, id));
                }
            }
            start += word.len();
            leads &= says_mountain(word);
        }
        // Places are found whole or by their beginning; a misspelt one names no resort.
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

    /// Keys one of whose words, with those after it, starts like this; and whether that word leads the name.
    pub(super) fn starting<'a>(&'a self, beginning: &'a str) -> impl Iterator<Item = (u32, bool)> {
        let beginning = in_katakana(beginning);
        let from = self.beginnings.partition_point(|(text, _, _)| text.as_str() < beginning.as_ref());
        let rest = self.beginnings.get(from..).unwrap_or_default().iter();
        rest.take_while(move |(text, _, _)| text.starts_with(beginning.as_ref()))
            .map(|(_, id, first)| (*id, *first))
    }

    /// Resorts with a word, each with a key that has it.
    pub(super) fn with_word(&self, word: &str) -> &[(u32, u32)] {
        self.by_word.get(word).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn with_gram(&self, gram: Gram) -> &[u32] {
        self.by_gram.get(&gram).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The pairs of a comparable name, the first one marked as the beginning.
pub(super) fn grams(compact: &str) -> Vec<Gram> {
    let marked: Vec<char> = std::iter::once('^').chain(compact.chars()).collect();
    marked.windows(2).filter_map(|gram| gram.try_into().ok()).collect()
}

/// Words that people leave away from the front of a mountain's name: Bachelor leads Mt. Bachelor.
fn says_mountain(word: &str) -> bool {
    matches!(word, "mount" | "mont" | "monte" | "the")
}

/// A name with its umlauts written out, as people without the keys do; `None` without any.
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
