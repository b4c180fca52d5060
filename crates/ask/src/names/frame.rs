//! Sets aside names that the question is not about: those of the writer of a letter, of their home, and retracted
//! names.
//!
//! A letter is about the mountains in it. A name after "my name is" or "regards" counts only if no other is named.

use super::{Mention, NameMeaning};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, run_around};
use crate::word_lists::List;

/// Maximum number of words of a signature.
const MOST_SIGNED: usize = 6;

/// Maximum number of words between "I am" and an occupation.
const MOST_TRADE: usize = 4;

/// Maximum number of tokens between the retracted name, the retracting word and the intended name.
const MOST_BEFORE: usize = 6;
const MOST_GLYPHS_BEFORE: usize = 12;
const MOST_BEHIND: usize = 3;
const MOST_GLYPHS_BEHIND: usize = 8;

/// Words that say "rather", and the maximum number of tokens between one and the preferred name.
const RATHER: &str = "rather";
const MOST_BEHIND_RATHER: usize = 2;

/// Words after the intended name.
const MEANT: &[&str] = &["gemeint", "meinte"];

/// Words that say "no".
const NO: &str = "no";

/// Words before the less preferred name.
const THAN: &[&str] = &["than", "als", "que", "qu", "che", "di"];
/// People whose wish is not the one before.
const WISHERS: [&str; 8] = ["ich", "er", "sie", "wir", "moi", "io", "yo", "lui"];

/// Sets aside the writer and their home, if a mountain is named elsewhere.
pub(crate) fn framed(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut Vec<Mention>) {
    for tag in tags.iter().filter(|tag| tag.is(Feature::Closing)) {
        if let Some(signed) = signature(tokens, tag.to) {
            set_aside(mentions, signed);
        }
    }
    for tag in tags.iter().filter(|tag| tag.is(Feature::Writer)) {
        let sentence = sentence(tokens, tag.from);
        if tag.language == Language::Japanese {
            set_aside(mentions, Run { from: sentence.from, to: tag.from });
            continue;
        }
        set_aside_cities(tokens, mentions, Run { from: tag.to, to: sentence.to });
        for run in of_writer(tokens, mentions, Run { from: tag.to, to: sentence.to }) {
            set_aside(mentions, run);
        }
    }
    mentions.sort_by_key(|mention| mention.from);
}

/// Returns whether a word beyond the service only describes the writer: "we are a school group". `writers` are the ends
/// of such phrases.
pub(crate) fn is_of_writer(tokens: &[Token<'_>], writers: &[usize], tag: &Tag) -> bool {
    tag.is(Feature::Off)
        && tag.value == "task"
        && writers.iter().any(|end| {
            *end <= tag.from && tag.from - end <= MOST_TRADE && tag.from < sentence(tokens, *end).to
        })
}

/// Sets aside a name before a retracting word, if another name follows: "in Vail, sorry, I mean Keystone".
pub(crate) fn taken_back(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut [Mention]) {
    for tag in tags.iter().filter(|tag| tag.is(Feature::Correction) && takes_back(tokens, tags, tag)) {
        let most = match tag.value {
            "" if tag.language == Language::Japanese => MOST_GLYPHS_BEHIND,
            "" => MOST_BEHIND,
            _ => MOST_BEHIND_RATHER,
        };
        let follows = |mention: &&Mention| tag.to <= mention.from && mention.from - tag.to <= most;
        let Some(is_wide) = mentions.iter().filter(follows).find_map(is_wide) else { continue };
        for mention in mentions.iter_mut() {
            // In a script without spaces every letter is a token.
            let most = if tag.language == Language::Japanese { MOST_GLYPHS_BEFORE } else { MOST_BEFORE };
            let is_before = mention.to <= tag.from && tag.from - mention.to <= most;
            // A place retracts a place, a mountain a mountain: "Vail, I mean in Colorado" is still Vail.
            if is_before && self::is_wide(mention) == Some(is_wide) {
                mention.what = NameMeaning::Aside;
            }
        }
    }
    for at in 1..mentions.len() {
        if mentions.get(at - 1..=at).is_some_and(|pair| is_thought_better(tokens, tags, pair)) {
            // The whole list of names is retracted: "Las andorranas y españolas... bueno, solo las españolas".
            let mut first = at - 1;
            while first > 0 && in_a_row(mentions, first) {
                first -= 1;
            }
            mentions.iter_mut().take(at).skip(first).for_each(|mention| mention.what = NameMeaning::Aside);
        }
    }
    for pick in tags.iter().filter(|tag| tag.is(Feature::Pick)) {
        let mut named = mentions.iter_mut().filter(|mention| is_known(mention));
        // An ordinal selects one of the two names before it: "Alta or Snowbird, what about the second".
        if let (Some(first), Some(second), None) = (named.next(), named.next(), named.next())
            && second.to <= pick.from
        {
            let other = if pick.value == "first" { second } else { first };
            other.what = NameMeaning::Aside;
        }
    }
    // The name directly before is meant, and earlier ones are not: "Lech? Damüls war gemeint".
    for at in 0..tokens.len() {
        let is_meant = |mention: &Mention| mention.to <= at && at - mention.to < MOST_BEHIND;
        if tokens.get(at).is_some_and(|word| MEANT.contains(&word.folded.as_str()))
            && let Some(meant) = mentions.iter().position(|mention| is_known(mention) && is_meant(mention))
        {
            let before = mentions.iter_mut().take(meant).filter(|mention| is_known(mention));
            before.for_each(|mention| mention.what = NameMeaning::Aside);
        }
    }
    for at in 1..mentions.len() {
        if mentions.get(at - 1..=at).is_some_and(|pair| is_preferred(tokens, tags, pair)) {
            mentions.get_mut(at).into_iter().for_each(|mention| mention.what = NameMeaning::Aside);
        }
    }
}

/// Returns whether a name directly follows the previous one.
fn in_a_row(mentions: &[Mention], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| mentions.get(before));
    before.zip(mentions.get(at)).is_some_and(|(before, own)| own.from <= before.to + 1)
}

