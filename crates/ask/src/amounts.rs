//! Extracts amounts from a question: lengths in centimetres, and plain counts next to a word.

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Centimetres per inch, foot and metre.
const INCH_CM: f64 = 2.54;
const FOOT_CM: f64 = 30.48;
const METRE_CM: f64 = 100.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Length {
    pub(crate) cm: f64,
    pub(crate) is_imperial: bool,
}

/// Returns every length of a question, in order.
pub(crate) fn lengths(tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Length> {
    let mut found: Vec<(usize, Length)> = Vec::new();
    for tag in tags.iter().filter(|tag| tag.is(Feature::Unit)) {
        let (cm, is_imperial) = match tag.value {
            "cm" => (1.0, false),
            "inch" => (INCH_CM, true),
            "foot" => (FOOT_CM, true),
            "metre" => (METRE_CM, false),
            _ => continue,
        };
        // "in" means inches only directly after its number: "10in".
        let glued = tokens.get(tag.from).is_some_and(|token| token.glued);
        if tokens.get(tag.from).is_some_and(|token| token.folded == "in") && !glued {
            continue;
        }
        if found.iter().any(|(at, _)| *at == tag.from) {
            continue;
        }
        let half =
            |holds: &dyn Fn(&Tag) -> bool| tags.iter().any(|half| half.is(Feature::Half) && holds(half));
        let number = if half(&|half| half.to == tag.from) {
            Some(0.5)
        } else {
            let more = if half(&|half| {
                half.from == tag.to && (half.to > half.from + 1 || half.language == Language::Japanese)
            }) {
                0.5
            } else {
                0.0
            };
            let more = if tag.value == "metre" { more + hundredths(tokens, tags, tag.to) } else { more };
            let one = (more > 0.0 && tag.value == "metre").then_some(1.0);
            number_before(tokens, tags, tag.from).or(one).map(|number| number + more)
        };
        if let Some(number) = number {
            found.push((tag.from, Length { cm: number * cm, is_imperial }));
        }
    }
    for (at, token) in tokens.iter().enumerate() {
        let unit = match token.kind {
            Kind::Sign('"' | '\u{201d}' | '\u{2033}') => INCH_CM,
            Kind::Sign('\'' | '\u{2032}') => FOOT_CM,
            _ => continue,
        };
        let counted = at.checked_sub(1).and_then(|before| tokens.get(before)?.number());
        if let Some(number) = counted.filter(|_| token.glued) {
            found.push((at, Length { cm: f64::from(number) * unit, is_imperial: true }));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, length)| length).collect()
}

/// Returns the hundredths after a metre: "1 m 50", "un mètre cinquante".
fn hundredths(tokens: &[Token<'_>], tags: &[Tag], at: usize) -> f64 {
    let written = tokens.get(at).and_then(|token| match token.kind {
        Kind::Number(number @ 10..=99, 2) => Some(number),
        _ => None,
    });
    let said = || {
        let word = tags.iter().find(|tag| tag.is(Feature::Number) && tag.from == at)?;
        word.number()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| (10..=99).contains(number))
    };
    let has_unit = tags.iter().any(|tag| tag.is(Feature::Unit) && tag.from == at + 1);
    if has_unit { 0.0 } else { written.or_else(said).map_or(0.0, f64::from) / 100.0 }
}

/// Returns the number directly before a token: "1.5 m", "3,000 m", "a foot".
fn number_before(tokens: &[Token<'_>], tags: &[Tag], at: usize) -> Option<f64> {
    let last = at.checked_sub(1)?;
    let last = if tokens.get(last)?.is_sign(&['-', '+']) { last.checked_sub(1)? } else { last };
    let is_good = tokens.get(last).is_some_and(|word| List::Ample.contains(&word.folded));
    let last = if is_good { last.checked_sub(1)? } else { last };
    let Kind::Number(fraction, digits) = tokens.get(last)?.kind else {
        if tokens.get(last).is_some_and(|token| matches!(token.folded.as_str(), "anderthalb" | "eineinhalb"))
        {
            return Some(1.5);
        }
        let word = tags.iter().find(|tag| tag.is(Feature::Number) && tag.to == last + 1)?;
        return word.number().and_then(|number| u32::try_from(number).ok()).map(f64::from);
    };
    let whole = last.checked_sub(2).filter(|_| {
        tokens.get(last - 1).is_some_and(|sign| sign.is_sign(&['.', ',', '\u{2019}', '\'']) && sign.glued)
            && tokens.get(last).is_some_and(|token| token.glued)
    });
    let whole = whole.and_then(|at| tokens.get(at)?.number());
    Some(match whole {
        None => f64::from(fraction),
        Some(whole) if digits == 3 => f64::from(whole) * 1_000.0 + f64::from(fraction),
        Some(whole) => {
            f64::from(whole) + f64::from(fraction) / 10_f64.powi(i32::try_from(digits).unwrap_or(1))
        }
    })
}

/// Returns an amount of money: "$1150", "1,150 dollars", "680 €".
pub(crate) fn price(tokens: &[Token<'_>]) -> Option<f64> {
    const COINS: &[char] = &['$', '\u{20ac}', '\u{a3}', '\u{a5}'];
    let is_coin =
        |token: &Token<'_>| token.is_sign(COINS) || List::Money.contains(&token.folded) || token.raw == "円";
    (0..tokens.len()).find_map(|at| {
        // The end of a number: digits do not follow it.
        tokens.get(at)?.number()?;
        let part = tokens.get(at + 1).is_some_and(|sign| sign.is_sign(&[',', '.']) && sign.glued)
            && tokens.get(at + 2).is_some_and(|next| next.glued && next.number().is_some());
        if part {
            return None;
        }
        let amount = number_before(tokens, &[], at + 1)?;
        let first = (0..=at).rev().find(|from| {
            tokens.get(*from).is_some_and(|token| token.number().is_some())
                && !from
                    .checked_sub(1)
                    .and_then(|sign| tokens.get(sign))
                    .is_some_and(|sign| sign.is_sign(&[',', '.']))
        })?;
        let before = first.checked_sub(1).and_then(|sign| tokens.get(sign)).is_some_and(is_coin);
        (before || tokens.get(at + 1).is_some_and(is_coin)).then_some(amount)
    })
}

/// Returns the number without a unit that is at most `apart` tokens before or after a feature.
pub(crate) fn count_near(tokens: &[Token<'_>], tags: &[Tag], feature: Feature, apart: usize) -> Option<u32> {
    let of = |tag: &Tag| {
        let before = tag.from.saturating_sub(apart)..tag.from;
        let behind = tag.to..tag.to + apart;
        // In "top 10 in Austria", "in" is not an inch, because a space precedes it.
        let is_unit = |tag: &Tag| {
            let word = tokens.get(tag.from);
            tag.is(Feature::Unit) && word.is_some_and(|word| word.folded != "in" || word.glued)
        };
        let plain = |at: &usize| !tags.iter().any(|tag| is_unit(tag) && tag.from == at + 1);
        before.rev().chain(tag.from..tag.to).chain(behind).filter(plain).find_map(|at| {
            match tokens.get(at)?.kind {
                Kind::Number(number, 1..=3) => Some(number),
                _ => None,
            }
        })
    };
    tags.iter().filter(|tag| tag.is(feature)).find_map(of)
}

/// Minimum number in words that counts next to a feature: a smaller one is an article or a part of another word.
const LEAST_SAID: u32 = 10;

/// Returns the number in words that is at most `apart` tokens before or after a feature: "cento piste".
pub(crate) fn spelled_count_near(tags: &[Tag], feature: Feature, apart: usize) -> Option<u32> {
    let numbers = || tags.iter().filter(|tag| tag.is(Feature::Number));
    let near = |one: &Tag, other: &Tag| one.to <= other.from && other.from - one.to < apart;
    tags.iter().filter(|tag| tag.is(feature)).find_map(|tag| {
        let beside = numbers().filter(|number| near(number, tag) || near(tag, number));
        beside
            .filter_map(|number| number.number().and_then(|count| u32::try_from(count).ok()))
            .find(|count| *count >= LEAST_SAID)
    })
}

#[cfg(test)]
mod tests;
