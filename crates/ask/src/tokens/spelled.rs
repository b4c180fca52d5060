//! Converts days of a month in words to digits: "the eighteenth", "am sechzehnten", "du vingt-sept février", "il
//! trentuno novembre".
//!
//! The conversion precedes all matching, so that dates have one grammar. Numbers that are not days ("three resorts",
//! "the second lift") stay words.

use super::{Kind, Run, Token};
use crate::word_lists::List;

/// Maximum number of words of a number.
const MOST_WORDS: usize = 3;

/// Length of the shortest, in letters: "due", "dos".
const SHORTEST: usize = 3;

/// Days up to this one are common in other meanings as well: "the first lift", "am dritten Tag".
const LAST_EVERYDAY: u32 = 3;

/// The words of a language for the days of a month.
struct Words {
    /// Days from the first; alternatives are separated by a bar.
    days: &'static [&'static str],
    /// Words before a day.
    before: &'static [&'static str],
    /// Ending after the digits of an ordinal.
    ending: Option<Ending>,
}

/// The ending after the digits of an ordinal.
#[derive(Clone, Copy)]
enum Ending {
    /// Letters, as in "18th".
    Letters(&'static str),
    /// A full stop, as in "18.".
    Stop,
}

/// Ordinals of English and German, and cardinals of the others, in comparable letters.
const LANGUAGES: &[Words] = &[
    Words {
        days: &[
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "twenty first",
            "twenty second",
            "twenty third",
            "twenty fourth",
            "twenty fifth",
            "twenty sixth",
            "twenty seventh",
            "twenty eighth",
            "twenty ninth",
            "thirtieth",
            "thirty first",
            "thirty second",
        ],
        before: &["the"],
        ending: Some(Ending::Letters("th")),
    },
    Words {
        days: &[
            "ersten",
            "zweiten",
            "dritten",
            "vierten",
            "funften",
            "sechsten",
            "siebten|siebenten",
            "achten",
            "neunten",
            "zehnten",
            "elften",
            "zwolften",
            "dreizehnten",
            "vierzehnten",
            "funfzehnten",
            "sechzehnten",
            "siebzehnten",
            "achtzehnten",
            "neunzehnten",
            "zwanzigsten",
            "einundzwanzigsten",
            "zweiundzwanzigsten",
            "dreiundzwanzigsten",
            "vierundzwanzigsten",
            "funfundzwanzigsten",
            "sechsundzwanzigsten",
            "siebenundzwanzigsten",
            "achtundzwanzigsten",
            "neunundzwanzigsten",
            "dreissigsten",
            "einunddreissigsten",
            "zweiunddreissigsten",
        ],
        before: &["am", "vom", "zum", "bis", "den", "der", "ab"],
        ending: Some(Ending::Stop),
    },
    Words {
        days: &[
            "premier",
            "deux",
            "trois",
            "quatre",
            "cinq",
            "six",
            "sept",
            "huit",
            "neuf",
            "dix",
            "onze",
            "douze",
            "treize",
            "quatorze",
            "quinze",
            "seize",
            "dix sept",
            "dix huit",
            "dix neuf",
            "vingt",
            "vingt et un",
            "vingt deux",
            "vingt trois",
            "vingt quatre",
            "vingt cinq",
            "vingt six",
            "vingt sept",
            "vingt huit",
            "vingt neuf",
            "trente",
            "trente et un",
            "trente deux",
        ],
        before: &["le", "du", "au"],
        ending: None,
    },
    Words {
        days: &[
            "primo",
            "due",
            "tre",
            "quattro",
            "cinque",
            "sei",
            "sette",
            "otto",
            "nove",
            "dieci",
            "undici",
            "dodici",
            "tredici",
            "quattordici",
            "quindici",
            "sedici",
            "diciassette",
            "diciotto",
            "diciannove",
            "venti",
            "ventuno",
            "ventidue",
            "ventitre",
            "ventiquattro",
            "venticinque",
            "ventisei",
            "ventisette",
            "ventotto",
            "ventinove",
            "trenta",
            "trentuno",
            "trentadue",
        ],
        before: &["il", "l", "dal", "dall", "al", "all", "giorno"],
        ending: None,
    },
    Words {
        days: &[
            "primero|uno",
            "dos",
            "tres",
            "cuatro",
            "cinco",
            "seis",
            "siete",
            "ocho",
            "nueve",
            "diez",
            "once",
            "doce",
            "trece",
            "catorce",
            "quince",
            "dieciseis",
            "diecisiete",
            "dieciocho",
            "diecinueve",
            "veinte",
            "veintiuno",
            "veintidos",
            "veintitres",
            "veinticuatro",
            "veinticinco",
            "veintiseis",
            "veintisiete",
            "veintiocho",
            "veintinueve",
            "treinta",
            "treinta y uno",
            "treinta y dos",
        ],
        before: &["el", "del", "al", "dia"],
        ending: None,
    },
];

/// Words between a day and its month.
const JOINTS: &[&str] = &["of", "de", "di", "d", "del"];

/// Replaces words for the day of a month with digits.
pub(super) fn in_digits(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::with_capacity(tokens.len() + 1);
    // Checked once: most questions have none, and then a day follows only a few words.
    let has_month = tokens.iter().any(is_month);
    let mut at = 0;
    while let Some(first) = tokens.get(at) {
        let may_be = first.kind == Kind::Word && first.folded.len() >= SHORTEST;
        let day = if may_be { day_at(&tokens, at, has_month) } else { None };
        let Some((day, ending, to)) = day else {
            out.push(first.clone());
            at += 1;
            continue;
        };
        let digits = if day < 10 { 1 } else { 2 };
        out.push(Token { kind: Kind::Number(day, digits), folded: day.to_string(), ..first.clone() });
        out.extend(ending.map(|ending| ended(first, ending)));
        at = to;
    }
    out
}

/// Returns the ending after the digits, at the position of the word.
fn ended<'q>(word: &Token<'q>, ending: Ending) -> Token<'q> {
    let (kind, folded) = match ending {
        Ending::Letters(letters) => (Kind::Word, letters.to_owned()),
        Ending::Stop => (Kind::Sign('.'), String::new()),
    };
    Token { raw: word.raw, kind, folded, glued: true, capital: false, parted: false }
}

