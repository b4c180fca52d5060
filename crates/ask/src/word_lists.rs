//! Lists of words that rules check in their position: prepositions before a name, openings of a sentence, Japanese
//! endings. They are data, since they are words of languages; the lexicon has the words with meanings.

use std::sync::LazyLock;

use crate::table::{self, Line};

/// The lists; the head of the file describes their format.
const TABLE: &str = include_str!("../data/words.txt");

/// The embedded lists, parsed once. The tests read them, so a build that passed the tests has all words.
static EMBEDDED: LazyLock<Lists> = LazyLock::new(|| parse(TABLE).unwrap_or_default());

/// Words of each list in the order of [`List::ALL`], sorted, without duplicates.
type Lists = Box<[Box<[&'static str]>]>;

/// Names of sections, as written in the table.
macro_rules! lists {
    ($($name:ident = $word:literal,)*) => {
        /// A list of words: a section of the table, which describes the words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum List {
            $($name,)*
        }

        impl List {
            /// All lists.
            const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the name of its section.
            const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

lists! {
    Works = "works",
    Here = "here",
    HereInJapanese = "here_in_japanese",
    There = "there",
    Tellers = "tellers",
    Openings = "openings",
    Wishes = "wishes",
    WishesInJapanese = "wishes_in_japanese",
    ToldBefore = "told_before",
    Ties = "ties",
    EverydayNames = "everyday_names",
    SkiersNames = "skiers_names",
    OfMountains = "of_mountains",
    OfTheEarth = "of_the_earth",
    ProperLinks = "proper_links",
    PlaceLinks = "place_links",
    BehindHyphen = "behind_hyphen",
    Rivers = "rivers",
    NamePrefixes = "name_prefixes",
    NameParts = "name_parts",
    GivenNames = "given_names",
    NameEnds = "name_ends",
    WeakPrepositions = "weak_prepositions",
    Joints = "joints",
    Articles = "articles",
    DefiniteArticles = "definite_articles",
    AskingVerbs = "asking_verbs",
    With = "with",
    Requests = "requests",
    From = "from",
    To = "to",
    Leaving = "leaving",
    FromHome = "from_home",
    OfOrigin = "of_origin",
    OfCities = "of_cities",
    Towards = "towards",
    Generic = "generic",
    NoNames = "no_names",
    Confused = "confused",
    NoStarts = "no_starts",
    BeforeLeftOut = "before_left_out",
    NeverMisspelt = "never_misspelt",
    Money = "money",
    Months = "months",
    DaysTo = "days_to",
    BehindDays = "behind_days",
    CommonDays = "common_days",
    Nights = "nights",
    Ample = "ample",
}

impl List {
    /// Returns its words, of all languages together.
    fn words(self) -> &'static [&'static str] {
        EMBEDDED.get(self as usize).map(AsRef::as_ref).unwrap_or_default()
    }

    /// Returns whether it contains a word.
    pub(crate) fn contains(self, word: &str) -> bool {
        // A linear search that compares lengths first: for so few words that is faster than a binary search, which
        // compares letters at every step.
        self.words().contains(&word)
    }

    /// Returns every word, for a list whose words are compared in part: beginnings, endings, letters.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        self.words().iter().copied()
    }

    /// Returns the number of words of its shortest phrase with which a text begins. A sign in the text is an empty
    /// word.
    pub(crate) fn begins<'t>(self, text: impl Iterator<Item = &'t str> + Clone) -> Option<usize> {
        let first = text.clone().next().filter(|first| !first.is_empty())?;
        let from = self.words().partition_point(|phrase| *phrase < first);
        let mut near = self.iter().skip(from).take_while(|phrase| phrase.starts_with(first));
        let stands = |phrase: &&str| {
            let mut text = text.clone();
            phrase.split(' ').all(|word| text.next() == Some(word))
        };
        Some(near.find(stands)?.split(' ').count())
    }
}

/// Parses lists.
///
/// # Errors
/// Returns the invalid line.
fn parse(text: &'static str) -> Result<Lists, String> {
    let mut lists: Vec<Vec<&'static str>> = vec![Vec::new(); List::ALL.len()];
    let mut section: Option<List> = None;
    for line in table::lines(text) {
        match line? {
            Line::Section(name) => {
                let list = List::ALL.iter().find(|list| list.as_str() == name);
                section = Some(*list.ok_or_else(|| format!("no list is called `{name}`"))?);
            }
            Line::Words(_, words) => {
                let list = section.and_then(|list| lists.get_mut(list as usize)).ok_or(table::NO_SECTION)?;
                list.extend(table::words(words));
            }
        }
    }
    let sorted = lists.into_iter().map(|mut list| {
        list.sort_unstable();
        list.dedup();
        list.into_boxed_slice()
    });
    Ok(sorted.collect())
}

#[cfg(test)]
mod tests;
