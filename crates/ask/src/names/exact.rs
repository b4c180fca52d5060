//! Finds names of places that are spelt correctly.

use catalogue::comparable;
use catalogue::search::Meaning;

use super::tickets::{drop_passes_of_hubs, is_pass_of_mountains, names_two_passes, takes_pass};
use super::written::may_be_name;
use super::{KnownNames, LONG_PASS, Mention, NameMeaning, UNMISTAKABLE_PASSES, whole};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token};
use crate::word_lists::List;

/// Maximum number of words of a name.
const MOST_WORDS: usize = 6;

/// Minimum length of a name that may be used without its article, in letters: "Di-S" is not Ladis.
const SHORTEST_WITHOUT_ARTICLE: usize = 6;

/// Returns names of one to six words.
pub(super) fn of_words(known: &KnownNames<'_>, tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Mention> {
    let says_pass = says_pass(tokens, tags);
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
        // Separated words are not a name together: "T … c".
        let is_together = |(to, token): &(usize, &Token<'_>)| *to == from || !token.parted;
        for (to, token) in tokens.iter().enumerate().skip(from).take_while(is_together) {
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
            let span = Run { from, to: to + 1 };
            if matches!(first.kind, Kind::Number(..)) && words == 1 {
                continue;
            }
            if words > 1 && is_broken(tokens, span, &prepositions) {
                continue;
            }
            // A name that reaches resorts is a pass: "Which resorts does Dolomiti Superski reach?".
            let reaches_some = reaches && (takes_pass(tokens, from) || name.chars().count() >= LONG_PASS);
            let meant = whole(known, &name, says_pass || reaches_some).or_else(|| {
                let is_long = words > 1
                    && first.is_capital()
                    && token.is_capital()
                    && name.chars().count() >= SHORTEST_WITHOUT_ARTICLE;
                if is_long { without_article(known, &name) } else { None }
            });
            found.extend(
                meant
                    .into_iter()
                    .filter(|_| match words {
                        1 => may_be_name(tokens, tags, from, &name),
                        _ => !says_else(tokens, tags, span),
                    })
                    .map(|what| Mention { what, from: span.from, to: span.to }),
            );
        }
    }
    if !says_pass && !reaches {
        drop_passes_of_hubs(&mut found);
    }
    found
}

/// Returns whether words are not a name, although a name may be spelt like them.
fn is_broken(tokens: &[Token<'_>], run: Run, prepositions: &[bool]) -> bool {
    let ends = run.to.checked_sub(1).and_then(|last| tokens.get(run.from).zip(tokens.get(last)));
    let Some((first, last)) = ends else { return true };
    // A conjunction splits the name: "Alta y Snowbird" is not Altay, and "la cámara no va" not Nova.
    let is_joint = matches!(last.raw, "y" | "e" | "o" | "u") || first.raw == "no";
    // "A spa in Zermatt" does not name Spain.
    let ends_in_preposition = last.kind == Kind::Word && prepositions.get(run.to - 1) == Some(&true);
    (is_joint && !last.glued) || ends_in_preposition || are_letters_apart(tokens, run)
}

/// Returns whether single letters are separated: "T&C" and "t c" are not TC. Only full stops may separate an
/// abbreviation.
fn are_letters_apart(tokens: &[Token<'_>], run: Run) -> bool {
    let span = tokens.get(run.from..run.to).unwrap_or_default();
    let is_letter = |token: &Token<'_>| token.kind == Kind::Word && token.raw.chars().count() == 1;
    let are_letters = span.iter().all(|token| is_letter(token) || matches!(token.kind, Kind::Sign(_)));
    let is_apart = span
        .iter()
        .skip(1)
        .any(|token| !token.glued || matches!(token.kind, Kind::Sign(sign) if sign != '.'));
    are_letters && is_apart
}

/// Returns whether small letters across words mean something other than the name spelt like them.
fn says_else(tokens: &[Token<'_>], tags: &[Tag], run: Run) -> bool {
    let words = tokens.get(run.from..run.to).unwrap_or_default();
    if words.iter().any(Token::is_capital) {
        return false;
    }
    // A part of a longer phrase is not a name: "Sopra o sotto la norma" is not La Norma.
    let is_phrase = || tags.iter().any(|tag| says_more(tag, run));
    // Separate words without meaning are not a name: "Ma tra tutti" is not Mátra.
    let says_nothing = |at: usize| {
        let is_alone = |tag: &Tag| (tag.from, tag.to) == (at, at + 1);
        tags.iter().any(|tag| is_alone(tag) && matches!(tag.feature, Feature::Plain | Feature::But))
    };
    let is_plain = || {
        let has_article = words.first().is_some_and(|first| List::DefiniteArticles.contains(&first.folded));
        !has_article && (run.from..run.to).all(says_nothing)
    };
    is_phrase() || is_plain()
}

/// Returns whether a tag covers more words than a span.
fn says_more(tag: &Tag, run: Run) -> bool {
    let Run { from, to } = run;
    let is_longer = tag.from <= from && to <= tag.to && tag.to - tag.from > to - from;
    is_longer
        && !matches!(
            tag.feature,
            Feature::Plain | Feature::At | Feature::Region | Feature::State | Feature::Country
        )
        && !matches!(tag.feature, Feature::Hub | Feature::Name | Feature::City | Feature::Range)
}

/// Returns the article of a name in a contraction: "aux Arcs" means Les Arcs.
fn article(word: &str) -> &str {
    match word {
        "aux" | "des" => "les",
        "au" | "du" => "le",
        other => other,
    }
}

/// Returns whether the question is about passes, so that pass names that are words count. Next to the one pass with a
/// unique name, the others count too: "Epic or Ikon".
fn says_pass(tokens: &[Token<'_>], tags: &[Tag]) -> bool {
    tags.iter().any(|tag| tag.is(Feature::PassWord) || (tag.is(Feature::Reaches) && tag.value == "with"))
        || tokens.iter().any(|token| UNMISTAKABLE_PASSES.contains(&token.folded.as_str()))
        || is_pass_of_mountains(tokens)
        || names_two_passes(tokens)
}

/// Returns the name without its article: "Grands Montets" means Les Grands Montets.
fn without_article(known: &KnownNames<'_>, name: &str) -> Option<NameMeaning> {
    const ARTICLES: [&str; 7] = ["les", "le", "la", "el", "los", "las", "the"];
    let named = |article: &&str| match known.index.meaning(&format!("{article}{name}")) {
        Meaning::Resort(only) => Some(NameMeaning::Resort(only)),
        Meaning::Nothing | Meaning::Several(_) | Meaning::Places(_) => None,
    };
    ARTICLES.iter().find_map(named)
}
