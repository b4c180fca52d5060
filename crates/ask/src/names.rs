//! Which places a question names: resorts, hubs, towns, states, countries, regions and passes; and whether it names one
//! that nobody here knows.
//!
//! A wrong resort is worse than no answer. A name is taken whole, longest first; a town, a state and a country are places and
//! never a resort; a name that several bear is a choice for whoever asks; and a name that comes near none is refused.

use catalogue::passes::Passes;
use catalogue::search::{Area, Meaning, Part, SearchIndex};
use catalogue::{Resort, comparable};

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};

mod believable;
mod beside;
mod earth;
mod everyday;
mod frame;
mod japanese;
mod longer;
mod misspelt;
mod onward;
mod small;
mod sounding;
mod strangers;
mod tickets;
mod towns;

pub(crate) use beside::lies_elsewhere;
use beside::narrowed;
use everyday::EVERYDAY;
use tickets::{drop_passes_of_hubs, is_pass_of_mountains, takes_pass};

pub(crate) use earth::is_of_mountain;
pub(crate) use frame::{framed, is_of_writer, taken_back};
pub(crate) use japanese::leading;
pub(crate) use longer::{Around, enlarged};
pub(crate) use strangers::{first_written, origin, other_words, unknown_words};
pub(crate) use towns::only_mountains;

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
    /// A place or a name that is not asked about: where a way begins, who writes, what was taken back.
    Aside,
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
            Self::Several(_) => 6,
            Self::Aside | Self::Stranger(_) => 7,
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

/// Most words of a name.
const MOST_WORDS: usize = 6;

/// Letters of a pass's name that is no word of everyday talk.
const LONG_PASS: usize = 8;

/// Letters of a name that is one however it is written: "are" is a word of more languages than its own.
const SHORTEST_NAME: usize = 4;

/// Letters of a name in capitals alone.
const SHORTEST_LETTERS: usize = 3;

/// Letters of an abbreviation before a full stop.
const LONGEST_ABBREVIATION: usize = 3;

/// Letters of a name that is no longer form of a word.
const LONG_NAME: usize = 7;

/// A pass whose name is no word of any language.
const UNMISTAKABLE_PASS: &str = "ikon";

