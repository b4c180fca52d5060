//! Classifies unknown words: a misspelt name, a name of a resort outside the catalogue, or nothing relevant.

use catalogue::comparable;

use super::by_position::unknown_name;
use super::extent::extent;
use super::runs::{coverage, runs};
use super::{
    KnownNames, Mention, NameMeaning, believable, misspellings, phonetic, previous_word, starts_sentence,
};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, is_katakana, text_of};
use crate::word_lists::List;

/// Maximum number of examined runs of unknown words; each costs a search.
const MOST_RUNS: usize = 4;

/// Words of a resort's name in Japanese, and the length of the longest.
const OF_RESORTS: &[&str] = &["スキー場", "高原", "スノーリゾート", "スノーパーク"];
const LONGEST_OF_RESORTS: usize = 7;

/// Endings of verbs and participles.
const OF_VERBS: &[(Language, &[&str])] = &[
    (Language::French, &["er", "ir", "oir", "ee", "ees", "ant"]),
    (Language::Italian, &["are", "ere", "ire", "ato", "ata", "ati", "ando", "endo", "arci", "arsi"]),
    (Language::Spanish, &["ar", "er", "ir", "ado", "ada", "ando", "iendo", "arme", "arse", "arnos"]),
];

/// Returns whether a run is next to "versus", where a word is a name in any spelling: "Bachelor vs timberline".
fn is_beside_versus(tokens: &[Token<'_>], run: Run) -> bool {
    let Run { from, to } = run;
    let is_versus =
        |at: usize| tokens.get(at).is_some_and(|word| matches!(word.folded.as_str(), "vs" | "versus"));
    from.checked_sub(1).is_some_and(is_versus)
        || is_versus(to)
        || (tokens.get(to).is_some_and(|sign| sign.is_sign(&['.'])) && is_versus(to + 1))
}

/// Returns whether a run is addressed before a sign, where a word may be a name in any spelling: "palisades, is the
/// upper mountain going yet".
fn is_called(tokens: &[Token<'_>], run: Run) -> bool {
    let Run { from, to } = run;
    from == 0 && to + 1 < tokens.len() && tokens.get(to).is_some_and(|sign| sign.is_sign(&[',', ':', '.']))
}

/// Adds the resorts that unknown words probably mean, and returns the first word that looks like a name and has no
/// meaning.
pub(super) fn unknown(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    language: Language,
    mentions: &mut Vec<Mention>,
) {
    let covered = coverage(tokens, tags, mentions);
    let mut has_stranger = mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Stranger(_)));
    let every = runs(tokens, &covered);
    let mut done = 0;
    for (nth, run) in every.iter().copied().enumerate().take(MOST_RUNS) {
        if run.from < done {
            continue;
        }
        if let Some(name) = every.get(nth + 1).and_then(|next| across_link(known, tokens, run, *next)) {
            done = name.to;
            mentions.push(name);
            continue;
        }
        let run = extent(tokens, tags, mentions, run);
        let Run { from, to } = run;
        let ends = |mention: &Mention| {
            mention.to == from
                && misspellings::goes_on(known, &mention.what, &text_of(tokens, mention.from, to))
        };
        if mentions.iter().any(ends) {
            mentions.push(Mention { what: NameMeaning::Aside, from, to });
            continue;
        }
        if misspellings::with_neighbour(known, tokens, mentions, run) {
            continue;
        }
        let named = looks_like_name(tokens, tags, mentions, run, language) || is_beside_versus(tokens, run);
        let is_called = mentions.is_empty() && is_called(tokens, run);
        let text = text_of(tokens, from, to);
        let word = comparable(&text);
        let is_of_earth = [List::OfMountains, List::OfTheEarth].iter().any(|list| list.contains(&word));
        let is_everyday = is_of_earth || (!named && List::EverydayNames.contains(&word));
        if language == Language::German
            && let Some(what) = misspellings::of_people(known, tokens, mentions, run)
        {
            mentions.push(Mention { what, from, to });
            continue;
        }
        let may_be_misspelt =
            !is_everyday && believable::may_stand(tokens, tags, mentions, run, named || is_called);
        let near = || {
            misspellings::correct(known, &text, named || is_called)
                .or_else(|| phonetic::sounds_like(known, &text))
        };
        let meant = if may_be_misspelt { near() } else { None }.filter(|what| {
            let fits = !matches!(what, NameMeaning::Resort(at) if !believable::fits_places(mentions, *at));
            fits && !misspellings::is_second(mentions, what, run)
        });
        if let Some(what) = meant {
            mentions.push(Mention { what, from, to });
        } else if !has_stranger && named && !is_no_name(tokens, mentions, run, language) {
            has_stranger = true;
            mentions.push(Mention { what: NameMeaning::Stranger(text), from, to });
        }
    }
    if !has_stranger {
        mentions.extend(unknown_name(tokens, tags, mentions));
    }
    mentions.sort_by_key(|mention| mention.from);
}

