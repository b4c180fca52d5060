//! Which places a question names: resorts, hubs, towns, states, countries, regions and passes; and whether it names one
//! that nobody here knows.
//!
//! A wrong resort is worse than no answer. A name is taken whole, longest first; a town, a state and a country are places and
//! never a resort; a name that several bear is a choice for whoever asks; and a name that comes near none is refused.

use catalogue::passes::Passes;
use catalogue::search::{Area, Meaning, Part, SearchIndex};
use catalogue::{Resort, comparable};

use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};

mod beside;
mod misspelt;
mod strangers;

use beside::narrowed;

pub(crate) use strangers::{origin, unknown, unknown_words};

/// What names are known. One value for search, arguments and questions.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Names of resorts and places.
    pub index: &'a SearchIndex,
    /// Ski passes.
    pub passes: &'a Passes,
    /// The resort at a position of the index.
    pub resort: &'a dyn Fn(usize) -> Option<&'a Resort>,
}

impl std::fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Known")
    }
}

/// What a name in a question means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum What {
    /// One resort.
    Resort(usize),
    /// Several resorts of one name, or of a town.
    Several(Vec<usize>),
    /// A destination of several mountains, by its slug.
    Hub(String, Vec<usize>),
    /// A state, as the rows write it.
    State(String, Vec<usize>),
    /// A country by its ISO code.
    Country(&'static str, Vec<usize>),
    /// A region by its word.
    Region(&'static str),
    /// A pass by its identifier.
    Pass(String),
    /// The place that a way begins at.
    Origin,
    /// A name with a place that holds nothing of that name.
    Stranger(String),
}

impl What {
    /// Of names of equal length the one with the lower rank counts.
    const fn rank(&self) -> u8 {
        match self {
            Self::Hub(..) => 0,
            Self::Resort(_) => 1,
            Self::Pass(_) => 2,
            Self::Region(_) => 3,
            Self::Country(..) => 4,
            Self::State(..) => 5,
            Self::Several(_) | Self::Origin | Self::Stranger(_) => 6,
        }
    }
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mention {
    pub(crate) what: What,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Most words of a name, and most letters of one in a script without spaces.
const MOST_WORDS: usize = 6;
const MOST_GLYPHS: usize = 14;

/// Letters of a pass's name that is no word of everyday talk.
const LONG_PASS: usize = 8;

/// Names that are words of everyday talk: written small and without a preposition they name nothing.
const EVERYDAY: &[&str] = &[
    "ajax",
    "apex",
    "ardent",
    "auto",
    "avon",
    "bend",
    "big",
    "boise",
    "brand",
    "burke",
    "cannon",
    "castle",
    "copper",
    "disco",
    "discovery",
    "eden",
    "elm",
    "falls",
    "first",
    "gala",
    "going",
    "golden",
    "gore",
    "grouse",
    "heavenly",
    "helm",
    "hunter",
    "jay",
    "keystone",
    "laura",
    "lead",
    "lincoln",
    "louise",
    "mesa",
    "monarch",
    "nelson",
    "nova",
    "pal",
    "pale",
    "panorama",
    "princeton",
    "purgatory",
    "sent",
    "solitude",
    "sunlight",
    "sunrise",
    "timberline",
    "upland",
    "vernon",
    "warren",
    "wildcat",
    "discovery",
    "sugar",
    "tc",
    "cb",
    "mountain",
    "the",
    "valley",
    "summit",
    "village",
    "base",
    "peak",
    "resort",
    "bethel",
    "marmot",
    "mission",
    "eagle",
    "silver",
    "red",
    "white",
    "green",
    "stratton",
    "bad",
    "sesto",
    "selva",
    "sole",
    "pila",
    "castor",
    "badia",
    "brixen",
    "lech",
    "helm",
];

/// Every name of a question, in order, none over another.
pub(crate) fn mentions(known: &Known<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let mut found = of_lexicon(known, tags);
    found.extend(of_words(known, tokens, tags));
    found.extend(of_glyphs(known, tokens));
    found.sort_by_key(|mention| {
        (std::cmp::Reverse(mention.to - mention.from), mention.what.rank(), mention.from)
    });
    let mut chosen: Vec<Mention> = Vec::new();
    for mention in found {
        if chosen.iter().all(|other| mention.to <= other.from || other.to <= mention.from) {
            chosen.push(mention);
        }
    }
    chosen.sort_by_key(|mention| mention.from);
    narrowed(known, tokens, chosen)
}

/// Regions, countries and names that the lexicon knows in other languages and scripts.
fn of_lexicon(known: &Known<'_>, tags: &[Tag]) -> Vec<Mention> {
    let what = |tag: &Tag| {
        let lying = || known.index.lying_in(&comparable(tag.value));
        Some(match tag.feature {
            Feature::Region => What::Region(tag.value),
            Feature::Country => {
                let country = catalogue::country(tag.value)?;
                What::Country(country.code, known.index.lying_in(&comparable(country.name)))
            }
            Feature::State => What::State(tag.value.to_owned(), lying()),
            Feature::Hub => match lying()[..] {
                // A hub of one mountain says no more than its name does.
                [only] => What::Resort(only),
                _ => What::Hub(tag.value.to_owned(), lying()),
            },
            Feature::Resort => match known.index.meaning(&comparable(tag.value)) {
                Meaning::Resort(only) => What::Resort(only),
                Meaning::Nothing | Meaning::Several(_) | Meaning::Places(_) => return None,
            },
            _ => return None,
        })
    };
    tags.iter().filter_map(|tag| Some(Mention { what: what(tag)?, from: tag.from, to: tag.to })).collect()
}

/// Names of one to six words.
fn of_words(known: &Known<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let says_pass = tags.iter().any(|tag| tag.is(Feature::PassWord));
    let plain: Vec<String> = tokens.iter().map(|token| comparable(token.raw)).collect();
    let mut found = Vec::new();
    for (from, first) in tokens.iter().enumerate() {
        if !matches!(first.kind, Kind::Word | Kind::Number(..)) {
            continue;
        }
        let (mut name, mut words) = (String::new(), 0);
        for (to, token) in tokens.iter().enumerate().skip(from) {
            match token.kind {
                Kind::Word | Kind::Number(..) => {
                    name.push_str(plain.get(to).map_or("", String::as_str));
                    words += 1;
                }
                Kind::Sign(
                    '\'' | '\u{2019}' | '-' | '\u{2013}' | '.' | '/' | '&' | '\u{b0}' | '`' | '\u{b4}' | '_',
                ) => continue,
                Kind::Sign(_) | Kind::Glyph => break,
            }
            if words > MOST_WORDS {
                break;
            }
            let span = (from, to + 1);
            if matches!(first.kind, Kind::Number(..)) && words == 1 {
                continue;
            }
            let meant = whole(known, &name, says_pass);
            found.extend(
                meant
                    .into_iter()
                    .filter(|_| words > 1 || may_be_name(tokens, tags, from, &name))
                    .map(|what| Mention { what, from: span.0, to: span.1 }),
            );
        }
    }
    found
}

/// What a comparable name means; a pass where passes are talked of.
fn whole(known: &Known<'_>, name: &str, says_pass: bool) -> Option<What> {
    let pass = || known.passes.find(name).map(|pass| pass.id.clone());
    if says_pass && let Some(id) = pass() {
        return Some(What::Pass(id));
    }
    match known.index.meaning(name) {
        Meaning::Resort(only) => Some(What::Resort(only)),
        Meaning::Several(several) => Some(What::Several(several)),
        Meaning::Places(areas) => areas.into_iter().find_map(|area| place(known, area)),
        // Short names of passes are words of everyday talk, such as "epic".
        Meaning::Nothing if name.chars().count() >= LONG_PASS || name == "ikon" => pass().map(What::Pass),
        Meaning::Nothing => None,
    }
}

fn place(known: &Known<'_>, area: Area<'_>) -> Option<What> {
    let Area { part, text, resorts } = area;
    Some(match part {
        Part::Country => What::Country(catalogue::country_by_name(text)?.code, resorts),
        Part::State => What::State(text.to_owned(), resorts),
        Part::Hub => {
            let member = resorts.first().and_then(|at| (known.resort)(*at))?;
            What::Hub(member.hub.clone()?, resorts)
        }
        Part::Town => What::Several(resorts),
        Part::Name | Part::Slug | Part::Alias => return None,
    })
}

/// Whether a single word that names something is meant as a name: words of the language are when they are written with a capital
/// behind the question's first word, and everyday names when they have a capital or a preposition.
fn may_be_name(tokens: &[Token<'_>], tags: &[Tag], at: usize, name: &str) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let is_first = tokens.iter().take(at).all(|token| !matches!(token.kind, Kind::Word));
    let covering = tags.iter().filter(|tag| tag.from <= at && at < tag.to);
    let is_word = covering.clone().any(|tag| !is_of_place(tag.feature));
    let has_accent = token.raw.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) && !is_word;
    let nouns_are_capital = covering.clone().any(|tag| tag.language == crate::Language::German);
    let behind_preposition = behind(tokens, at).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    if is_word {
        let capital = token.is_capital() && !is_first;
        return capital && (!nouns_are_capital || behind_preposition) || name == "alta" && token.is_capital();
    }
    if EVERYDAY.contains(&name) || name.chars().count() < 3 {
        return token.is_capital() || behind_preposition || has_accent;
    }
    true
}

/// The token before, signs left out.
fn behind(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    (0..at).rev().find(|before| tokens.get(*before).is_some_and(|token| !matches!(token.kind, Kind::Sign(_))))
}

const fn is_of_place(feature: Feature) -> bool {
    matches!(feature, Feature::Region | Feature::Country | Feature::State | Feature::Hub | Feature::Resort)
}

/// Names in a script without spaces: every run of letters is looked up, the longest counts.
fn of_glyphs(known: &Known<'_>, tokens: &[Token<'_>]) -> Vec<Mention> {
    let mut found = Vec::new();
    for (from, first) in tokens.iter().enumerate() {
        if first.kind != Kind::Glyph {
            continue;
        }
        let mut name = String::new();
        for (nth, token) in tokens.iter().enumerate().skip(from).take(MOST_GLYPHS) {
            let joined = nth == from || token.glued;
            if !joined || !matches!(token.kind, Kind::Glyph | Kind::Number(..)) {
                break;
            }
            name.push_str(&token.folded);
            if nth > from
                && let Some(what) = whole(known, &name, false)
            {
                found.push(Mention { what, from, to: nth + 1 });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
