//! Matches Japanese names: alternative spellings, one wrong character, and unknown ski areas.
//!
//! A character carries more information than a letter: of three characters of a name one may be wrong, unless it is a
//! word for a mountain. Of two, only characters that are commonly interchanged may differ.

use catalogue::comparable;

use super::kana::sounding;
use super::{KnownNames, Mention, NameMeaning};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token, is_hiragana, is_katakana, text_of};
use crate::word_lists::List;

/// Characters that are interchanged in names.
const VARIANTS: &[(&str, &[&str])] = &[
    ("の", &["ノ"]),
    ("が", &["ヶ"]),
    ("ケ", &["ヶ"]),
    ("龍", &["竜", "龙"]),
    ("髙", &["高"]),
    ("澤", &["沢"]),
    ("嶽", &["岳"]),
    ("瀧", &["滝"]),
    ("富", &["冨"]),
    ("国", &["國"]),
    ("長", &["长"]),
    ("万", &["萬"]),
    ("云", &["雲"]),
    ("雲", &["云"]),
];

/// Words after an unknown name that mark it as a ski area.
const OF_RESORTS: &[&str] = &["スキー場", "スノーリゾート", "スノーパーク", "スキーリゾート", "スキーパーク"];

/// Maximum length of a name in a script without spaces, in characters.
const MOST_GLYPHS: usize = 14;

/// Optional endings of names in a script without spaces, and the number of characters beyond the first that must
/// remain.
const SUFFIXES: [&str; 5] = ["スキー場", "リゾート", "ホテルスキー場", "高原", "滑雪场"];
const SHORTEST_STEM: usize = 2;

/// Minimum length of a misspelt name, and maximum length of an examined one, in characters.
const SHORTEST: usize = 2;
const LONGEST: usize = 9;

/// Maximum number of quoted tokens of a name in a script with spaces, including the quote.
const MOST_QUOTED: usize = 4;

/// Number of distinctive characters from which one may be any other.
const TELLING: usize = 3;

/// Maximum number of examined runs; each costs an iteration over the names.
const MOST_RUNS: usize = 4;

/// Returns the names in a script without spaces: every run of characters is looked up, and the longest counts.
pub(super) fn of_glyphs(known: &KnownNames<'_>, tokens: &[Token<'_>]) -> Vec<Mention> {
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
            let letter = if nth > from { as_on_record(known, &name, &token.folded) } else { &token.folded };
            name.push_str(letter);
            // Passes have names in these scripts only in the lexicon.
            if !known.index.begins(&name) {
                break;
            }
            // The name ends before grammar or at the end: the rest of a long run is not looked up again.
            let ends = || tokens.get(nth + 1).is_none_or(|next| !next.glued || ends_name(next));
            let long = || nth - from >= SHORTEST_STEM && ends();
            let with = |suffix: &&str| super::whole(known, &format!("{name}{suffix}"), false);
            // The word for a ski area may be omitted from a name.
            let stem = || long().then(|| SUFFIXES.iter().find_map(with)).flatten();
            if nth > from
                && let Some(what) = super::whole(known, &name, false).or_else(stem)
            {
                found.push(Mention { what, from, to: nth + 1 });
            }
        }
    }
    found
}

