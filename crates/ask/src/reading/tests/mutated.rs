//! Mutates questions of the development set. However they are written and wherever they are cut, an answer never names
//! a resort that the words do not name.
use std::collections::BTreeSet;
use std::sync::LazyLock;

use catalogue::search::Meaning;
use catalogue::{comparable, folded};
use proptest::prelude::*;

use super::{INDEX, RESORTS, about};
use crate::letters;
use crate::lexicon::lexicon;
use crate::names::{self, NameMeaning};
use crate::reading::Outcome;
use crate::tokens::{FoldedText, tokens};

static ASKED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let set = include_str!("../../../../../fixtures/questions/development.tsv");
    set.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').nth(1)).collect()
});

/// Resorts with an unambiguous name, and that name.
static NAMES: LazyLock<Vec<(usize, String)>> = LazyLock::new(|| {
    let only = |at: usize| match INDEX.meaning(&comparable(&RESORTS[at].name)) {
        Meaning::Resort(resort) if resort == at => Some((at, RESORTS[at].name.clone())),
        _ => None,
    };
    (0..RESORTS.len()).filter_map(only).collect()
});

fn resorts(text: &str) -> BTreeSet<usize> {
    match about(text, None, None) {
        Outcome::Reading(reading) => reading.resorts.iter().copied().collect(),
        Outcome::Refused(_) => BTreeSet::new(),
    }
}

/// Returns whether a text names a resort, or contains a word of its name with at least four letters.
fn is_named(at: usize, text: &str) -> bool {
    let tokens = tokens(text);
    let tags = lexicon().tags(&FoldedText::new(&tokens));
    let whole =
        names::mentions(&super::known(), &tokens, &tags).into_iter().any(|mention| match mention.what {
            NameMeaning::Resort(only) => only == at,
            NameMeaning::Several(resorts) | NameMeaning::Hub(_, resorts) => resorts.contains(&at),
            _ => false,
        });
    let text = folded(text);
    let words: BTreeSet<&str> = text.split(' ').collect();
    let resort = &RESORTS[at];
    let names = [&resort.name, &resort.slug].into_iter().chain(&resort.aliases).map(|name| folded(name));
    // A long word with one wrong letter counts too.
    let is_word = |word: &str| {
        word.len() >= 4
            && words.iter().any(|own| {
                *own == word || (word.len() >= 8 && letters::is_one_off(own.as_bytes(), word.as_bytes()))
            })
    };
    whole || names.into_iter().any(|name| name.split(' ').any(is_word))
}

fn cased(text: &str, upper: &[bool]) -> String {
    let one = |(at, c): (usize, char)| {
        let upper = upper.get(at % upper.len().max(1)).copied().unwrap_or(false);
        if upper { c.to_uppercase().next().unwrap_or(c) } else { c.to_lowercase().next().unwrap_or(c) }
    };
    text.chars().enumerate().map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn spelling_variants_keep_the_resort(
        nth in any::<prop::sample::Index>(), upper in proptest::collection::vec(any::<bool>(), 1..9), spaces in 1_usize..4, plain in any::<bool>()
    ) {
        let text = nth.get(&ASKED[..]);
        let own = resorts(text);
        let mutated = cased(text, &upper).replace(' ', &" ".repeat(spaces));
        let mutated = if plain && mutated.is_ascii() { folded(&mutated) } else { mutated };
        for at in resorts(&mutated) {
            prop_assert!(own.contains(&at) || is_named(at, text), "{mutated}: {}", RESORTS[at].slug);
        }
    }

    #[test]
    fn a_half_names_no_other_resort(nth in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>(), last in any::<bool>()) {
        let text = nth.get(&ASKED[..]);
        let words: Vec<&str> = text.split(' ').collect();
        let at = cut.index(words.len());
        let half = if last { &words[at..] } else { &words[..at] }.join(" ");
        let own = resorts(text);
        for at in resorts(&half) {
            prop_assert!(own.contains(&at) || is_named(at, text), "{half}: {}", RESORTS[at].slug);
        }
    }

    #[test]
    fn another_name_is_another_resort(nth in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let text = nth.get(&ASKED[..]);
        let (other, name) = other.get(&NAMES[..]);
        let own = resorts(text);
        let Some(own) = own.iter().find(|at| text.contains(&RESORTS[**at].name)) else { return Ok(()) };
        let mutated = text.replace(&RESORTS[*own].name, name);
        for at in resorts(&mutated) {
            prop_assert!(at == *other || is_named(at, &mutated), "{mutated}: {}", RESORTS[at].slug);
        }
    }

    #[test]
    fn joined_questions_keep_meaning(one in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let (one, other) = (one.get(&ASKED[..]), other.get(&ASKED[..]));
        let text = format!("{one}. {other}");
        let own: BTreeSet<usize> = resorts(one).union(&resorts(other)).copied().collect();
        for at in resorts(&text) {
            prop_assert!(own.contains(&at) || is_named(at, &text), "{text}: {}", RESORTS[at].slug);
        }
    }
}
