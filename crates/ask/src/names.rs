//! Finds the places that a question names: resorts, hubs, towns, states, countries, regions and passes; and detects
//! unknown names.
//!
//! A wrong resort is worse than no answer. A name is matched whole, longest first. A town, a state and a country are
//! places and never a resort. An ambiguous name is offered to the user as a choice, and a name that is not close to any
//! known one is rejected.

use catalogue::passes::Passes;
use catalogue::search::{Area, Meaning, Part, SearchIndex};
use catalogue::{Resort, comparable};

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Token, text_of};
use crate::word_lists::List;

mod adjacent_places;
mod believable;
mod by_position;
mod continued_names;
mod exact;
mod extent;
mod frame;
mod homes;
mod japanese;
mod kana;
mod longer_names;
mod misspellings;
mod namesakes;
mod origin;
mod phonetic;
mod runs;
mod state_letters;
mod strangers;
mod tickets;
mod towns;
mod written;

use adjacent_places::narrowed;
pub(crate) use adjacent_places::{is_elsewhere, is_landmark};
use tickets::take_passes_of_hubs;
use written::{previous_word, starts_sentence};

pub(crate) use frame::{framed, is_of_writer, taken_back};
pub(crate) use homes::leave_homes;
pub(crate) use japanese::leading;
pub(crate) use longer_names::{NameContext, enlarged};
pub(crate) use origin::origin;
pub(crate) use runs::{other_words, unknown_words};
pub(crate) use state_letters::is_written_state;
pub(crate) use strangers::first_written;
pub(crate) use towns::only_mountains;

/// The known names: one value for search, arguments and questions.
#[derive(Clone, Copy)]
pub struct KnownNames<'a> {
    /// Names of resorts and places.
    pub index: &'a SearchIndex,
    /// Ski passes.
    pub passes: &'a Passes,
    /// Returns the resort at a position of the index.
    pub resort: &'a dyn Fn(usize) -> Option<&'a Resort>,
}

impl std::fmt::Debug for KnownNames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Known")
    }
}

/// The meaning of a name in a question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NameMeaning {
    /// One resort.
    Resort(usize),
    /// Several resorts that share a name or belong to a town.
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
    /// A place or a name that the question is not about: the start of a route, the writer, a retracted name.
    Aside,
    /// A name with a place that contains nothing of that name.
    Stranger(String),
}

impl NameMeaning {
    /// Returns the rank: of names with equal length the one with the lowest rank counts.
    const fn rank(&self) -> u8 {
        match self {
            Self::Hub(..) => 0,
            Self::Resort(_) => 1,
            Self::Pass(_) => 2,
            Self::Region(_) => 3,
            Self::Country(..) => 4,
            Self::State(..) => 5,
            Self::Several(_) => 6,
            Self::Aside | Self::Stranger(_) => 7,
        }
    }
}

/// Returns whether a text is exactly a resort's name.
pub(crate) fn is_resort(known: &KnownNames<'_>, text: &str) -> bool {
    matches!(known.index.meaning(&comparable(text)), Meaning::Resort(_))
}

/// Returns whether a word, or a word with the next one, is a resort's name with one wrong letter.
pub(crate) fn is_misspelt(known: &KnownNames<'_>, tokens: &[Token<'_>], at: usize) -> bool {
    misspellings::is_name(known, &text_of(tokens, at, at + 1))
        || misspellings::is_name_with_next(known, tokens, at)
}

/// A name with its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mention {
    pub(crate) what: NameMeaning,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Minimum length of a pass's name that is not an everyday word, in letters.
const LONG_PASS: usize = 8;

/// Passes with short names that are not words of any language.
const UNMISTAKABLE_PASSES: [&str; 2] = ["ikon", "indy"];