/// Returns whether uncovered katakana precede or follow a word: ハイランド does not contain Iran (イラン).
pub(super) fn is_inside_katakana(tokens: &[Token<'_>], tags: &[Tag], tag: &Tag) -> bool {
    let is_kana = |at: usize| {
        tokens.get(at).is_some_and(|token| token.raw.chars().all(|c| is_katakana(c) && c != '・'))
    };
    let is_free = |at: usize| {
        !tags.iter().any(|other| other.covers(at) && (other.from >= tag.to || other.to <= tag.from))
    };
    let before = tag.from.checked_sub(1).filter(|_| tokens.get(tag.from).is_some_and(|token| token.glued));
    let behind = Some(tag.to).filter(|at| tokens.get(*at).is_some_and(|token| token.glued));
    is_kana(tag.from) && [before, behind].into_iter().flatten().any(|at| is_kana(at) && is_free(at))
}

/// Extends a name by a following word for a ski area: "たかすスノーパーク" is not a terrain park.
pub(super) fn take_ending(tokens: &[Token<'_>], mention: &mut Mention) {
    let is_glyph =
        mention.to.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|last| last.kind == Kind::Glyph);
    if !is_glyph
        || !matches!(mention.what, NameMeaning::Resort(_))
        || !tokens.get(mention.to).is_some_and(|next| next.glued)
    {
        return;
    }
    let behind: String = tokens.iter().skip(mention.to).take(LONGEST).map(|token| token.raw).collect();
    if let Some(word) = OF_RESORTS.iter().find(|word| behind.starts_with(**word)) {
        mention.to += word.chars().count();
    }
}

/// Returns whether a character does not belong to a name: hiragana, or a character of a script with spaces.
fn ends_name(token: &Token<'_>) -> bool {
    token.kind != Kind::Glyph || token.raw.chars().any(is_hiragana)
}

/// Returns a character of a name as the catalogue writes it after the preceding ones.
fn as_on_record<'t>(known: &KnownNames<'_>, before: &str, letter: &'t str) -> &'t str {
    let begins = |letter: &str| known.index.begins(&format!("{before}{letter}"));
    let variants = || VARIANTS.iter().find(|(own, _)| *own == letter).map(|(_, variants)| *variants);
    if begins(letter) {
        return letter;
    }
    variants().unwrap_or_default().iter().copied().find(|variant| begins(variant)).unwrap_or(letter)
}

/// Adds names with one wrong character, and unknown ski areas.
pub(super) fn add(known: &KnownNames<'_>, tokens: &[Token<'_>], tags: &[Tag], mentions: &mut Vec<Mention>) {
    let runs: Vec<(usize, usize)> = runs(tokens, mentions).into_iter().take(MOST_RUNS).collect();
    for (from, to) in runs {
        if let Some(mention) = misspelt(known, tokens, from, to).or_else(|| sounding(known, tokens, from, to))
        {
            mentions.push(mention);
        }
    }
    let strangers: Vec<Mention> =
        (0..tokens.len()).filter_map(|at| unknown_name(tokens, tags, mentions, at)).take(1).collect();
    mentions.extend(strangers);
    mentions.sort_by_key(|mention| mention.from);
}