/// Returns whether the writer stops at a name and gives another one instead: "Snow at Baldy... Apex, on Friday".
fn is_thought_better(tokens: &[Token<'_>], tags: &[Tag], pair: &[Mention]) -> bool {
    let [first, second] = pair else { return false };
    let Some(between) = tokens.get(first.to..second.from) else { return false };
    let is_dot = |token: &Token<'_>| token.is_sign(&['.']);
    let breaks_off = between.first().is_some_and(|sign| sign.is_sign(&['\u{2026}']))
        || matches!(between, [one, two, ..] if is_dot(one) && is_dot(two));
    let words = between.iter().filter(|token| !matches!(token.kind, Kind::Sign(_))).count();
    let joins =
        tags.iter().any(|tag| tag.is(Feature::Joins) && first.to <= tag.from && tag.to <= second.from);
    let is_same = is_wide(first) == is_wide(second) || matches!(first.what, NameMeaning::Stranger(_));
    breaks_off && words <= MOST_BEHIND && !joins && is_same && is_wide(second).is_some()
}

/// Returns whether the first of two names is preferred to the second: "Lieber Arosa als Davos".
fn is_preferred(tokens: &[Token<'_>], tags: &[Tag], pair: &[Mention]) -> bool {
    let [wanted, other] = pair else { return false };
    let is_rather = |tag: &Tag| {
        tag.is(Feature::Correction)
            && tag.value == RATHER
            && tag.to <= wanted.from
            && wanted.from - tag.to < MOST_BEHIND_RATHER
    };
    let than = tokens.get(wanted.to).is_some_and(|token| THAN.contains(&token.folded.as_str()));
    than && other.from - wanted.to <= MOST_BEHIND_RATHER && tags.iter().any(is_rather)
}

/// Returns whether a word retracts what precedes it: "no" only with a comma after it, "rather" only if it is not a
/// choice.
fn takes_back(tokens: &[Token<'_>], tags: &[Tag], tag: &Tag) -> bool {
    let comma = tokens.get(tag.to).is_some_and(|sign| sign.is_sign(&[',', ';', '\u{3001}', '\u{2014}']));
    // "My husband wants to Kitzsteinhorn, I'd rather go to Hintertux" has two wishes.
    let before = tag.from.checked_sub(1).and_then(|at| tokens.get(at));
    let is_of_other =
        tag.value == RATHER && before.is_some_and(|word| WISHERS.contains(&word.folded.as_str()));
    if tag.value == NO { comma } else { !is_of_other && !is_choice(tokens, tags, tag) }
}

/// Returns whether "rather" leaves both names to choose from: "Vail or rather Keystone", "rather Vail than Keystone".
fn is_choice(tokens: &[Token<'_>], tags: &[Tag], tag: &Tag) -> bool {
    let joins = |at: usize| tags.iter().any(|tag| tag.is(Feature::Joins) && tag.covers(at));
    let is_than = |token: &Token<'_>| THAN.contains(&token.folded.as_str());
    tag.value == RATHER
        && (tag.from.checked_sub(1).is_some_and(joins) || tokens.get(tag.to).is_some_and(is_than))
}

/// Returns whether a name is a place wider than a mountain; `None` if it is neither.
const fn is_wide(mention: &Mention) -> Option<bool> {
    match mention.what {
        NameMeaning::Resort(_)
        | NameMeaning::Several(_)
        | NameMeaning::Hub(..)
        | NameMeaning::Stranger(_) => Some(false),
        NameMeaning::State(..) | NameMeaning::Country(..) | NameMeaning::Region(_) => Some(true),
        NameMeaning::Pass(_) | NameMeaning::Aside => None,
    }
}

const fn is_known(mention: &Mention) -> bool {
    matches!(mention.what, NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..))
}

/// Replaces a run by one name to be ignored, if a mountain or a place remains outside of it.
fn set_aside(mentions: &mut Vec<Mention>, run: Run) {
    let Run { from, to } = run;
    let is_inside = |mention: &Mention| mention.from < to && from < mention.to;
    let is_named = |mention: &Mention| is_known(mention) || is_wide(mention) == Some(true);
    if from >= to || !mentions.iter().any(|mention| is_named(mention) && !is_inside(mention)) {
        return;
    }
    mentions.retain(|mention| !is_inside(mention));
    mentions.push(Mention { what: NameMeaning::Aside, from, to });
}

/// Sets aside the cities of a writer's sentence.
fn set_aside_cities(tokens: &[Token<'_>], mentions: &mut [Mention], sentence: Run) {
    if !mentions.iter().any(is_known) {
        return;
    }
    for mention in mentions {
        let before = mention.from.checked_sub(1).and_then(|at| tokens.get(at));
        let is_of = before.is_some_and(|word| List::OfCities.contains(&word.folded));
        if is_of
            && matches!(mention.what, NameMeaning::Stranger(_))
            && sentence.from <= mention.from
            && mention.to <= sentence.to
        {
            mention.what = NameMeaning::Aside;
        }
    }
}

/// Returns the words after the end of a letter, if they are few and contain a name: "famiglia Rossi".
fn signature(tokens: &[Token<'_>], from: usize) -> Option<Run> {
    let rest = tokens.get(from..)?;
    let words = || rest.iter().filter(|token| !matches!(token.kind, Kind::Sign(_)));
    let asks = rest.iter().any(|token| token.is_sign(&['?', '\u{bf}']));
    let signed = !asks && (1..=MOST_SIGNED).contains(&words().count()) && words().any(Token::is_capital);
    signed.then_some(Run { from, to: tokens.len() })
}

/// Returns the sentence around a token.
fn sentence(tokens: &[Token<'_>], at: usize) -> Run {
    let ends = |at: &usize| {
        // The full stop of an initial does not end a sentence.
        let is_initial = at
            .checked_sub(1)
            .and_then(|before| tokens.get(before))
            .is_some_and(|word| word.is_capital() && word.raw.chars().count() == 1);
        let is_end = |signs: &[char]| tokens.get(*at).is_some_and(|token| token.is_sign(signs));
        (is_end(&['.']) && !is_initial) || is_end(&['!', '?', '\u{3002}', '\u{ff01}', '\u{ff1f}'])
    };
    run_around(tokens, at, ends)
}

/// Returns the capitalised words from a mention of the writer to their destination or to a mountain.
fn of_writer(tokens: &[Token<'_>], mentions: &[Mention], within: Run) -> Vec<Run> {
    let Run { from, to } = within;
    let is_word = |at: &usize| tokens.get(*at).is_some_and(|token| token.kind == Kind::Word);
    let is_capital = |at: usize| tokens.get(at).is_some_and(Token::is_capital);
    let named = (from..to).take_while(|at| is_capital(*at)).count();
    let mut runs: Vec<Run> = Vec::new();
    for at in (from..to).filter(is_word) {
        let is_mountain = mentions.iter().any(|mention| is_known(mention) && mention.from == at);
        let leads = tokens.get(at).is_some_and(|token| List::Towards.contains(&token.folded));
        if at >= from + named && (is_mountain || leads) {
            break;
        }
        match runs.last_mut() {
            _ if !is_capital(at) => {}
            Some(Run { to: end, .. }) if *end == at => *end = at + 1,
            _ => runs.push(Run { from: at, to: at + 1 }),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
