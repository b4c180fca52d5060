//! Matches names with wrong or missing letters, and leading words of longer names, if exactly one resort is close.

use catalogue::search::{Hit, Part};
use catalogue::{comparable, folded};

use super::{KnownNames, Mention, NameMeaning, believable, namesakes};
use crate::tokens::{Run, Token, text_of};

/// Minimum score of a near miss: four of five letters are correct. The search's scores of near misses are below 0.65.
const NEAR: f64 = 0.58;
const NEAR_AMONG_WORDS: f64 = 0.6;
const NEAR_AT_MOST: f64 = 0.66;

/// Scores above this are beginnings of names.
const BEGINNINGS: f64 = 0.79;

/// Minimum distance to the second resort.
const MARGIN: f64 = 0.03;

/// Minimum length of a text with meaningful near misses, in letters.
const SHORTEST: usize = 5;

/// Maximum length of a text in which at most one letter may be wrong.
const SHORT: usize = 8;

/// Returns what a text that is not a name most likely means, if that is beyond doubt. `is_named` says that it is in a
/// position for names or is written like one.
pub(super) fn correct(known: &KnownNames<'_>, text: &str, is_named: bool) -> Option<NameMeaning> {
    let every = known.index.search(text, 6);
    // "Portes" may be the Portes du Soleil as well as Porters.
    let is_wider = |hit: &Hit<'_>| matches!(hit.part, Part::Hub | Part::Town) && leads(hit.matched_on, text);
    if every.iter().any(is_wider) {
        return if is_named { hub(known, text, &every) } else { None };
    }
    let hits: Vec<Hit<'_>> =
        every.into_iter().filter(|hit| matches!(hit.part, Part::Name | Part::Slug | Part::Alias)).collect();
    let leading: Vec<usize> = hits
        .iter()
        .filter(|hit| hit.part != Part::Alias && leads(hit.matched_on, text))
        .map(|hit| hit.index)
        .collect();
    match leading[..] {
        _ if !is_named => {}
        [only] => return Some(namesakes::without_namesakes(known, NameMeaning::Resort(only), text)),
        [_, ..] => return Some(NameMeaning::Several(leading)),
        [] => {}
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let length = letters(text);
    // A beginning scores above near misses; most of a name counts as the name.
    let is_most = |hit: &Hit<'_>| hit.score > BEGINNINGS && length * 5 >= letters(hit.matched_on) * 4;
    // A word between others may be an unknown ordinary word, so it must be closer.
    let near = if is_named { NEAR } else { NEAR_AMONG_WORDS };
    let first = hits.first().filter(|hit| (near..NEAR_AT_MOST).contains(&hit.score) || is_most(hit))?;
    if !believable::is_close(first.matched_on, text) {
        return None;
    }
    let far_behind = hits.iter().skip(1).all(|hit| hit.score < first.score - MARGIN);
    let start = |name: &str| telling_words(name).first().and_then(|word| word.chars().next());
    let same_start = start(first.matched_on) == start(text);
    // In a short word two letters make another one, in a very short word a single letter: Stack is not Stark Mountain.
    // In a longer one they do if the name has several words: Silverdale is not Silver Lake.
    let words = |text: &str| folded(text).split_whitespace().count();
    let is_joined = words(text) == 1 && words(first.matched_on) > 1;
    let of_short = (length > SHORT && !is_joined) || is_most(first) || {
        let (name, text) = (folded(first.matched_on), folded(text));
        name.split(' ')
            .chain([name.replace(' ', "").as_str()])
            .any(|word| misses_by_a_letter(word, text.trim()))
    };
    // A name of one word is misspelt as one word: "late March" is not Latemar.
    let of_words = words(text) == 1 || words(first.matched_on) > 1;
    (far_behind && same_start && of_words && of_short && length >= SHORTEST)
        .then_some(NameMeaning::Resort(first.index))
}

/// Returns whether a word is the whole name of a resort except for one letter.
pub(super) fn is_name(known: &KnownNames<'_>, word: &str) -> bool {
    let is_near = |hit: &Hit<'_>| {
        let is_whole =
            matches!(hit.part, Part::Name | Part::Alias) && telling_words(hit.matched_on).len() == 1;
        is_whole && believable::is_close(hit.matched_on, word)
    };
    word.chars().count() >= believable::SHORTEST_PART
        && known.index.search(word, 1).first().is_some_and(is_near)
}

/// Returns the place of a name used as an adjective: "am Hintertuxer", "am Davoser Jakobshorn". Next to another name it
/// adds nothing.
pub(super) fn of_people(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    mentions: &[Mention],
    run: Run,
) -> Option<NameMeaning> {
    let Run { from, to } = run;
    let word = tokens.get(from).filter(|_| to == from + 1)?;
    let stem = comparable(word.raw).strip_suffix("er").map(str::to_owned)?;
    if stem.chars().count() < SHORTEST {
        return None;
    }
    let what = super::whole(known, &stem, false)?;
    let is_beside = mentions.iter().any(|mention| mention.from == to);
    match what {
        _ if is_beside => Some(NameMeaning::Aside),
        NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..) => Some(what),
        _ => None,
    }
}

