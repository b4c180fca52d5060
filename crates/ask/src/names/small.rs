//! Words that are written small behind a preposition and are no names: "de camino", "per terra", "pour rallier", "d'affilée".

use super::{Mention, What};
use crate::language::Language;
use crate::tokens::{Kind, Token};
use crate::words::List;

/// Endings of verbs and participles.
const OF_VERBS: &[(Language, &[&str])] = &[
    (Language::French, &["er", "ir", "oir", "ee", "ees", "ant"]),
    (Language::Italian, &["are", "ere", "ire", "ato", "ata", "ati", "ando", "endo", "arci", "arsi"]),
    (Language::Spanish, &["ar", "er", "ir", "ado", "ada", "ando", "iendo", "arme", "arse", "arnos"]),
];

/// Whether a word that is written small is none of a name where it stands, in a language that writes names alone with a capital.
pub(super) fn is_no_name(
    tokens: &[Token<'_>],
    mentions: &[Mention],
    (from, to): (usize, usize),
    language: Language,
) -> bool {
    let is_capital = |at: usize| tokens.get(at).is_some_and(Token::is_capital);
    let writes_capitals = !matches!(language, Language::German | Language::Japanese);
    if !writes_capitals || (from..to).any(is_capital) {
        return false;
    }
    let is_mountain =
        |mention: &Mention| matches!(mention.what, What::Resort(_) | What::Several(_) | What::Hub(..));
    let word = tokens.get(from).map_or("", |token| token.folded.as_str());
    let mut words = (0..from).rev().filter_map(|at| tokens.get(at)).filter(|token| token.kind == Kind::Word);
    let before = words.next().map_or("", |token| token.folded.as_str());
    let joined = [before, words.next().map_or("", |token| token.folded.as_str())];
    // "At Lake Louise and at mount fuji": what is joined to a name is one.
    let is_joined = joined.iter().any(|word| List::Joints.contains(word));
    let endings = OF_VERBS.iter().find(|(own, _)| *own == language).map_or(&[][..], |(_, endings)| *endings);
    let is_verb = to == from + 1 && endings.iter().any(|ending| word.ends_with(ending));
    !is_joined && (mentions.iter().any(is_mountain) || is_verb || List::WeakPrepositions.contains(before))
}
