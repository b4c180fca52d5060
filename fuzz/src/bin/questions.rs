//! Questions in words: whatever is asked is read in bounded time, and a resort that is taken for meant bears a name of which
//! the question has something.
#![no_main]

use std::sync::LazyLock;

use ask::{Known, MOST_CHARACTERS, Question, Service, Understood, understand};
use catalogue::search::SearchIndex;
use catalogue::{Resort, comparable, folded};
use chrono::NaiveDate;
use libfuzzer_sys::fuzz_target;

static RESORTS: LazyLock<Vec<Resort>> = LazyLock::new(|| catalogue::embedded().unwrap());
static INDEX: LazyLock<SearchIndex> = LazyLock::new(|| SearchIndex::new(RESORTS.iter()));

fuzz_target!(|bytes: &[u8]| {
    let text: String = String::from_utf8_lossy(bytes).chars().take(MOST_CHARACTERS).collect();
    let today = NaiveDate::from_ymd_opt(2027, 1, 13).unwrap();
    let service = Service {
        known: Known { index: &INDEX, passes: catalogue::passes::passes(), resort: &|at| RESORTS.get(at) },
        today: &|_| today,
        has_operation: &|_| true,
    };
    for about in [None, Some(0)] {
        let told = understand(Question { text: &text, about, locale: None }, &service);
        let Understood::Reading(reading) = told else { continue };
        for at in reading.resorts.iter().filter(|at| about != Some(**at)) {
            assert!(is_hinted_at(*at, &text), "{text}: {}", RESORTS[*at].slug);
        }
    }
});

/// Whether a text has something of a name of a resort.
fn is_hinted_at(at: usize, text: &str) -> bool {
    // Names in scripts without spaces are those of a table, which has no letters in common with the rows.
    if text.chars().any(|c| matches!(c, '\u{3041}'..='\u{9fff}')) {
        return true;
    }
    let asked = comparable(text);
    let resort = &RESORTS[at];
    // Of two that are compared each is the only mountain of its town (`ask/src/names/towns.rs`).
    let names = [&resort.name, &resort.slug].into_iter().chain(&resort.aliases).chain(&resort.places);
    let words: Vec<String> =
        names.flat_map(|name| folded(name).split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    // The beginning of a word; or most of its letters in a row, wherever they stand.
    words.iter().any(|word| {
        let letters: Vec<char> = word.chars().collect();
        let has_begun = asked.contains(&letters.iter().take(2).collect::<String>());
        has_begun || misses(&letters, &asked) * MOST_MISSES <= letters.len()
    })
}

/// One letter of so many may be wrong.
const MOST_MISSES: usize = 3;

/// Letters of a word that are wrong, missing, too many or in each other's place where a text comes nearest to it.
fn misses(word: &[char], text: &str) -> usize {
    // The rows of the text's letters: the one at work, the one before and the one before that. A word may begin anywhere.
    let start: Vec<usize> = (0..=word.len()).collect();
    let (mut before, mut last) = (start.clone(), start);
    let mut nearest = word.len();
    let mut previous = None;
    for letter in text.chars() {
        let mut row = vec![0];
        for (at, own) in word.iter().enumerate() {
            let mut least = (last[at] + usize::from(*own != letter)).min(last[at + 1] + 1).min(row[at] + 1);
            if at > 0 && previous == Some(*own) && word[at - 1] == letter {
                least = least.min(before[at - 1] + 1);
            }
            row.push(least);
        }
        nearest = nearest.min(row[word.len()]);
        previous = Some(letter);
        (before, last) = (last, row);
    }
    nearest
}
