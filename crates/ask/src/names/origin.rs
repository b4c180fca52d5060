//! Finds the start of a route: "flights from Boston to Jackson Hole", "London to Zermatt".

use super::{Mention, NameMeaning};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Token, text_of};
use crate::word_lists::List;

/// Signs between the start of a route and its destination.
const JOINTS: [char; 8] = ['-', '\u{2013}', '\u{2014}', '>', '\u{2192}', '\u{301c}', '\u{ff5e}', '~'];

/// Removes and returns the start of a route: "flights from Boston to Jackson Hole".
pub(crate) fn origin(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut Vec<Mention>) -> Option<String> {
    after_from(tokens, tags, mentions)
        .or_else(|| before_to(tokens, mentions))
        .or_else(|| airport_before_to(tokens, mentions))
}

/// Returns the code of an airport before a destination: "YYZ to Sun Peaks".
fn airport_before_to(tokens: &[Token<'_>], mentions: &[Mention]) -> Option<String> {
    let is_code = |token: &Token<'_>| {
        token.raw.len() == 3 && token.raw.bytes().all(|letter| letter.is_ascii_uppercase())
    };
    let leads = |to: usize| {
        tokens.get(to).is_some_and(|word| List::To.contains(&word.folded) || word.is_sign(&JOINTS))
            && mentions.iter().any(|mention| mention.from == to + 1)
    };
    let at = (0..tokens.len()).find(|at| tokens.get(*at).is_some_and(is_code) && leads(at + 1))?;
    let is_free = mentions.iter().all(|mention| at < mention.from || mention.to <= at);
    is_free.then(|| text_of(tokens, at, at + 1))
}

/// Returns a city before a destination: "London to Zermatt".
fn before_to(tokens: &[Token<'_>], mentions: &mut [Mention]) -> Option<String> {
    let mentions_from: Vec<usize> = mentions.iter().map(|mention| mention.from).collect();
    let is_mountain = |mention: &Mention| {
        matches!(mention.what, NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..))
    };
    let is_joint = |at: usize| {
        let next = mentions_from.contains(&(at + 1));
        next && tokens.get(at).is_some_and(|sign| sign.is_sign(&JOINTS))
    };
    let leads = |mention: &&mut Mention| {
        let to = tokens.get(mention.to).map_or("", |token| token.folded.as_str());
        // The start directly precedes the destination: "Vuelos Madrid Sölden".
        let is_joined = is_joint(mention.to) || mentions_from.contains(&mention.to);
        matches!(mention.what, NameMeaning::Stranger(_)) && (List::To.contains(to) || is_joined)
    };
    if !mentions.iter().any(is_mountain) {
        return None;
    }
    let city = mentions.iter_mut().find(leads)?;
    city.what = NameMeaning::Aside;
    Some(text_of(tokens, city.from, city.to))
}

fn after_from(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut Vec<Mention>) -> Option<String> {
    let from = (1..tokens.len()).find(|at| {
        let word = |back: usize| {
            at.checked_sub(back).and_then(|at| tokens.get(at)).map_or("", |token| &token.folded)
        };
        let begins = List::From.contains(word(1)) || (word(1), word(2)) == ("of", "out");
        let is_town = || tags.iter().any(|tag| tag.is(Feature::City) && tag.from == *at);
        let leaves = List::Leaving.contains(word(1)) && is_town();
        (begins || leaves) && (is_town() || tokens.get(*at).is_some_and(Token::is_capital))
    })?;
    let named = mentions.iter().position(|mention| mention.from == from);
    let is_resort = |mention: &Mention| matches!(mention.what, NameMeaning::Resort(_));
    let is_city = tags.iter().any(|tag| tag.is(Feature::City) && tag.from == from);
    let others = mentions.iter().enumerate().any(|(at, mention)| is_resort(mention) && Some(at) != named);
    let to = match named {
        // "The way from Zermatt" is about Zermatt, while "a ski trip from London" may lead anywhere.
        Some(at) if !others && !is_city => {
            return mentions.get(at).filter(|mention| !is_resort(mention)).and(None);
        }
        Some(at) => mentions.remove(at).to,
        None if tags.iter().any(|tag| tag.from == from && tag.to > from && !tag.is(Feature::Plain)) => {
            return None;
        }
        None => {
            let capitals = tokens.iter().skip(from).take_while(|token| token.is_capital()).count();
            from + capitals
        }
    };
    mentions.push(Mention { what: NameMeaning::Aside, from, to });
    Some(text_of(tokens, from, to))
}
