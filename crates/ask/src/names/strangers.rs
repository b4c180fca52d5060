//! Words that nobody here knows: a misspelt name, a name of a resort that is not on record, or nothing of interest.

use super::{Known, Mention, What, behind, misspelt};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token, is_hiragana, is_katakana};

/// Runs of unknown words that are looked at; each costs a search.
const MOST_RUNS: usize = 4;

/// Words of a mountain's name: with one behind it an unknown word is part of a longer name.
const OF_MOUNTAINS: &[&str] = &[
    "mountain", "valley", "peak", "hill", "hills", "basin", "bowl", "ridge", "creek", "springs", "lake",
    "park", "pass", "canyon", "glacier", "heights",
];

/// Words before the place at which a way begins.
const FROM: &[&str] = &["from", "von", "aus", "ab", "depuis", "de", "da", "dal", "desde"];

/// Takes out the place that a way begins at: "flights from Boston to Jackson Hole".
pub(crate) fn origin(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut Vec<Mention>) -> Option<String> {
    let from = (1..tokens.len()).find(|at| {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let begins = before.is_some_and(|before| FROM.contains(&before.folded.as_str()));
        begins && tokens.get(*at).is_some_and(Token::is_capital)
    })?;
    let named = mentions.iter().position(|mention| mention.from == from);
    let is_resort = |mention: &Mention| matches!(mention.what, What::Resort(_));
    let others = mentions.iter().enumerate().any(|(at, mention)| is_resort(mention) && Some(at) != named);
    let to = match named {
        // "the way from Zermatt" is about Zermatt.
        Some(at) if !others => return mentions.get(at).filter(|mention| !is_resort(mention)).and(None),
        Some(at) => mentions.remove(at).to,
        None if tags.iter().any(|tag| tag.from == from && tag.to > from && !tag.is(Feature::Plain)) => {
            return None;
        }
        None => {
            let capitals = tokens.iter().skip(from).take_while(|token| token.is_capital()).count();
            from + capitals
        }
    };
    mentions.push(Mention { what: What::Origin, from, to });
    Some(text_of(tokens, from, to))
}

/// The end of a run with the words of a mountain's name behind it.
fn with_earth(tokens: &[Token<'_>], mentions: &[Mention], to: usize) -> usize {
    let next = tokens.get(to).is_some_and(|token| OF_MOUNTAINS.contains(&token.folded.as_str()));
    let free = mentions.iter().all(|mention| !(mention.from <= to && to < mention.to));
    if next && free { to + 1 } else { to }
}

/// Words of the earth that make another name out of the name before them.
const OF_THE_EARTH: &[&str] = &[
    "springs",
    "creek",
    "lake",
    "ridge",
    "canyon",
    "heights",
    "falls",
    "river",
    "city",
    "hills",
    "county",
    "island",
    "beach",
    "airport",
    "university",
    "street",
    "avenue",
];

/// Adds the resorts that unknown words probably mean, and tells the first that looks like a name and means nothing.
pub(crate) fn unknown(
    known: &Known<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    language: Language,
    mentions: &mut Vec<Mention>,
) -> Option<String> {
    if let Some(name) = enlarged(tokens, mentions) {
        return Some(name);
    }
    let covered = coverage(tokens.len(), tags, mentions);
    let mut stranger = mentions.iter().find_map(|mention| match &mention.what {
        What::Stranger(name) => Some(name.clone()),
        _ => None,
    });
    for (from, to) in runs(tokens, &covered).into_iter().take(MOST_RUNS) {
        let to = with_earth(tokens, mentions, to);
        let text = text_of(tokens, from, to);
        let named = looks_like_name(tokens, tags, from, to, language);
        if let Some(what) = misspelt::meant(known, &text, named) {
            mentions.push(Mention { what, from, to });
        } else if stranger.is_none() && named {
            stranger = Some(text);
        }
    }
    mentions.sort_by_key(|mention| mention.from);
    stranger
}

/// How many words nobody here knows.
pub(crate) fn unknown_words(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> usize {
    let covered = coverage(tokens.len(), tags, mentions);
    runs(tokens, &covered).len()
}

/// Which tokens somebody knows.
fn coverage(count: usize, tags: &[Tag], mentions: &[Mention]) -> Vec<bool> {
    let mut covered = vec![false; count];
    let spans = tags.iter().map(|tag| (tag.from, tag.to)).chain(mentions.iter().map(|m| (m.from, m.to)));
    for (from, to) in spans {
        for known in covered.get_mut(from..to).into_iter().flatten() {
            *known = true;
        }
    }
    covered
}

/// Runs of unknown words: their first token, and the one behind the last.
fn runs(tokens: &[Token<'_>], covered: &[bool]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let of_name = match token.kind {
            Kind::Word => true,
            Kind::Glyph => !token.raw.chars().any(is_hiragana),
            Kind::Number(..) | Kind::Sign(_) => false,
        };
        if !of_name || covered.get(at).copied().unwrap_or(true) {
            continue;
        }
        match runs.last_mut() {
            Some((_, to)) if *to == at || (*to + 1 == at && joins(tokens, *to)) => *to = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

/// Signs inside of a name.
fn joins(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| token.is_sign(&['\'', '\u{2019}', '-', '.']))
}

pub(super) fn text_of(tokens: &[Token<'_>], from: usize, to: usize) -> String {
    let mut text = String::new();
    for (nth, token) in tokens.get(from..to).unwrap_or_default().iter().enumerate() {
        if nth > 0 && !token.glued {
            text.push(' ');
        }
        text.push_str(token.raw);
    }
    text
}

/// A capital where the language writes names alone so, a preposition before, or a script of names.
fn looks_like_name(tokens: &[Token<'_>], tags: &[Tag], from: usize, to: usize, language: Language) -> bool {
    let Some(run) = tokens.get(from..to) else { return false };
    if run.iter().all(|token| token.kind == Kind::Glyph) {
        let letters = run.iter().flat_map(|token| token.raw.chars());
        let katakana = letters.clone().filter(|c| is_katakana(*c)).count();
        // Kanji are words of the language too: two or more that no word covers, with a particle behind them.
        let particle =
            tokens.get(to).is_some_and(|next| matches!(next.raw, "の" | "で" | "に" | "は" | "へ" | "ま"));
        let resort = tokens
            .get(to..to + 4)
            .is_some_and(|next| next.iter().map(|t| t.raw).collect::<String>() == "スキー場");
        return katakana >= 3 || (letters.count() >= 2 && (particle || resort));
    }
    let capital = run.iter().any(Token::is_capital);
    let is_first = tokens.iter().take(from).all(|token| token.kind != Kind::Word);
    let after_preposition = behind(tokens, from).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    let long_enough = run.iter().any(|token| token.folded.chars().count() >= 3);
    long_enough
        && match language {
            Language::German => after_preposition && capital,
            _ => (capital && !is_first) || after_preposition || (capital && run.len() > 1),
        }
}

/// A resort's name with a word of the earth behind it is another name: nobody knows it.
fn enlarged(tokens: &[Token<'_>], mentions: &mut Vec<Mention>) -> Option<String> {
    let at = mentions.iter().position(|mention| {
        let next = tokens.get(mention.to);
        matches!(mention.what, What::Resort(_))
            && next.is_some_and(|next| next.is_capital() && OF_THE_EARTH.contains(&next.folded.as_str()))
    })?;
    let mention = mentions.remove(at);
    Some(text_of(tokens, mention.from, mention.to + 1))
}
