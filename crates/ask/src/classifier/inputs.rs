//! Builds the classifier's inputs: the words of a question, their neighbours and parts, their features in the lexicon,
//! and what is named. Names and numbers are removed from the words, so that nothing is learnt about one resort.

use crate::content::QuestionContent;
use crate::tokens::Kind;
use crate::whole::FORECAST_DAYS;

/// Placeholder for a name or a number.
const NAME: &str = "<name>";
const NUMBER: &str = "<number>";
/// Placeholder for the start and the end of a question.
const EDGE: &str = "<edge>";

/// Lengths of the parts of a word, in characters.
const PARTS: std::ops::RangeInclusive<usize> = 3..=5;

/// Maximum number of unknown words and of resorts that are distinguished.
const MOST_UNKNOWN: usize = 4;
const MOST_RESORTS: usize = 3;

/// Returns the hashes of all inputs, without duplicates, in order.
pub(crate) fn inputs(heard: &QuestionContent<'_>) -> Vec<u16> {
    let mut seen = Vec::with_capacity(256);
    let words = words(heard);
    of_words(&words, &mut seen);
    let features: Vec<&str> = heard.features.iter().map(|feature| feature.as_str()).collect();
    one_by_one_and_in_pairs(Kinds { one: "feature", pair: "features" }, &features, &mut seen);
    seen.extend(heard.off().map(|kind| hash("off", &[kind])));
    one_by_one_and_in_pairs(Kinds { one: "shape", pair: "shapes" }, &shape(heard), &mut seen);
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// Returns the words in order, with one mark for a name of several words.
fn words<'h>(heard: &'h QuestionContent<'_>) -> Vec<&'h str> {
    let mut words = Vec::with_capacity(heard.tokens.len());
    let mut named_until = 0;
    for (at, token) in heard.tokens.iter().enumerate() {
        if at < named_until {
            continue;
        }
        if let Some(name) = heard.mentions.iter().find(|name| name.from <= at && at < name.to) {
            named_until = name.to;
            words.push(NAME);
            continue;
        }
        match token.kind {
            Kind::Word | Kind::Glyph => words.push(&token.folded),
            Kind::Number(..) => words.push(NUMBER),
            Kind::Sign('?' | '\u{ff1f}') => words.push("?"),
            Kind::Sign(_) => {}
        }
    }
    words
}

fn of_words(words: &[&str], seen: &mut Vec<u16>) {
    let word = |at: usize| words.get(at).copied().unwrap_or(EDGE);
    if let Some(first) = words.first() {
        seen.push(hash("two", &[EDGE, first]));
    }
    for (at, own) in words.iter().enumerate() {
        seen.push(hash("one", &[own]));
        seen.push(hash("two", &[own, word(at + 1)]));
        if own.chars().next().is_some_and(crate::tokens::is_glyph) {
            if at + 2 < words.len() {
                seen.push(hash("three", &[own, word(at + 1), word(at + 2)]));
            }
        } else if ![NAME, NUMBER, "?"].contains(own) {
            of_parts(own, seen);
        }
    }
}

/// Adds the parts of a word with its edges, which cover endings and compounds that are not in the lexicon.
fn of_parts(word: &str, seen: &mut Vec<u16>) {
    let edged = format!("_{word}_");
    let starts: Vec<usize> = edged.char_indices().map(|(at, _)| at).chain([edged.len()]).collect();
    for length in PARTS {
        let spans = starts.iter().zip(starts.iter().skip(length));
        seen.extend(spans.filter_map(|(from, to)| Some(hash("part", &[edged.get(*from..*to)?]))));
    }
}

/// The hash names of a word and of a pair of words.
#[derive(Clone, Copy)]
struct Kinds {
    one: &'static str,
    pair: &'static str,
}

/// Hashes each word, and each two of them together.
fn one_by_one_and_in_pairs(kinds: Kinds, words: &[&str], seen: &mut Vec<u16>) {
    for (at, one) in words.iter().enumerate() {
        seen.push(hash(kinds.one, &[one]));
        seen.extend(words.iter().skip(at + 1).map(|other| hash(kinds.pair, &[one, other])));
    }
}

/// Names and times of the question.
fn shape(heard: &QuestionContent<'_>) -> Vec<&'static str> {
    const RESORTS: [&str; MOST_RESORTS + 1] = ["no resort", "one resort", "two resorts", "resorts"];
    const UNKNOWN: [&str; MOST_UNKNOWN + 1] = ["0 unknown", "1 unknown", "2 unknown", "3 unknown", "unknown"];
    let if_so = |holds: bool, what: &'static str| holds.then_some(what);
    let when = heard.when.span.map_or("no day", |span| match (span.last - heard.today).num_days() {
        ..0 => "past",
        0 => "today",
        1..=FORECAST_DAYS => "soon",
        _ => "far",
    });
    [
        RESORTS.get(heard.resorts.len().min(MOST_RESORTS)).copied(),
        UNKNOWN.get(heard.unknown_words.min(MOST_UNKNOWN)).copied(),
        if_so(heard.several.is_some(), "several"),
        if_so(heard.hub.is_some(), "hub"),
        if_so(heard.state.is_some(), "state"),
        if_so(heard.country.is_some(), "country"),
        if_so(heard.region.is_some(), "region"),
        if_so(!heard.passes.is_empty(), "pass"),
        if_so(heard.stranger.is_some(), "stranger"),
        if_so(heard.is_follow_up, "follow-up"),
        Some(when),
        Some(heard.locale.language.code()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// FNV-1a of a kind and its words, folded to the number of a row of weights.
fn hash(kind: &str, words: &[&str]) -> u16 {
    let parts = [kind].into_iter().chain(words.iter().copied());
    let bytes = parts.flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [a, b, c, d] = hash.to_le_bytes();
    u16::from_le_bytes([a, b]) ^ u16::from_le_bytes([c, d])
}
