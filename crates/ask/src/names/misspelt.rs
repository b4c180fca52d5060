//! A name with letters wrong or missing, and the leading words of a longer one: meant when one resort comes near and no
//! other does.

use catalogue::search::{Hit, Part};
use catalogue::{comparable, folded};

use super::{Known, Mention, What, believable, namesakes};
use crate::tokens::{Run, Token, text_of};

/// Least score of a near miss: four letters of five are right. The search's own scores of near misses lie below 0.65.
const NEAR: f64 = 0.58;
const NEAR_AMONG_WORDS: f64 = 0.6;
const NEAR_AT_MOST: f64 = 0.66;

/// Scores above this are beginnings of names.
const BEGINNINGS: f64 = 0.79;

/// How far the second resort has to lie behind.
const MARGIN: f64 = 0.03;

/// Shortest text whose near misses mean anything, in letters.
const SHORTEST: usize = 5;

/// Letters of the longest text of which one at most may be wrong.
const SHORT: usize = 8;

/// What a text that is no name probably means, if that is beyond doubt.
/// `is_named` says that it stands where names stand, or is written as they are.
pub(super) fn meant(known: &Known<'_>, text: &str, is_named: bool) -> Option<What> {
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
        [only] => return Some(namesakes::without_namesakes(known, What::Resort(only), text)),
        [_, ..] => return Some(What::Several(leading)),
        [] => {}
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let length = letters(text);
    // A beginning scores above near misses; most of a name is the name.
    let is_most = |hit: &Hit<'_>| hit.score > BEGINNINGS && length * 5 >= letters(hit.matched_on) * 4;
    // A word in the middle of others may be a word that is not known here: it has to come nearer.
    let near = if is_named { NEAR } else { NEAR_AMONG_WORDS };
    let first = hits.first().filter(|hit| (near..NEAR_AT_MOST).contains(&hit.score) || is_most(hit))?;
    if !believable::is_close(first.matched_on, text) {
        return None;
    }
    let far_behind = hits.iter().skip(1).all(|hit| hit.score < first.score - MARGIN);
    let start = |name: &str| telling_words(name).first().and_then(|word| word.chars().next());
    let same_start = start(first.matched_on) == start(text);
    // Of a short word two letters make another one, and of a very short one a single letter: Stack is no Stark Mountain.
    // Of a longer one they do where the name has several: Silverdale is no Silver Lake.
    let words = |text: &str| folded(text).split_whitespace().count();
    let is_joined = words(text) == 1 && words(first.matched_on) > 1;
    let of_short = (length > SHORT && !is_joined) || is_most(first) || {
        let (name, text) = (folded(first.matched_on), folded(text));
        name.split(' ')
            .chain([name.replace(' ', "").as_str()])
            .any(|word| misses_by_a_letter(word, text.trim()))
    };
    // "late March" is no Latemar: a name of one word is misspelt in one.
    let of_words = words(text) == 1 || words(first.matched_on) > 1;
    (far_behind && same_start && of_words && of_short && length >= SHORTEST)
        .then_some(What::Resort(first.index))
}

/// Whether a word is the whole name of a resort but for a letter.
pub(super) fn is_name(known: &Known<'_>, word: &str) -> bool {
    let is_near = |hit: &Hit<'_>| {
        let is_whole =
            matches!(hit.part, Part::Name | Part::Alias) && telling_words(hit.matched_on).len() == 1;
        is_whole && believable::is_close(hit.matched_on, word)
    };
    word.chars().count() >= believable::SHORTEST_PART
        && known.index.search(word, 1).first().is_some_and(is_near)
}