/// Matches two misspelt words with a linking word between them to one name in the catalogue: "madona di campilio".
fn across_link(known: &KnownNames<'_>, tokens: &[Token<'_>], run: Run, next: Run) -> Option<Mention> {
    let is_link = tokens.get(run.to).is_some_and(|link| List::ProperLinks.contains(&link.folded));
    if next.from != run.to + 1 || !is_link {
        return None;
    }
    let what = misspellings::correct(known, &text_of(tokens, run.from, next.to), true)?;
    matches!(what, NameMeaning::Resort(_)).then_some(Mention { what, from: run.from, to: next.to })
}

/// Returns the first name of resorts, as written.
pub(crate) fn first_written(tokens: &[Token<'_>], mentions: &[Mention]) -> Option<String> {
    let is_name = |mention: &&Mention| {
        matches!(mention.what, NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..))
    };
    mentions.iter().find(is_name).map(|mention| text_of(tokens, mention.from, mention.to))
}

/// Maximum number of words of a part of a name.
const MOST_SOUGHT: usize = 3;

/// Returns a part of names that is searched for, before the words that say so: "all ski areas with sugar in the name".
pub(super) fn name_fragment(tokens: &[Token<'_>], named: &Tag) -> Option<String> {
    let is_word = |at: usize| tokens.get(at).is_some_and(|token| token.kind == Kind::Word);
    let with = (0..named.from)
        .rev()
        .find(|at| tokens.get(*at).is_some_and(|token| List::With.contains(&token.folded)));
    let words = |from: usize, to: usize| {
        let from = (from..to).find(|at| is_word(*at))?;
        let to = (from..to).rev().find(|at| is_word(*at))? + 1;
        (to - from <= MOST_SOUGHT).then(|| text_of(tokens, from, to))
    };
    with.and_then(|with| words(with + 1, named.from))
}

/// Returns whether a word looks like a name: a capital if the language capitalises only names, a preposition before it,
/// or a script of names.
fn looks_like_name(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
    run: Run,
    language: Language,
) -> bool {
    let Run { from, to } = run;
    let Some(words) = tokens.get(from..to) else { return false };
    if words.iter().all(|token| token.kind == Kind::Glyph) {
        let letters = words.iter().flat_map(|token| token.raw.chars());
        let katakana = letters.clone().filter(|c| is_katakana(*c)).count();
        // Kanji are words of the language too: two or more uncovered ones count, with a particle after them.
        let particle =
            tokens.get(to).is_some_and(|next| matches!(next.raw, "の" | "で" | "に" | "は" | "へ" | "ま"));
        let behind: String = tokens.iter().skip(to).take(LONGEST_OF_RESORTS).map(|token| token.raw).collect();
        let resort = OF_RESORTS.iter().any(|word| behind.starts_with(word));
        return katakana >= 3 || (letters.count() >= 2 && (particle || resort));
    }
    let capital =
        (from..to).any(|at| !starts_sentence(tokens, at) && tokens.get(at).is_some_and(Token::is_capital));
    let after_preposition = previous_word(tokens, from).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    let long_enough = words.iter().any(|token| token.folded.chars().count() >= 3);
    // A joining word after a name is followed by a name: "Zermatt mit Hinterlochalm".
    let after_name = from.checked_sub(1).is_some_and(|joint| {
        tags.iter().any(|tag| tag.is(Feature::Joins) && tag.to == from)
            && mentions.iter().any(|mention| mention.to == joint)
    });
    let after_preposition = after_preposition || (after_name && words.iter().any(Token::is_capital));
    let is_mount = |token: &&Token<'_>| matches!(token.folded.as_str(), "mount" | "mt");
    let before = from.checked_sub(1).and_then(|before| tokens.get(before)).filter(is_mount);
    if language == Language::English && before.or(words.first().filter(is_mount)).is_some() {
        return long_enough;
    }
    // An unknown word before a word for a mountain: "beaver mountain over by logan".
    let is_of_earth =
        words.len() > 1 && words.last().is_some_and(|word| List::OfMountains.contains(&word.folded));
    let is_thing =
        previous_word(tokens, from).and_then(|at| tokens.get(at)).is_some_and(|word| word.folded == "the");
    if language == Language::English && is_of_earth && !is_thing {
        return long_enough;
    }
    // In a text without capitals, names are written small too: "ist in todtnauberg offen?"
    let is_small = !tokens.iter().any(Token::is_capital);
    if language == Language::German {
        return long_enough
            && (capital || (is_small && words.len() <= 2))
            && (after_preposition || (capital && is_behind_what_is_asked(tags, from)));
    }
    long_enough && (capital || (after_preposition && !is_beside_place(mentions, run)))
}

/// Returns whether a word in lower case cannot be a name in its position, in a language that capitalises only names.
fn is_no_name(tokens: &[Token<'_>], mentions: &[Mention], run: Run, language: Language) -> bool {
    let Run { from, to } = run;
    let is_capital = |at: usize| tokens.get(at).is_some_and(Token::is_capital);
    let writes_capitals = !matches!(language, Language::German | Language::Japanese);
    if !writes_capitals || (from..to).any(is_capital) {
        return false;
    }
    let is_mountain = |mention: &Mention| {
        matches!(mention.what, NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..))
    };
    let word = tokens.get(from).map_or("", |token| token.folded.as_str());
    let mut words = (0..from).rev().filter_map(|at| tokens.get(at)).filter(|token| token.kind == Kind::Word);
    let before = words.next().map_or("", |token| token.folded.as_str());
    let joined = [before, words.next().map_or("", |token| token.folded.as_str())];
    // A word joined to a name is a name: "At Lake Louise and at mount fuji".
    let is_joined = joined.iter().any(|word| List::Joints.contains(word));
    let endings = OF_VERBS.iter().find(|(own, _)| *own == language).map_or(&[][..], |(_, endings)| *endings);
    let is_verb = to == from + 1 && endings.iter().any(|ending| word.ends_with(ending));
    !is_joined && (mentions.iter().any(is_mountain) || is_verb || List::WeakPrepositions.contains(before))
}

/// Returns whether a place or a pass is named elsewhere: "en Suisse, surtout du terrain difficile" names one place and
/// not a second one.
fn is_beside_place(mentions: &[Mention], run: Run) -> bool {
    let Run { from, to } = run;
    let wide = mentions.iter().filter(|mention| {
        matches!(
            mention.what,
            NameMeaning::Region(_) | NameMeaning::Country(..) | NameMeaning::State(..) | NameMeaning::Pass(_)
        )
    });
    let apart = |mention: &Mention| {
        matches!(mention.what, NameMeaning::Pass(_)) || mention.to + 2 < from || to + 2 < mention.from
    };
    let mut wide = wide.peekable();
    wide.peek().is_some() && wide.all(apart)
}

/// Returns whether a noun directly precedes the run, so that the run is a name: "Schneehöhe Kasberg".
fn is_behind_what_is_asked(tags: &[Tag], from: usize) -> bool {
    const ASKED: [Feature; 10] = [
        Feature::Snow,
        Feature::Ski,
        Feature::Depth,
        Feature::NewSnow,
        Feature::Report,
        Feature::Weather,
        Feature::Forecast,
        Feature::Lifts,
        Feature::Webcam,
        Feature::Avalanche,
    ];
    tags.iter().any(|tag| tag.to == from && tag.language == Language::German && ASKED.contains(&tag.feature))
}
