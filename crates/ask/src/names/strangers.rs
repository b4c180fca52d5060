//! Words that nobody here knows: a misspelt name, a name of a resort that is not on record, or nothing of interest.

use catalogue::comparable;

use super::{
    Known, Mention, What, behind, believable, misspelt, small, sounding, starts_sentence, state_letters,
};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token, is_hiragana, is_katakana, text_of};
use crate::words::List;

/// Runs of unknown words that are looked at; each costs a search.
const MOST_RUNS: usize = 4;

/// Letters that a word may have beyond what is known of it: nobody knows Kaltenwurzberg by "kalt",
/// and Rankaxe by "rank", where capitals are for names.
const MOST_BEYOND: usize = 9;
const MOST_BEYOND_PLAIN: usize = 5;
const MOST_BEYOND_IN_NAME: usize = 2;
const MOST_BEYOND_FIRST: usize = 4;

/// Letters of the shortest word whose meaning is missed.
const SHORTEST_WORD: usize = 3;

/// Letters of the shortest first word that is taken for a name: of a shorter one a letter may be wrong.
const SHORTEST_FIRST: usize = 6;

/// The same where it is said in which state it lies.
const SHORTEST_PLACED: usize = 3;

/// Words of a resort's name in Japanese, and the letters of the longest.
const OF_RESORTS: &[&str] = &["スキー場", "高原", "スノーリゾート", "スノーパーク"];
const LONGEST_OF_RESORTS: usize = 7;

/// The end of a run with the capitals behind it that say nothing here: Stevens Point is no Stevens Pass.
fn with_capitals_behind(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
    (from, to): (usize, usize),
) -> usize {
    let words = || tokens.iter().filter(|token| token.kind == Kind::Word);
    // Who writes every word with a capital says nothing by one, and in German every noun has one.
    let is_title = words().filter(|token| token.is_capital()).count() * 2 > words().count();
    let is_german = tags.iter().any(|tag| tag.language == Language::German);
    if is_title || is_german || !tokens.get(from).is_some_and(Token::is_capital) {
        return to;
    }
    let is_part = |at: &usize| {
        let free = mentions.iter().all(|mention| !(mention.from <= *at && *at < mention.to));
        let says = tags.iter().any(|tag| tag.from <= *at && *at < tag.to && !tag.is(Feature::Plain));
        free && !says && tokens.get(*at).is_some_and(|token| token.kind == Kind::Word && token.is_capital())
    };
    (to..).take_while(is_part).last().map_or(to, |last| last + 1)
}