/// "Am Hintertuxer", "am Davoser Jakobshorn": the name of a place as an adjective. Beside another name it says nothing more.
pub(super) fn of_people(
    known: &Known<'_>,
    tokens: &[Token<'_>],
    mentions: &[Mention],
    run: Run,
) -> Option<What> {
    let Run { from, to } = run;
    let word = tokens.get(from).filter(|_| to == from + 1)?;
    let stem = comparable(word.raw).strip_suffix("er").map(str::to_owned)?;
    if stem.chars().count() < SHORTEST {
        return None;
    }
    let what = super::whole(known, &stem, false)?;
    let is_beside = mentions.iter().any(|mention| mention.from == to);
    match what {
        _ if is_beside => Some(What::Aside),
        What::Resort(_) | What::Several(_) | What::Hub(..) => Some(what),
        _ => None,
    }
}

/// "Piau Engali", "Taos Ski Valey": whether a name with what goes on behind it is the resort's, with a letter wrong.
pub(super) fn goes_on(known: &Known<'_>, what: &What, text: &str) -> bool {
    let What::Resort(at) = what else { return false };
    let of = |name: &str| believable::is_close(name, text);
    (known.resort)(*at).is_some_and(|resort| of(&resort.name) || resort.aliases.iter().any(|alias| of(alias)))
}

/// The resort whose name of two words a misspelt word and its neighbour are: "Siera Nevada", "holliday valley".
fn of_two_words(known: &Known<'_>, text: &str) -> Option<usize> {
    // As one word, since a state behind a name says where it lies.
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

/// Whether a word with the one behind it is a resort's name with a letter wrong.
pub(super) fn is_name_with_next(known: &Known<'_>, tokens: &[Token<'_>], at: usize) -> bool {
    is_long(tokens, at)
        && is_long(tokens, at + 1)
        && of_two_words(known, &text_of(tokens, at, at + 2)).is_some()
}

/// "Siera Nevada", "super bess": a misspelt word whose name goes on with a word that says something else, of a state or of snow. The
/// name takes the place of the state.
pub(super) fn with_neighbour(
    known: &Known<'_>,
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
            let is_state =
                matches!(mention.what, What::State(..)) && (mention.from, mention.to) == (other, other + 1);
            mention.to <= start || end <= mention.from || is_state
        };
        let is_written = tokens.get(from).is_some_and(|word| word.folded.chars().count() >= SHORTEST - 1)
            && is_long(tokens, other);
        if is_written
            && mentions.iter().all(is_free)
            && let Some(resort) = of_two_words(known, &text_of(tokens, start, end))
        {
            mentions.retain(|mention| mention.to <= start || end <= mention.from);
            mentions.push(Mention { what: What::Resort(resort), from: start, to: end });
            return true;
        }
    }
    false
}

/// "Vail Motaret": right at one name another that is misspelt is no second one.
pub(super) fn is_second(mentions: &[Mention], what: &What, run: Run) -> bool {
    mentions.iter().filter(|mention| mention.to == run.from || run.to == mention.from).any(
        |mention| matches!((&mention.what, what), (What::Resort(one), What::Resort(other)) if one != other),
    )
}

/// "Skirama" is the Skirama Dolomiti, where no resort comes near and no second hub begins so.
fn hub(known: &Known<'_>, text: &str, hits: &[Hit<'_>]) -> Option<What> {
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
    Some(What::Hub(slug, members))
}

/// Whether a text is a name but for one letter.
fn misses_by_a_letter(name: &str, text: &str) -> bool {
    crate::letters::is_one_off(text.as_bytes(), name.as_bytes())
}

/// Whether a text is the first whole words of a name: Whistler leads Whistler Blackcomb, Bachelor leads Mt. Bachelor.
fn leads(name: &str, text: &str) -> bool {
    let (name, asked) = (telling_words(name), telling_words(text));
    !asked.is_empty() && asked.len() <= name.len() && name.iter().zip(&asked).all(|(own, asked)| own == asked)
}

/// The words of a name without articles and words for a mountain before it.
fn telling_words(name: &str) -> Vec<String> {
    const SAY_NOTHING: [&str; 12] =
        ["mt", "mount", "mont", "the", "les", "le", "la", "die", "der", "das", "el", "il"];
    let folded = folded(name);
    let words = folded.split_whitespace();
    words.filter(|word| !SAY_NOTHING.contains(word)).map(str::to_owned).collect()
}