/// Every name of a question, in order, none over another.
pub(crate) fn mentions(known: &Known<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let mut found = of_lexicon(known, tokens, tags);
    found.extend(of_words(known, tokens, tags));
    found.extend(japanese::of_glyphs(known, tokens));
    found.sort_by_key(|mention| {
        (std::cmp::Reverse(mention.to - mention.from), mention.what.rank(), mention.from)
    });
    found.iter_mut().for_each(|mention| japanese::take_ending(tokens, mention));
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
fn of_lexicon(known: &Known<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let what = |tag: &Tag| {
        let lying = || known.index.lying_in(&comparable(tag.value));
        Some(match tag.feature {
            Feature::Region => What::Region(tag.value),
            Feature::Country if is_pronoun(tokens, tag) => return None,
            Feature::Country => {
                let country = catalogue::country(tag.value)?;
                What::Country(country.code, known.index.lying_in(&comparable(country.name)))
            }
            Feature::State => What::State(tag.value.to_owned(), lying()),
            // Nobody skis in Los Angeles, and it is no misspelt Les Angles.
            Feature::City => What::Stranger(strangers::text_of(tokens, tag.from, tag.to)),
            feature => of_value(known, feature, tag.value)?,
        })
    };
    tags.iter().filter_map(|tag| Some(Mention { what: what(tag)?, from: tag.from, to: tag.to })).collect()
}

/// "The lot of us are beginners": written small and behind these words it is no country.
fn is_pronoun(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    word(tag.from) == "us"
        && tokens.get(tag.from).is_some_and(|token| token.raw == "us")
        && !matches!(
            tag.from.checked_sub(1).map_or("", word),
            "the" | "in" | "across" | "around" | "western" | "eastern"
        )
        && !matches!(
            word(tag.to),
            "resorts" | "resort" | "ski" | "mountains" | "hills" | "areas" | "mountain" | "west" | "east"
        )
}

/// What a name of the lexicon means: a resort's, or a hub's by its slug.
fn of_value(known: &Known<'_>, feature: Feature, value: &str) -> Option<What> {
    let lying = || known.index.lying_in(&comparable(value));
    match feature {
        Feature::Hub => Some(match lying()[..] {
            // A hub of one mountain says no more than its name does.
            [only] => What::Resort(only),
            _ => What::Hub(value.to_owned(), lying()),
        }),
        Feature::Name => {
            whole(known, &comparable(value), false).map(|what| beside::without_namesakes(known, what, value))
        }
        _ => None,
    }
}

/// Names of one to six words.
fn of_words(known: &Known<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    // Beside the one pass whose name is no word, the others are names too: "Epic or Ikon".
    let says_pass = tags.iter().any(|tag| tag.is(Feature::PassWord))
        || tokens.iter().any(|token| token.folded == UNMISTAKABLE_PASS);
    let says_pass = says_pass || is_pass_of_mountains(tokens);
    let says_pass = says_pass || tags.iter().any(|tag| tag.is(Feature::Reaches) && tag.value == "with");
    let reaches = tags.iter().any(|tag| tag.is(Feature::Reaches));
    let plain: Vec<String> = tokens.iter().map(|token| comparable(token.raw)).collect();
    let mut prepositions = vec![false; tokens.len()];
    for tag in tags.iter().filter(|tag| tag.is(Feature::At) && tag.to == tag.from + 1) {
        prepositions.get_mut(tag.from).into_iter().for_each(|is_one| *is_one = true);
    }
    let mut found = Vec::new();
    for (from, first) in tokens.iter().enumerate() {
        if !matches!(first.kind, Kind::Word | Kind::Number(..)) {
            continue;
        }
        let (mut name, mut words) = (String::new(), 0);
        for (to, token) in tokens.iter().enumerate().skip(from) {
            match token.kind {
                Kind::Word | Kind::Number(..) => {
                    let own = plain.get(to).map_or("", String::as_str);
                    name.push_str(if words == 0 { article(own) } else { own });
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
            // "a spa in Zermatt" names no Spain.
            if words > 1 && token.kind == Kind::Word && prepositions.get(to) == Some(&true) {
                continue;
            }
            // "Which resorts does Dolomiti Superski reach?": what reaches resorts is a pass.
            let reaches_some = reaches && (takes_pass(tokens, from) || name.chars().count() >= LONG_PASS);
            let meant = whole(known, &name, says_pass || reaches_some).or_else(|| {
                let is_long = words > 1 && first.is_capital() && token.is_capital();
                if is_long { without_article(known, &name) } else { None }
            });
            found.extend(
                meant
                    .into_iter()
                    .filter(|_| words > 1 || may_be_name(tokens, tags, from, &name))
                    .map(|what| Mention { what, from: span.0, to: span.1 }),
            );
        }
    }
    if !says_pass && !reaches {
        drop_passes_of_hubs(&mut found);
    }
    found
}

/// The article of a name in a contraction: "aux Arcs" are Les Arcs.
fn article(word: &str) -> &str {
    match word {
        "aux" | "des" => "les",
        "au" | "du" => "le",
        other => other,
    }
}

/// Adds the resorts that unknown words probably mean, and the first that looks like a name and means nothing.
pub(crate) fn unknown(
    known: &Known<'_>,
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

/// A part of names that is looked for: "all ski areas with sugar in the name", "名前に「熊」がつく".
pub(crate) fn sought(tokens: &[Token<'_>], tags: &[Tag]) -> Option<String> {
    let named = tags.iter().filter(|tag| tag.is(Feature::Named)).min_by_key(|tag| tag.from)?;
    japanese::quoted(tokens).or_else(|| strangers::sought(tokens, named))
}

/// "Grands Montets" are Les Grands Montets.
fn without_article(known: &Known<'_>, name: &str) -> Option<What> {
    const ARTICLES: [&str; 7] = ["les", "le", "la", "el", "los", "las", "the"];
    let named = |article: &&str| match known.index.meaning(&format!("{article}{name}")) {
        Meaning::Resort(only) => Some(What::Resort(only)),
        Meaning::Nothing | Meaning::Several(_) | Meaning::Places(_) => None,
    };
    ARTICLES.iter().find_map(named)
}

/// What a comparable name means; a pass where passes are talked of.
fn whole(known: &Known<'_>, name: &str, says_pass: bool) -> Option<What> {
    let pass = || known.passes.find(name).map(|pass| pass.id.clone());
    if says_pass && let Some(id) = pass() {
        return Some(What::Pass(id));
    }
    match known.index.meaning(name) {
        Meaning::Resort(only) => Some(known_by(known, name, only)),
        Meaning::Several(several) => Some(What::Several(several)),
        Meaning::Places(areas) => areas.into_iter().find_map(|area| place(known, area)),
        // Short names of passes are words of everyday talk, such as "epic".
        Meaning::Nothing if name.chars().count() >= LONG_PASS || name == UNMISTAKABLE_PASS => {
            pass().map(What::Pass)
        }
        Meaning::Nothing => None,
    }
}

/// A short name that is no resort's own and that another bears as well: "Voss" is Voss Resort and Myrkdalen.
fn known_by(known: &Known<'_>, name: &str, only: usize) -> What {
    let is_own = (known.resort)(only).is_some_and(|resort| comparable(&resort.name) == name);
    let bearers = if is_own { Vec::new() } else { known.index.bearers(name) };
    if bearers.len() > 1 { What::Several(bearers) } else { What::Resort(only) }
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
    let is_first = starts_sentence(tokens, at);
    let covering = tags.iter().filter(|tag| tag.from <= at && at < tag.to);
    // "Snowbird" begins as a word of snow does, and is none.
    let is_longer = |tag: &Tag| tag.beyond > 0 && name.chars().count() >= LONG_NAME;
    let is_word = covering.clone().any(|tag| !is_of_place(tag.feature) && !is_longer(tag));
    let has_accent = token.raw.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) && !is_word;
    let nouns_are_capital = covering.clone().any(|tag| tag.language == crate::Language::German);
    let behind_preposition = behind(tokens, at).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    if is_word {
        let is_short = name.chars().count() < SHORTEST_NAME && token.raw.is_ascii() && !behind_preposition;
        let capital = token.is_capital() && !is_first && !is_short;
        return capital && (!nouns_are_capital || behind_preposition) || name == "alta" && token.is_capital();
    }
    if EVERYDAY.contains(&name) || name.chars().count() < SHORTEST_NAME {
        let is_short = name.chars().count() < SHORTEST_NAME;
        // "heavenly's gondola": what owns something is a name.
        let owns = tokens.get(at + 1).is_some_and(|sign| sign.glued && sign.is_sign(&['\'', '\u{2019}']))
            && tokens.get(at + 2).is_some_and(|own| own.glued && own.folded == "s");
        // Of a language that writes every noun with a capital it says nothing: "der große Brand".
        let is_german = tags.iter().any(|tag| tag.language == crate::Language::German);
        // "MRG": letters alone are a name wherever they stand.
        let is_letters = token.raw.len() >= SHORTEST_LETTERS && token.raw.chars().all(char::is_uppercase);
        let capital = token.is_capital()
            && (is_letters || !(is_first && is_short))
            && !(is_german && is_thing(tokens, at));
        return capital || behind_preposition || has_accent || owns || is_asked_open(tokens, tags, at);
    }
    true
}

/// "Is heavenly open": an everyday word between a verb that asks and whether it is open, or beside "versus".
fn is_asked_open(tokens: &[Token<'_>], tags: &[Tag], at: usize) -> bool {
    const VERBS: [&str; 9] = ["is", "ist", "isch", "est", "esta", "are", "hat", "does", "did"];
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    let is_versus = |at: Option<usize>| {
        matches!(word(at), "vs" | "versus" | "v" | "against" | "gegen" | "contre" | "contro" | "contra")
    };
    let is_open = tags.iter().any(|tag| {
        tag.from == at + 1 && matches!(tag.feature, Feature::Open | Feature::Closed | Feature::Lifts)
    });
    (is_open && VERBS.contains(&word(at.checked_sub(1))))
        || is_versus(at.checked_sub(1))
        || is_versus(Some(at + 1))
}

/// Whether an article or an adjective stands before a German noun.
fn is_thing(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    before.is_some_and(|word| {
        let is_ending = ["e", "er", "es", "en", "em"].iter().any(|ending| word.folded.ends_with(ending));
        word.kind == Kind::Word
            && !word.is_capital()
            && is_ending
            && word.folded.len() > LONGEST_ABBREVIATION + 1
            || matches!(
                word.folded.as_str(),
                "der" | "die" | "das" | "den" | "dem" | "ein" | "eine" | "einen"
            )
    })
}

/// Whether a sentence begins at a token: its capital says nothing.
fn starts_sentence(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let ends = before.is_none_or(|before| {
        before.is_sign(&[
            '.', '!', '?', ':', ';', '\u{bf}', '\u{a1}', '"', '\u{ab}', '\u{201e}', '\u{201c}', '\u{ff1f}',
            '\u{3002}',
        ])
    });
    // "St. Anton": behind a short word a full stop ends nothing.
    let is_abbreviation = before.is_some_and(|before| before.is_sign(&['.']))
        && at.checked_sub(2).and_then(|short| tokens.get(short)).is_some_and(|short| {
            short.kind == Kind::Word && short.raw.chars().count() <= LONGEST_ABBREVIATION
        });
    (ends && !is_abbreviation) || tokens.iter().take(at).all(|token| token.kind != Kind::Word)
}

/// The token before, signs left out.
fn behind(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    (0..at).rev().find(|before| tokens.get(*before).is_some_and(|token| !matches!(token.kind, Kind::Sign(_))))
}

const fn is_of_place(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Region | Feature::Country | Feature::State | Feature::Hub | Feature::Name | Feature::City
    )
}

#[cfg(test)]
mod tests;