/// The end of a run without the letters of a state behind it: "Sugar Mountian nc".
fn without_state(tokens: &[Token<'_>], (from, to): (usize, usize)) -> usize {
    let last = to.checked_sub(1).filter(|last| *last > from).and_then(|last| tokens.get(last));
    let is_state = last.is_some_and(|word| state_letters::is_state(&word.folded));
    if is_state { to - 1 } else { to }
}

/// "Bachelor vs timberline": what stands at such a word is a name, however it is written.
fn is_beside_versus(tokens: &[Token<'_>], (from, to): (usize, usize)) -> bool {
    let is_versus =
        |at: usize| tokens.get(at).is_some_and(|word| matches!(word.folded.as_str(), "vs" | "versus"));
    from.checked_sub(1).is_some_and(is_versus)
        || is_versus(to)
        || (tokens.get(to).is_some_and(|sign| sign.is_sign(&['.'])) && is_versus(to + 1))
}

/// "palisades, is the upper mountain going yet": what is called before a sign may be a name, however it is written.
fn is_called(tokens: &[Token<'_>], (from, to): (usize, usize)) -> bool {
    from == 0 && to + 1 < tokens.len() && tokens.get(to).is_some_and(|sign| sign.is_sign(&[',', ':', '.']))
}

/// The end of a run with the words of a mountain's name behind it.
fn with_earth(tokens: &[Token<'_>], mentions: &[Mention], to: usize) -> usize {
    let next = tokens.get(to).is_some_and(|token| List::OfMountains.contains(&token.folded));
    let free = mentions.iter().all(|mention| !(mention.from <= to && to < mention.to));
    if next && free { to + 1 } else { to }
}

/// Adds the resorts that unknown words probably mean, and the first that looks like a name and means nothing.
pub(super) fn unknown(
    known: &Known<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    language: Language,
    mentions: &mut Vec<Mention>,
) {
    let covered = coverage(tokens, tags, mentions);
    let mut has_stranger = mentions.iter().any(|mention| matches!(mention.what, What::Stranger(_)));
    for (from, to) in runs(tokens, &covered).into_iter().take(MOST_RUNS) {
        let from = with_capitals(tokens, mentions, from);
        let to = with_hyphens(tokens, mentions, with_earth(tokens, mentions, to));
        let to = without_state(tokens, (from, with_capitals_behind(tokens, tags, mentions, (from, to))));
        let ends = |mention: &Mention| {
            mention.to == from && misspelt::goes_on(known, &mention.what, &text_of(tokens, mention.from, to))
        };
        if mentions.iter().any(ends) {
            mentions.push(Mention { what: What::Aside, from, to });
            continue;
        }
        if misspelt::with_next(known, tokens, mentions, (from, to)) {
            continue;
        }
        let named = looks_like_name(tokens, tags, mentions, (from, to), language)
            || is_beside_versus(tokens, (from, to));
        let is_called = mentions.is_empty() && is_called(tokens, (from, to));
        let text = text_of(tokens, from, to);
        let word = comparable(&text);
        let is_of_earth = [List::OfMountains, List::OfTheEarth].iter().any(|list| list.contains(&word));
        let is_everyday = is_of_earth || (!named && List::EverydayNames.contains(&word));
        if language == Language::German
            && let Some(what) = misspelt::of_people(known, tokens, mentions, (from, to))
        {
            mentions.push(Mention { what, from, to });
            continue;
        }
        let may_be_misspelt =
            !is_everyday && believable::may_stand(tokens, tags, mentions, (from, to), named || is_called);
        let near =
            || misspelt::meant(known, &text, named || is_called).or_else(|| sounding::meant(known, &text));
        let meant = if may_be_misspelt { near() } else { None }.filter(|what| {
            let fits = !matches!(what, What::Resort(at) if !believable::fits_places(mentions, *at));
            fits && !misspelt::is_second(mentions, what, (from, to))
        });
        if let Some(what) = meant {
            mentions.push(Mention { what, from, to });
        } else if !has_stranger && named && !small::is_no_name(tokens, mentions, (from, to), language) {
            has_stranger = true;
            mentions.push(Mention { what: What::Stranger(text), from, to });
        }
    }
    if !has_stranger && let Some(placed) = before_state(tokens, tags, mentions) {
        has_stranger = true;
        mentions.push(placed);
    }
    if !has_stranger && let Some((from, to)) = first_word(tokens, tags, mentions) {
        mentions.push(Mention { what: What::Stranger(text_of(tokens, from, to)), from, to });
    }
    mentions.sort_by_key(|mention| mention.from);
}

/// "Magic Mountain Vermont", "Powder King BC": words of a mountain's name before its state, and none on record.
fn before_state(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Mention> {
    let is_capital = |at: usize| {
        let is_word = tokens.get(at).is_some_and(|token| token.kind == Kind::Word && token.is_capital());
        let asks = tags.iter().any(|tag| tag.is(Feature::Asking) && tag.from == at);
        is_word && !asks && mentions.iter().all(|mention| at < mention.from || mention.to <= at)
    };
    let states = mentions.iter().filter(|mention| matches!(mention.what, What::State(..)));
    let letters = (1..tokens.len())
        .filter(|at| tokens.get(*at).is_some_and(|token| state_letters::is_written_state(token.raw)));
    states.map(|mention| mention.from).chain(letters).find_map(|end| {
        let comma = end.checked_sub(1).filter(|at| tokens.get(*at).is_some_and(|sign| sign.is_sign(&[','])));
        let to = comma.unwrap_or(end);
        let last = to.checked_sub(1).filter(|at| is_capital(*at))?;
        let is_of_mountain = tokens.get(last).is_some_and(|word| List::NameEnds.contains(&word.folded));
        let from = (0..last).rev().take_while(|at| is_capital(*at)).last()?;
        is_of_mountain.then(|| Mention { what: What::Stranger(text_of(tokens, from, to)), from, to })
    })
}

/// The question's first words, where they are no words of the language, begin with a capital, and nothing else is named:
/// "Foppolo oggi è aperta?" is about a resort that nobody here knows, whatever was talked of before.
fn first_word(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<(usize, usize)> {
    let near = |tag: &&Tag| tag.language == Language::German || tag.beyond <= MOST_BEYOND_FIRST;
    let known: Vec<Tag> = tags.iter().filter(near).copied().collect();
    let (from, to) = runs(tokens, &coverage(tokens, &known, mentions)).into_iter().next()?;
    let word = tokens.get(from)?;
    let is_first = tokens.iter().take(from).all(|token| token.kind != Kind::Word);
    let least = if mentions.is_empty() { SHORTEST_FIRST } else { SHORTEST_PLACED };
    let is_name = word.kind == Kind::Word && word.is_capital() && word.folded.chars().count() >= least;
    // "Segnalatemi", "Decidme": a verb with whom it asks for something.
    let is_request = to == from + 1 && List::Requests.iter().any(|ending| word.folded.ends_with(ending));
    // "Foppolo Lombardia neve": where it lies names no other mountain.
    let comma = tokens.get(to).is_some_and(|sign| sign.is_sign(&[',', '(']));
    let is_where = |mention: &Mention| {
        matches!(mention.what, What::State(..) | What::Country(..) | What::Region(_))
            && mention.from == to + usize::from(comma)
    };
    let is_named = mentions.iter().all(is_where) && is_first && is_name && !is_request;
    is_named.then_some((from, to))
}

/// The end of a run with what hyphens tie to it: Saint-Plouc-les-Bains is no Saint-Luc.
fn with_hyphens(tokens: &[Token<'_>], mentions: &[Mention], to: usize) -> usize {
    let mut to = to;
    while tokens.get(to).is_some_and(|sign| sign.glued && sign.is_sign(&['-']))
        && tokens.get(to + 1).is_some_and(|word| word.glued && word.kind == Kind::Word)
        && mentions.iter().all(|mention| mention.to <= to || to + 1 < mention.from)
    {
        to += 2;
    }
    to
}

/// The start of a run with the capitals before it: Central Park is no Park. The question's first word is a capital anyway.
fn with_capitals(tokens: &[Token<'_>], mentions: &[Mention], from: usize) -> usize {
    let is_capital = |at: usize| {
        let free = mentions.iter().all(|mention| !(mention.from <= at && at < mention.to));
        free && !starts_sentence(tokens, at)
            && tokens.get(at).is_some_and(|token| token.kind == Kind::Word && token.is_capital())
    };
    if !tokens.get(from).is_some_and(Token::is_capital) {
        return from;
    }
    (0..from).rev().take_while(|at| is_capital(*at)).last().unwrap_or(from)
}

/// How many words nobody here knows, and what they are where they stand in one place.
pub(crate) fn unknown_words(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
) -> (usize, Option<String>) {
    let named: Vec<Mention> =
        mentions.iter().filter(|mention| !matches!(mention.what, What::Stranger(_))).cloned().collect();
    let covered = coverage(tokens, tags, &named);
    let says_something = |(from, to): &&(usize, usize)| {
        let words = tokens.get(*from..*to).unwrap_or_default();
        words.iter().any(|token| token.kind == Kind::Glyph || token.folded.len() >= SHORTEST_WORD)
    };
    let every = runs(tokens, &covered);
    let mut unknown = every.iter().filter(says_something);
    let only = match (unknown.next(), unknown.next()) {
        (Some((from, to)), None) => Some(text_of(tokens, *from, *to)),
        _ => None,
    };
    (every.iter().filter(says_something).count(), only)
}

/// The first name of resorts, as it was written.
pub(crate) fn first_written(tokens: &[Token<'_>], mentions: &[Mention]) -> Option<String> {
    let is_name =
        |mention: &&Mention| matches!(mention.what, What::Resort(_) | What::Several(_) | What::Hub(..));
    mentions.iter().find(is_name).map(|mention| text_of(tokens, mention.from, mention.to))
}

/// Most words of a part of a name.
const MOST_SOUGHT: usize = 3;

/// A part of names that is looked for before the words that say so: "all ski areas with sugar in the name".
pub(super) fn sought(tokens: &[Token<'_>], named: &Tag) -> Option<String> {
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

/// How many words stand outside of names; in a script without spaces, how many runs of letters.
pub(crate) fn other_words(tokens: &[Token<'_>], mentions: &[Mention]) -> usize {
    runs(tokens, &coverage(tokens, &[], mentions))
        .iter()
        .map(|(from, to)| {
            let words = tokens.get(*from..*to).unwrap_or_default();
            if words.iter().any(|token| token.kind == Kind::Glyph) { 1 } else { words.len() }
        })
        .sum()
}

/// Which tokens somebody knows.
fn coverage(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Vec<bool> {
    let mut covered = vec![false; tokens.len()];
    let known = tags.iter().filter(|tag| {
        let is_name = tag.language != Language::German
            && tokens.get(tag.from).is_some_and(Token::is_capital)
            && !starts_sentence(tokens, tag.from);
        let most = if tag.is(Feature::Plain) { MOST_BEYOND_PLAIN } else { MOST_BEYOND };
        tag.beyond <= if is_name { MOST_BEYOND_IN_NAME } else { most }
    });
    let spans = known.map(|tag| (tag.from, tag.to)).chain(mentions.iter().map(|m| (m.from, m.to)));
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

/// A capital where the language writes names alone so, a preposition before, or a script of names.
fn looks_like_name(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
    (from, to): (usize, usize),
    language: Language,
) -> bool {
    let Some(run) = tokens.get(from..to) else { return false };
    if run.iter().all(|token| token.kind == Kind::Glyph) {
        let letters = run.iter().flat_map(|token| token.raw.chars());
        let katakana = letters.clone().filter(|c| is_katakana(*c)).count();
        // Kanji are words of the language too: two or more that no word covers, with a particle behind them.
        let particle =
            tokens.get(to).is_some_and(|next| matches!(next.raw, "の" | "で" | "に" | "は" | "へ" | "ま"));
        let behind: String = tokens.iter().skip(to).take(LONGEST_OF_RESORTS).map(|token| token.raw).collect();
        let resort = OF_RESORTS.iter().any(|word| behind.starts_with(word));
        return katakana >= 3 || (letters.count() >= 2 && (particle || resort));
    }
    let capital =
        (from..to).any(|at| !starts_sentence(tokens, at) && tokens.get(at).is_some_and(Token::is_capital));
    let after_preposition = behind(tokens, from).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    let long_enough = run.iter().any(|token| token.folded.chars().count() >= 3);
    // "Zermatt mit Hinterlochalm": behind a name and a word that joins names stands a name.
    let after_name = from.checked_sub(1).is_some_and(|joint| {
        tags.iter().any(|tag| tag.is(Feature::Joins) && tag.to == from)
            && mentions.iter().any(|mention| mention.to == joint)
    });
    let after_preposition = after_preposition || (after_name && run.iter().any(Token::is_capital));
    // "Mount bohemia": a name, however it is written.
    let is_mount = |token: &&Token<'_>| matches!(token.folded.as_str(), "mount" | "mt");
    let before = from.checked_sub(1).and_then(|before| tokens.get(before)).filter(is_mount);
    if language == Language::English && before.or(run.first().filter(is_mount)).is_some() {
        return long_enough;
    }
    // "beaver mountain over by logan": an unknown word before one of a mountain.
    let is_of_earth =
        run.len() > 1 && run.last().is_some_and(|word| List::OfMountains.contains(&word.folded));
    let is_thing =
        behind(tokens, from).and_then(|at| tokens.get(at)).is_some_and(|word| word.folded == "the");
    if language == Language::English && is_of_earth && !is_thing {
        return long_enough;
    }
    // Who writes everything small writes names small: "ist in todtnauberg offen?"
    let is_small = !tokens.iter().any(Token::is_capital);
    if language == Language::German {
        return long_enough
            && (capital || (is_small && run.len() <= 2))
            && (after_preposition || (capital && is_behind_what_is_asked(tags, from)));
    }
    long_enough && (capital || (after_preposition && !is_beside_place(mentions, (from, to))))
}

/// Whether a place or a pass is named somewhere else: "en Suisse, surtout du terrain difficile" names one place and no second.
fn is_beside_place(mentions: &[Mention], (from, to): (usize, usize)) -> bool {
    let wide = mentions.iter().filter(|mention| {
        matches!(mention.what, What::Region(_) | What::Country(..) | What::State(..) | What::Pass(_))
    });
    let apart = |mention: &Mention| {
        matches!(mention.what, What::Pass(_)) || mention.to + 2 < from || to + 2 < mention.from
    };
    let mut wide = wide.peekable();
    wide.peek().is_some() && wide.all(apart)
}

/// "Schneehöhe Kasberg": nouns do not stand beside one another but where the second is a name.
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