/// Returns every name of a question, in order and without overlaps.
pub(crate) fn mentions(known: &KnownNames<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let mut found = of_lexicon(known, tokens, tags);
    found.extend(exact::of_words(known, tokens, tags));
    found.extend(japanese::of_glyphs(known, tokens));
    found.retain(|mention| !is_spanish_mountain(tokens, mention));
    // If names overlap, the one that begins with a capital counts: "la Val Senales" is not La Val.
    let is_small = |at: usize| !tokens.get(at).is_some_and(Token::is_capital);
    found.sort_by_key(|mention| {
        let length = std::cmp::Reverse(mention.to - mention.from);
        (length, mention.what.rank(), is_small(mention.from), mention.from)
    });
    found.iter_mut().for_each(|mention| japanese::take_ending(tokens, mention));
    let mut chosen: Vec<Mention> = Vec::new();
    for mention in found {
        if chosen.iter().all(|other| mention.to <= other.from || other.to <= mention.from) {
            chosen.push(mention);
        }
    }
    chosen.sort_by_key(|mention| mention.from);
    take_passes_of_hubs(known, tokens, tags, &mut chosen);
    leave_wider_ranges(tags, &mut chosen);
    japanese::leave_inland(tokens, &mut chosen);
    narrowed(known, tokens, chosen)
}

/// Returns regions, countries and names that the lexicon knows in other languages and scripts.
fn of_lexicon(known: &KnownNames<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let what = |tag: &Tag| {
        let lying = || known.index.lying_in(&comparable(tag.value));
        Some(match tag.feature {
            Feature::Region => NameMeaning::Region(tag.value),
            Feature::Range => NameMeaning::Several(members_of_range(known, tag.value)),
            Feature::Country if is_pronoun(tokens, tag) || is_of_place(tags, tag) => return None,
            Feature::Country => {
                let country = catalogue::country(tag.value)?;
                NameMeaning::Country(country.code, known.index.lying_in(&comparable(country.name)))
            }
            Feature::State => NameMeaning::State(tag.value.to_owned(), lying()),
            // A city without skiing is not a misspelt resort: Los Angeles is not Les Angles.
            Feature::City => NameMeaning::Stranger(text_of(tokens, tag.from, tag.to)),
            feature => of_value(known, feature, tag.value)?,
        })
    };
    let whole = tags.iter().filter(|tag| !japanese::is_inside_katakana(tokens, tags, tag));
    whole.filter_map(|tag| Some(Mention { what: what(tag)?, from: tag.from, to: tag.to })).collect()
}