/// Returns the day in words at a token, the ending after its digits, and the next token.
fn day_at(tokens: &[Token<'_>], at: usize, has_month: bool) -> Option<(u32, Option<Ending>, usize)> {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    LANGUAGES.iter().filter(|words| has_month || words.before.contains(&before)).find_map(|words| {
        let (day, to) = number(words, tokens, at)?;
        is_day(words, tokens, Run { from: at, to }, day).then_some((day, words.ending, to))
    })
}

/// Returns the longest number of a language at a token.
fn number(words: &Words, tokens: &[Token<'_>], at: usize) -> Option<(u32, usize)> {
    let mut text = String::new();
    let mut found = None;
    let (mut to, mut count) = (at, 0);
    while let Some(token) = tokens.get(to).filter(|_| count < MOST_WORDS) {
        to += 1;
        if token.is_sign(&['-']) && token.glued {
            continue;
        }
        if token.kind != Kind::Word {
            break;
        }
        if count > 0 {
            text.push(' ');
        }
        text.push_str(&token.folded);
        count += 1;
        let day = words.days.iter().position(|day| day.split('|').any(|day| day == text));
        found = day.and_then(|day| u32::try_from(day + 1).ok()).map(|day| (day, to)).or(found);
    }
    found
}

/// Returns whether a number is a day: next to its month, or in a position for days without a noun after it.
fn is_day(words: &Words, tokens: &[Token<'_>], run: Run, day: u32) -> bool {
    let Run { from, to } = run;
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let before = from.checked_sub(1).map_or("", word);
    let next = if JOINTS.contains(&word(to)) { to + 1 } else { to };
    if tokens.get(next).is_some_and(is_month) {
        return true;
    }
    let ends = tokens.get(to).is_none_or(|token| matches!(token.kind, Kind::Sign(_)));
    let is_range = List::DaysTo.contains(word(to));
    if before.is_empty() || !(words.before.contains(&before) || is_behind_month(words, tokens, from)) {
        return false;
    }
    let has_month = || tokens.iter().any(is_month);
    ((ends || List::BehindDays.contains(word(to))) && day > LAST_EVERYDAY)
        || (is_range && (day > LAST_EVERYDAY || has_month()))
        || (ends && is_behind_month(words, tokens, from))
}

/// Returns whether a number follows its month: "February thirteenth".
fn is_behind_month(words: &Words, tokens: &[Token<'_>], from: usize) -> bool {
    matches!(words.ending, Some(Ending::Letters(_)))
        && from.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(is_month)
}

fn is_month(token: &Token<'_>) -> bool {
    token.kind == Kind::Word && List::Months.iter().any(|month| token.folded.starts_with(month))
}

#[cfg(test)]
mod tests;
