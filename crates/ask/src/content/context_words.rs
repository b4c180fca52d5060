//! Removes words that have a different meaning in their context, such as phrases of letters, of politeness, or in
//! names.

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::names::{self, Mention};
use crate::tokens::{Kind, Run, Token, is_katakana, run_around};

/// Removes tags of words that have a different meaning in their context.
pub(super) fn leave_what_is_asked(tokens: &[Token<'_>], tags: &mut Vec<Tag>, mentions: &[Mention]) {
    let writers: Vec<usize> = tags.iter().filter(|tag| tag.is(Feature::Writer)).map(|tag| tag.to).collect();
    let greetings: Vec<Run> = tags.iter().filter(|tag| says_nothing_else(tag)).map(Tag::run).collect();
    let beside_the_point: Vec<Run> =
        tags.iter().filter(|tag| tag.is(Feature::Indifferent)).map(|tag| clause(tokens, tag.from)).collect();
    let hired = hired(tags);
    let bands: Vec<Run> = tags.iter().filter(|tag| tag.is(Feature::Band)).map(Tag::run).collect();
    tags.retain(|tag| {
        let greets = greetings.iter().any(|span| tag.is_within(*span));
        !is_preposition(tokens, tag)
            && !is_verb(tokens, tag)
            && !is_just_now(tokens, tag)
            && !is_polite(tokens, tag)
            && !is_inside_kana(tokens, tag)
            && !is_under_way(tokens, tag)
            && !is_off_in_name(tag, mentions)
            && (!greets || tag.is(Feature::Plain) || says_nothing_else(tag))
            && !is_hire(tag, &hired)
            && !is_of_band(tag, &bands)
            && !is_beside_the_point(tag, &beside_the_point)
            && !names::is_of_writer(tokens, &writers, tag)
    });
}

/// Returns whether the words are a phrase of a letter or a self-correction, and have no meaning individually.
fn says_nothing_else(tag: &Tag) -> bool {
    tag.is(Feature::Greeting) || (tag.is(Feature::Correction) && tag.value.is_empty())
}

/// Returns whether something beyond the service is said not to matter: "Loipen sind mir egal".
fn is_beside_the_point(tag: &Tag, clauses: &[Run]) -> bool {
    let is_left_out = tag.is(Feature::Off) && !matches!(tag.value, "account" | "safe" | "task");
    (is_left_out || tag.is(Feature::Drive)) && clauses.iter().any(|span| tag.is_within(*span))
}

/// Returns the mentions of a hired car, next to a question about roads and snow.
fn hired(tags: &[Tag]) -> Vec<Run> {
    const ASKED: [Feature; 7] = [
        Feature::Drive,
        Feature::Chains,
        Feature::RoadTrip,
        Feature::Depth,
        Feature::NewSnow,
        Feature::Lifts,
        Feature::Forecast,
    ];
    let spans = tags.iter().filter(|tag| tag.is(Feature::Hired));
    let asks = |span: &&Tag| {
        tags.iter().any(|tag| ASKED.contains(&tag.feature) && (tag.to <= span.from || span.to <= tag.from))
    };
    spans.filter(asks).map(Tag::run).collect()
}

/// Returns whether a word is part of a longer one for a height ("up top"), which ranks nothing.
fn is_of_band(tag: &Tag, bands: &[Run]) -> bool {
    let is_inside = |run: &Run| tag.is_within(*run) && run.to - run.from > tag.to - tag.from;
    tag.is(Feature::Rank) && bands.iter().any(is_inside)
}

fn is_hire(tag: &Tag, hired: &[Run]) -> bool {
    let is_off = tag.is(Feature::Off) && tag.value == "booking";
    is_off && hired.iter().any(|span| tag.is_within(*span))
}

/// Returns the clause around a token, between signs.
fn clause(tokens: &[Token<'_>], at: usize) -> Run {
    let is_end = |at: &usize| {
        tokens.get(*at).is_some_and(|token| matches!(token.kind, Kind::Sign(sign) if sign != '\''))
    };
    run_around(tokens, at, is_end)
}

/// Returns whether "live" is a verb: "where I live", "live in Denver".
fn is_verb(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    tag.is(Feature::Webcam)
        && word(Some(tag.from)) == "live"
        && tag.to == tag.from + 1
        && tag.language == Language::English
        && (matches!(word(tag.from.checked_sub(1)), "i" | "we" | "they" | "you" | "who")
            || !matches!(word(Some(tag.to)), "" | "right" | "now" | "today" | "please" | "at"))
}

/// Returns whether "grad" is short for "gerade": degrees have a number before them.
fn is_just_now(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let counts = |at: usize| {
        tokens.get(at).is_some_and(|token| token.number().is_some())
            || matches!(word(at), "viel" | "viele" | "wieviel" | "wieviele" | "null" | "minus" | "plus")
    };
    matches!(tag.feature, Feature::Temperature | Feature::Unit)
        && tag.language == Language::German
        && (tag.from, tag.to) == (tag.from, tag.from + 1)
        && word(tag.from) == "grad"
        && !tag.from.checked_sub(1).is_some_and(counts)
}

/// Returns whether "でしょう" before "か" is a polite question instead of a forecast.
fn is_polite(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word: String =
        tokens.get(tag.from..tag.to).unwrap_or_default().iter().map(|token| token.raw).collect();
    tag.is(Feature::Falls) && word == "でしょう" && tokens.get(tag.to).is_some_and(|next| next.raw == "か")
}

/// Returns whether "en route" means in operation instead of a road: "Combien de téléskis en route ?".
fn is_under_way(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    tag.is(Feature::Drive)
        && tag.language == Language::French
        && (word(tag.from.checked_sub(1)), word(Some(tag.from))) == ("en", "route")
}

/// Returns whether a match is inside a longer run of kana: "シュプール" does not contain a pool.
fn is_inside_kana(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let is_kana = |at: usize| tokens.get(at).is_some_and(|token| token.raw.chars().all(is_katakana));
    let before = tag.from.checked_sub(1).filter(|_| tokens.get(tag.from).is_some_and(|token| token.glued));
    let is_polite = tokens.get(tag.to).is_some_and(|next| matches!(next.raw, "し" | "す"));
    (tag.is(Feature::Off) && tag.value != "account" && is_kana(tag.from) && before.is_some_and(is_kana))
        || (tag.is(Feature::Explain) && tag.language == Language::Japanese && is_polite)
}

/// Returns whether "auf" or "zu" is a preposition; they mean open and closed only at the end of a clause.
fn is_preposition(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = tokens.get(tag.from).map_or("", |token| token.folded.as_str());
    let is_last = tokens.get(tag.to).is_none_or(|next| matches!(next.kind, Kind::Sign(_)));
    matches!(tag.feature, Feature::Open | Feature::Closed)
        && tag.language == Language::German
        && matches!(word, "auf" | "zu")
        && !is_last
}

/// Returns whether a name contains a word that is beyond the service.
fn is_off_in_name(tag: &Tag, mentions: &[Mention]) -> bool {
    tag.is(Feature::Off) && mentions.iter().any(|mention| mention.from <= tag.from && tag.to <= mention.to)
}

/// Returns the number of unknown words, and the name that one of them may be: the only one, or in Japanese the first of
/// the question.
pub(super) fn unknown(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
    language: Language,
) -> (usize, Option<String>) {
    let (count, only) = names::unknown_words(tokens, tags, mentions);
    let leading = if language == Language::Japanese { names::leading(tokens, tags) } else { None };
    (count, leading.or(only))
}