/// Returns whether "montaña" is the Spanish word for a mountain instead of a state.
fn is_spanish_mountain(tokens: &[Token<'_>], mention: &Mention) -> bool {
    let is_mountain = |token: &Token<'_>| token.folded == "montana" && token.raw.contains(['ñ', 'Ñ']);
    matches!(mention.what, NameMeaning::State(..)) && tokens.get(mention.from).is_some_and(is_mountain)
}

/// Returns whether "us" is a pronoun instead of a country: written small and after certain words.
fn is_pronoun(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    word(tag.from) == "us"
        && tokens.get(tag.from).is_some_and(|token| matches!(token.raw, "us" | "Us"))
        && !matches!(
            tag.from.checked_sub(1).map_or("", word),
            "the" | "in" | "across" | "around" | "western" | "eastern"
        )
        && !matches!(
            word(tag.to),
            "resorts" | "resort" | "ski" | "mountains" | "hills" | "areas" | "mountain" | "west" | "east"
        )
}

/// Returns whether a country is a word of another place's longer name: New England.
fn is_of_place(tags: &[Tag], country: &Tag) -> bool {
    tags.iter().any(|tag| {
        let length = tag.to - tag.from;
        let holds = tag.from <= country.from && country.to <= tag.to;
        tag.is(Feature::City) && holds && length > country.to - country.from
    })
}

/// Returns the meaning of a name of the lexicon: a resort, or a hub by its slug.
fn of_value(known: &KnownNames<'_>, feature: Feature, value: &str) -> Option<NameMeaning> {
    let lying = || known.index.lying_in(&comparable(value));
    match feature {
        Feature::Hub => Some(match lying()[..] {
            // A hub of one mountain means that mountain.
            [only] => NameMeaning::Resort(only),
            _ => NameMeaning::Hub(value.to_owned(), lying()),
        }),
        Feature::Name => whole(known, &comparable(value), false)
            .map(|what| namesakes::without_namesakes(known, what, value)),
        _ => None,
    }
}

/// Adds the resorts that unknown words probably mean, and returns the first word that looks like a name and has no
/// meaning.
pub(crate) fn unknown(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    language: Language,
    mentions: &mut Vec<Mention>,
) {
    if language == Language::Japanese {
        japanese::add(known, tokens, tags, mentions);
    }
    strangers::unknown(known, tokens, tags, language, mentions);
}

/// Returns a part of names that is searched for: "all ski areas with sugar in the name", "名前に「熊」がつく".
pub(crate) fn name_fragment(tokens: &[Token<'_>], tags: &[Tag]) -> Option<String> {
    let named = tags.iter().filter(|tag| tag.is(Feature::Named)).min_by_key(|tag| tag.from)?;
    japanese::quoted(tokens).or_else(|| strangers::name_fragment(tokens, named))
}

/// Returns the meaning of a comparable name; a pass only if the question is about passes.
fn whole(known: &KnownNames<'_>, name: &str, says_pass: bool) -> Option<NameMeaning> {
    let pass = || known.passes.find(name).map(|pass| pass.id.clone());
    if says_pass && let Some(id) = pass() {
        return Some(NameMeaning::Pass(id));
    }
    match known.index.meaning(name) {
        Meaning::Resort(only) => Some(known_by(known, name, only)),
        Meaning::Several(several) => Some(NameMeaning::Several(several)),
        Meaning::Places(areas) => areas.into_iter().find_map(|area| place(known, area)),
        // Short names of passes are everyday words, such as "epic".
        Meaning::Nothing if name.chars().count() >= LONG_PASS || UNMISTAKABLE_PASSES.contains(&name) => {
            pass().map(NameMeaning::Pass)
        }
        Meaning::Nothing => None,
    }
}

/// Returns a choice for a short name that is an alias of several resorts: "Voss" is Voss Resort and Myrkdalen.
fn known_by(known: &KnownNames<'_>, name: &str, only: usize) -> NameMeaning {
    let is_own = (known.resort)(only).is_some_and(|resort| comparable(&resort.name) == name);
    let bearers = if is_own { Vec::new() } else { known.index.bearers(name) };
    if bearers.len() > 1 { NameMeaning::Several(bearers) } else { NameMeaning::Resort(only) }
}

fn place(known: &KnownNames<'_>, area: Area<'_>) -> Option<NameMeaning> {
    let Area { part, text, resorts } = area;
    Some(match part {
        Part::Country => NameMeaning::Country(catalogue::country_by_name(text)?.code, resorts),
        Part::State => NameMeaning::State(text.to_owned(), resorts),
        Part::Hub => {
            let member = resorts.first().and_then(|at| (known.resort)(*at))?;
            NameMeaning::Hub(member.hub.clone()?, resorts)
        }
        Part::Town => NameMeaning::Several(resorts),
        Part::Name | Part::Slug | Part::Alias => return None,
    })
}

/// Returns whether a text contains a word for a mountain: "mount fuji" is a name in any case.
pub(crate) fn is_of_mountain(text: &str) -> bool {
    let text = text.to_lowercase();
    text.split(' ')
        .any(|word| matches!(word, "mount" | "mt" | "mont" | "monte") || List::OfMountains.contains(word))
}

/// Returns the resorts of a range, by its tag in the catalogue.
fn members_of_range(known: &KnownNames<'_>, tag: &str) -> Vec<usize> {
    let resorts = (0..).map_while(|at| Some((at, (known.resort)(at)?)));
    resorts.filter(|(_, resort)| resort.tags.iter().any(|own| own == tag)).map(|(at, _)| at).collect()
}

/// Removes a range next to a country or a state within it: "Andorra, in the Pyrenees".
fn leave_wider_ranges(tags: &[Tag], mentions: &mut [Mention]) {
    let inner: Vec<Vec<usize>> = mentions
        .iter()
        .filter_map(|mention| match &mention.what {
            NameMeaning::Country(_, members) | NameMeaning::State(_, members) if !members.is_empty() => {
                Some(members.clone())
            }
            _ => None,
        })
        .collect();
    for mention in mentions {
        let is_range =
            tags.iter().any(|tag| tag.is(Feature::Range) && (tag.from, tag.to) == (mention.from, mention.to));
        if let NameMeaning::Several(wider) = &mention.what
            && is_range
            && inner.iter().any(|members| members.iter().all(|at| wider.contains(at)))
        {
            mention.what = NameMeaning::Aside;
        }
    }
}

#[cfg(test)]
mod tests;
