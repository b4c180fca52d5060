//! Rejects words that must not be in the source: postponed work, disabled tests, debug output.

use super::Violation;
use super::scan::blanked;
use crate::workspace::File;

/// Marks of postponed work, in comments too. Written in halves, so that this file passes.
const MARKS: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Forbidden code, and its replacement.
const CODE: [(&str, &str); 4] = [
    ("#[ignore", "run the test or delete it"),
    ("#[should_panic", "return a Result and look at the error"),
    ("todo!", "finish it or leave it out"),
    ("dbg!", "remove it"),
];

pub(super) fn check(file: &File) -> Vec<Violation> {
    let mut found = Vec::new();
    let code = blanked(&file.text);
    for (number, (line, code)) in file.text.lines().zip(code.lines()).enumerate() {
        for mark in MARKS {
            if words(line).any(|word| word == mark) {
                found.push(Violation::new(
                    &file.path,
                    number + 1,
                    format!("`{mark}`: do it, or write an issue"),
                ));
            }
        }
        for (word, instead) in CODE {
            if stands_alone(code, word) {
                found.push(Violation::new(&file.path, number + 1, format!("`{word}`: {instead}")));
            }
        }
    }
    found
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Returns whether code contains a word that is not the end of a longer one.
fn stands_alone(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let before = code.get(..at).and_then(|before| before.chars().next_back()).unwrap_or(' ');
        !before.is_alphanumeric() && before != '_'
    })
}

#[cfg(test)]
mod tests;