/// Returns the runs of characters and katakana outside of names.
fn runs(tokens: &[Token<'_>], mentions: &[Mention]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let free = mentions.iter().all(|mention| at < mention.from || mention.to <= at);
        if !is_of_name(token) || !free {
            continue;
        }
        match runs.last_mut() {
            Some((_, to)) if *to == at && token.glued => *to = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs.retain(|(from, to)| to - from >= SHORTEST);
    runs
}

fn is_of_name(token: &Token<'_>) -> bool {
    token.kind == Kind::Glyph && !token.raw.chars().any(is_hiragana)
}

/// Returns the first word of a question if no known name is in it: "車山の積雪", "ハチ北って開いてる？".
pub(crate) fn leading(tokens: &[Token<'_>], tags: &[Tag]) -> Option<String> {
    let ends = |at: usize| {
        let letter = |at: usize| tokens.get(at).map_or("", |token| token.raw);
        let token = tokens.get(at)?;
        let is_glyph = matches!(token.kind, Kind::Glyph | Kind::Number(..));
        let particle = matches!(token.raw, "の" | "は" | "が" | "で" | "に" | "へ")
            || (letter(at), letter(at + 1)) == ("っ", "て");
        (!is_glyph || particle || (at > 0 && !token.glued)).then_some(())
    };
    let to = (0..tokens.len()).find(|at| ends(*at).is_some()).unwrap_or(tokens.len());
    let is_word = |tag: &Tag| tag.from < to && tag.to - tag.from > 1;
    let is_name = (SHORTEST..=LONGEST).contains(&to) && !tags.iter().any(is_word);
    is_name.then(|| text_of(tokens, 0, to))
}

/// Returns a quoted part of names that is searched for: "名前に「高原」が付く".
pub(super) fn quoted(tokens: &[Token<'_>]) -> Option<String> {
    const OPEN: &[char] = &['「', '『', '\u{ab}', '\u{bb}', '\u{201c}', '\u{201e}', '"', '\''];
    const CLOSE: &[char] = &['」', '』', '\u{bb}', '\u{ab}', '\u{201d}', '\u{201c}', '"', '\''];
    let open = tokens.iter().position(|token| token.is_sign(OPEN))?;
    let behind = tokens.iter().skip(open + 1).position(|token| token.is_sign(CLOSE))?;
    let close = open + 1 + behind;
    let is_glyph = tokens.get(open + 1).is_some_and(|token| token.kind == Kind::Glyph);
    let longest = if is_glyph { LONGEST } else { MOST_QUOTED };
    (behind > 0 && close - open <= longest).then(|| text_of(tokens, open + 1, close))
}

/// Returns the longest beginning of a run that misses one resort's name by a character.
fn misspelt(known: &KnownNames<'_>, tokens: &[Token<'_>], from: usize, to: usize) -> Option<Mention> {
    (from + SHORTEST..=to.min(from + LONGEST)).rev().find_map(|to| {
        let text = comparable(&text_of(tokens, from, to));
        let mut near = known.index.one_letter_off(&text).filter(|hit| is_misspelt(hit.name, &text));
        let first = near.next()?.resort;
        near.all(|hit| hit.resort == first).then_some(Mention { what: NameMeaning::Resort(first), from, to })
    })
}

/// Returns whether a text is a name with one wrong character that may differ.
fn is_misspelt(name: &str, text: &str) -> bool {
    let Some((at, (own, other))) =
        name.chars().zip(text.chars()).enumerate().find(|(_, (own, other))| own != other)
    else {
        return false;
    };
    if is_katakana(own) || is_katakana(other) || is_hiragana(own) || is_hiragana(other) || own.is_ascii() {
        return false;
    }
    let telling = telling(name);
    let confused = List::Confused.iter().any(|group| group.contains(own) && group.contains(other));
    // The distinctive characters are correct: "野沢温線".
    let is_generic = at >= telling && telling >= SHORTEST;
    confused || telling >= TELLING && at < telling || is_generic
}

/// Returns the number of distinctive characters of a name.
fn telling(name: &str) -> usize {
    let mut stem = name;
    while let Some(shorter) =
        List::Generic.iter().find_map(|word| stem.strip_suffix(word)).filter(|stem| !stem.is_empty())
    {
        stem = shorter;
    }
    stem.chars().count()
}

/// Removes the home country if another country precedes its word: "アメリカ国内".
pub(super) fn leave_inland(tokens: &[Token<'_>], mentions: &mut Vec<Mention>) {
    let countries: Vec<usize> = mentions
        .iter()
        .filter(|mention| matches!(mention.what, NameMeaning::Country(..)))
        .map(|mention| mention.to)
        .collect();
    mentions.retain(|mention| {
        !countries.contains(&mention.from) || text_of(tokens, mention.from, mention.to) != "国内"
    });
}

/// Returns the unknown name before the word for a ski area, whatever its characters mean elsewhere: "川場スキー場".
fn unknown_name(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention], at: usize) -> Option<Mention> {
    let rest: String = tokens.iter().skip(at).take(LONGEST).map(|token| token.raw).collect();
    let word = OF_RESORTS.iter().find(|word| rest.starts_with(**word))?;
    let is_free = |at: usize| mentions.iter().all(|mention| at < mention.from || mention.to <= at);
    let is_particle = |token: &Token<'_>| {
        matches!(
            token.raw,
            "の" | "は" | "が" | "で" | "に" | "を" | "と" | "へ" | "や" | "も" | "な" | "い" | "る" | "た"
        )
    };
    let before = (0..at).rev().take_while(|at| {
        let token = tokens.get(*at).filter(|token| token.kind == Kind::Glyph);
        let next_is_glued = tokens.get(at + 1).is_some_and(|next| next.glued);
        next_is_glued && is_free(*at) && token.is_some_and(|token| !is_particle(token))
    });
    let from = before.last()?;
    let text = text_of(tokens, from, at);
    let long =
        |tag: &Tag| tag.from <= from && at <= tag.to && tag.to - tag.from > 1 && !tag.is(Feature::Plain);
    let is_name = text.chars().count() >= SHORTEST
        && !List::NoNames.iter().any(|no| text.ends_with(no))
        && !tags.iter().any(long)
        && is_free(at);
    let to = at + word.chars().count();
    is_name.then(|| Mention { what: NameMeaning::Stranger(text_of(tokens, from, to)), from, to })
}

#[cfg(test)]
mod tests;
