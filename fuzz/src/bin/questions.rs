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
    let names = [&resort.name, &resort.slug].into_iter().chain(&resort.aliases);
    let words: Vec<String> =
        names.flat_map(|name| folded(name).split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    // The beginning of a word, or half of its pairs of letters: a letter may be wrong, the second one too.
    let has_begun = |word: &String| asked.contains(&word.chars().take(2).collect::<String>());
    let has_half = |word: &String| {
        let letters: Vec<char> = word.chars().collect();
        let there =
            letters.windows(2).filter(|pair| asked.contains(&pair.iter().collect::<String>())).count();
        letters.len() > 4 && there * 2 >= letters.len() - 1
    };
    // Or all of its letters, two of them in each other's place.
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let text = folded(text);
    let has_all = |word: &String| text.split(' ').any(|one| sorted(one) == sorted(word));
    words.iter().any(|word| has_begun(word) || has_half(word) || has_all(word))
}
