//! Fuzzes questions in words: any text is read in bounded time, and a resort in the reading has a name that shares
//! something with the question.
#![no_main]

use std::sync::LazyLock;

use ask::{KnownNames, MOST_CHARACTERS, Question, Service, Outcome, understand};
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
        known: KnownNames { index: &INDEX, passes: catalogue::passes::passes(), resort: &|at| RESORTS.get(at) },
        today: &|_| today,
        has_operation: &|_| true,
    };
    for about in [None, Some(0)] {
        let told = understand(Question { text: &text, about, locale: None }, &service);
        let Outcome::Reading(reading) = told else { continue };
        for at in reading.resorts.iter().filter(|at| about != Some(**at)) {
            assert!(is_hinted_at(*at, &text), "{text}: {}", RESORTS[*at].slug);
        }
    }
});

/// Returns whether a text contains a part of a resort's name.
fn is_hinted_at(at: usize, text: &str) -> bool {
    // Names in scripts without spaces come from a table that shares no letters with the rows.
    if text.chars().any(|c| matches!(c, '\u{3041}'..='\u{9fff}')) {
        return true;
    }
    let asked = comparable(text);
    let resort = &RESORTS[at];
    // Two compared towns each mean their only mountain (`ask/src/names/towns.rs`).
    let names = [&resort.name, &resort.slug].into_iter().chain(&resort.aliases).chain(&resort.places);
    let words: Vec<String> =
        names.flat_map(|name| folded(name).split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    // The beginning of a word, or most of its letters in order, anywhere.
    words.iter().any(|word| {
        let letters: Vec<char> = word.chars().collect();
        let has_begun = asked.contains(&letters.iter().take(2).collect::<String>());
        has_begun || misses(&letters, &asked) * MOST_MISSES <= letters.len()
    })
}

/// Minimum number of letters per wrong letter.
const MOST_MISSES: usize = 3;

/// Returns the number of wrong, missing, superfluous or swapped letters of a word at its closest position in a text.
fn misses(word: &[char], text: &str) -> usize {
    // The last three rows of the distance table. A word may begin anywhere.
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
