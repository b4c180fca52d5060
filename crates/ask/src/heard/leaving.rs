//! Words that say something else where they stand: of a letter, of politeness, of a name.

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::names::{self, Mention};
use crate::tokens::{Kind, Run, Token, is_katakana, run_around};

/// Leaves out words that say something else where they stand: of a letter, of politeness, of a name.
pub(super) fn leave_what_is_asked(tokens: &[Token<'_>], tags: &mut Vec<Tag>, mentions: &[Mention]) {
    let writers: Vec<usize> = tags.iter().filter(|tag| tag.is(Feature::Writer)).map(|tag| tag.to).collect();
    let greetings: Vec<Run> = tags.iter().filter(|tag| says_nothing_else(tag)).map(Tag::run).collect();
    let beside_the_point: Vec<Run> =
        tags.iter().filter(|tag| tag.is(Feature::Indifferent)).map(|tag| clause(tokens, tag.from)).collect();
    let hired = hired(tags);
    let bands: Vec<Run> = tags.iter().filter(|tag| tag.is(Feature::Band)).map(Tag::run).collect();
    tags.retain(|tag| {
        let greets = greetings.iter().any(|span| tag.lies_in(*span));
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

/// Whether words are of a letter or of a slip, and each of them alone means nothing.
fn says_nothing_else(tag: &Tag) -> bool {
    tag.is(Feature::Greeting) || (tag.is(Feature::Correction) && tag.value.is_empty())
}

/// "Loipen sind mir egal": what nobody here answers, where it is said that it does not matter.
fn is_beside_the_point(tag: &Tag, clauses: &[Run]) -> bool {
    let is_left_out = tag.is(Feature::Off) && !matches!(tag.value, "account" | "safe" | "task");
    (is_left_out || tag.is(Feature::Drive)) && clauses.iter().any(|span| tag.lies_in(*span))
}

/// Where a hired car is spoken of, beside what is asked of roads and snow.
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

/// "Up top": a word of a longer one for a height, which ranks nothing.
fn is_of_band(tag: &Tag, bands: &[Run]) -> bool {
    let is_inside = |run: &Run| tag.lies_in(*run) && run.to - run.from > tag.to - tag.from;
    tag.is(Feature::Rank) && bands.iter().any(is_inside)
}

fn is_hire(tag: &Tag, hired: &[Run]) -> bool {
    let is_off = tag.is(Feature::Off) && tag.value == "booking";
    is_off && hired.iter().any(|span| tag.lies_in(*span))
}

/// What stands between signs around a token.
fn clause(tokens: &[Token<'_>], at: usize) -> Run {
    let is_end = |at: &usize| {
        tokens.get(*at).is_some_and(|token| matches!(token.kind, Kind::Sign(sign) if sign != '\''))
    };
    run_around(tokens, at, is_end)
}

/// Whether "live" is a verb: "where I live", "live in Denver".
fn is_verb(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    tag.is(Feature::Webcam)
        && word(Some(tag.from)) == "live"
        && tag.to == tag.from + 1
        && tag.language == Language::English
        && (matches!(word(tag.from.checked_sub(1)), "i" | "we" | "they" | "you" | "who")
            || !matches!(word(Some(tag.to)), "" | "right" | "now" | "today" | "please" | "at"))
}

/// Whether "grad" is short for "gerade": degrees have a number before them.
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

/// "でしょう" foretells, and before "か" it only asks politely.
fn is_polite(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word: String =
        tokens.get(tag.from..tag.to).unwrap_or_default().iter().map(|token| token.raw).collect();
    tag.is(Feature::Falls) && word == "でしょう" && tokens.get(tag.to).is_some_and(|next| next.raw == "か")
}

/// "Combien de téléskis en route ?": what runs is on no road.
fn is_under_way(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    tag.is(Feature::Drive)
        && tag.language == Language::French
        && (word(tag.from.checked_sub(1)), word(Some(tag.from))) == ("en", "route")
}

/// "シュプール" has no pool in it, and "どのくらいなんでしょうか" asks for no reason.
fn is_inside_kana(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let is_kana = |at: usize| tokens.get(at).is_some_and(|token| token.raw.chars().all(is_katakana));
    let before = tag.from.checked_sub(1).filter(|_| tokens.get(tag.from).is_some_and(|token| token.glued));
    let is_polite = tokens.get(tag.to).is_some_and(|next| matches!(next.raw, "し" | "す"));
    (tag.is(Feature::Off) && tag.value != "account" && is_kana(tag.from) && before.is_some_and(is_kana))
        || (tag.is(Feature::Explain) && tag.language == Language::Japanese && is_polite)
}

/// "auf" and "zu" say open and closed at the end of a clause, and are prepositions elsewhere.
fn is_preposition(tokens: &[Token<'_>], tag: &Tag) -> bool {
    let word = tokens.get(tag.from).map_or("", |token| token.folded.as_str());
    let is_last = tokens.get(tag.to).is_none_or(|next| matches!(next.kind, Kind::Sign(_)));
    matches!(tag.feature, Feature::Open | Feature::Closed)
        && tag.language == Language::German
        && matches!(word, "auf" | "zu")
        && !is_last
}

/// Whether a name has a word in it that is beyond the service.
fn is_off_in_name(tag: &Tag, mentions: &[Mention]) -> bool {
    tag.is(Feature::Off) && mentions.iter().any(|mention| mention.from <= tag.from && tag.to <= mention.to)
}

/// How many words nobody knows, and the name that one of them may be: the only one, or in Japanese the first of the question.
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