/// Returns whether a name with the words after it is the resort's, with one wrong letter: "Piau Engali", "Taos Ski
/// Valey".
pub(super) fn goes_on(known: &KnownNames<'_>, what: &NameMeaning, text: &str) -> bool {
    let NameMeaning::Resort(at) = what else { return false };
    let of = |name: &str| believable::is_close(name, text);
    (known.resort)(*at).is_some_and(|resort| of(&resort.name) || resort.aliases.iter().any(|alias| of(alias)))
}

/// Returns the resort whose two-word name a misspelt word and its neighbour form: "Siera Nevada", "holliday valley".
fn of_two_words(known: &KnownNames<'_>, text: &str) -> Option<usize> {
    // Joined to one word, since a state after a name says where it is.
    let hits = known.index.search(&text.replace(' ', ""), 2);
    let only = match hits[..] {
        [ref first] => first,
        [ref first, ref second] if second.score < first.score - MARGIN => first,
        _ => return None,
    };
    let is_meant = only.part == Part::Name && telling_words(only.matched_on).len() == 2;
    (is_meant && believable::is_close(only.matched_on, text)).then_some(only.index)
}

fn is_long(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| token.folded.chars().count() >= SHORTEST)
}

/// Returns whether a word with the next one is a resort's name with one wrong letter.
pub(super) fn is_name_with_next(known: &KnownNames<'_>, tokens: &[Token<'_>], at: usize) -> bool {
    is_long(tokens, at)
        && is_long(tokens, at + 1)
        && of_two_words(known, &text_of(tokens, at, at + 2)).is_some()
}

/// Matches a misspelt word whose name continues with a word that has another meaning, such as a state or snow: "Siera
/// Nevada", "super bess". The name replaces the state.
pub(super) fn with_neighbour(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    mentions: &mut Vec<Mention>,
    run: Run,
) -> bool {
    let Run { from, to } = run;
    if to != from + 1 {
        return false;
    }
    let before = from.checked_sub(1).map(|before| (before, to));
    for (start, end) in [Some((from, to + 1)), before].into_iter().flatten() {
        let other = if start == from { to } else { start };
        let is_free = |mention: &Mention| {
            let is_state = matches!(mention.what, NameMeaning::State(..))
                && (mention.from, mention.to) == (other, other + 1);
            mention.to <= start || end <= mention.from || is_state
        };
        let is_written = tokens.get(from).is_some_and(|word| word.folded.chars().count() >= SHORTEST - 1)
            && is_long(tokens, other);
        if is_written
            && mentions.iter().all(is_free)
            && let Some(resort) = of_two_words(known, &text_of(tokens, start, end))
        {
            mentions.retain(|mention| mention.to <= start || end <= mention.from);
            mentions.push(Mention { what: NameMeaning::Resort(resort), from: start, to: end });
            return true;
        }
    }
    false
}

/// Returns whether a misspelt name directly follows another one and therefore does not count as a second: "Vail
/// Motaret".
pub(super) fn is_second(mentions: &[Mention], what: &NameMeaning, run: Run) -> bool {
    mentions.iter().filter(|mention| mention.to == run.from || run.to == mention.from).any(
        |mention| matches!((&mention.what, what), (NameMeaning::Resort(one), NameMeaning::Resort(other)) if one != other),
    )
}

/// Returns the hub that a text begins, if no resort is close and no second hub begins with it: "Skirama" is the Skirama
/// Dolomiti.
fn hub(known: &KnownNames<'_>, text: &str, hits: &[Hit<'_>]) -> Option<NameMeaning> {
    let is_hub = |hit: &&Hit<'_>| hit.part == Part::Hub && leads(hit.matched_on, text);
    let first = hits.iter().find(is_hub)?;
    let is_other = |hit: &Hit<'_>| !is_hub(&hit) && hit.part != Part::Slug && hit.score >= NEAR;
    let slug_of = |hit: &Hit<'_>| (known.resort)(hit.index)?.hub.clone();
    let slug = slug_of(first)?;
    let is_one = hits.iter().filter(is_hub).all(|hit| slug_of(hit).as_ref() == Some(&slug));
    if !is_one || hits.iter().any(is_other) || text.chars().count() <= SHORTEST {
        return None;
    }
    let members = known.index.lying_in(&comparable(&slug));
    Some(NameMeaning::Hub(slug, members))
}

/// Returns whether a text is a name except for one letter.
fn misses_by_a_letter(name: &str, text: &str) -> bool {
    crate::letters::is_one_off(text.as_bytes(), name.as_bytes())
}

/// Returns whether a text is the first whole words of a name: Whistler for Whistler Blackcomb, Bachelor for Mt.
/// Bachelor.
fn leads(name: &str, text: &str) -> bool {
    let (name, asked) = (telling_words(name), telling_words(text));
    !asked.is_empty() && asked.len() <= name.len() && name.iter().zip(&asked).all(|(own, asked)| own == asked)
}

/// Returns the words of a name without articles and words for a mountain before it.
fn telling_words(name: &str) -> Vec<String> {
    const SAY_NOTHING: [&str; 12] =
        ["mt", "mount", "mont", "the", "les", "le", "la", "die", "der", "das", "el", "il"];
    let folded = folded(name);
    let words = folded.split_whitespace();
    words.filter(|word| !SAY_NOTHING.contains(word)).map(str::to_owned).collect()
}
