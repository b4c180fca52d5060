//! Rejects documentation comments of one word, which repeat the name below them. A comment must state shape, unit,
//! errors or source.

use super::Violation;
use super::size::is_test;
use crate::workspace::File;

/// Single words that carry information: the unit of a number.
const UNITS: [&str; 8] =
    ["Centimetres", "Days", "Hours", "Kilometres", "Metres", "Milliseconds", "Percent", "Seconds"];

pub(super) fn check(file: &File) -> Vec<Violation> {
    if is_test(&file.path) {
        return Vec::new();
    }
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let is_doc =
        |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| line.starts_with("///"));
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(word) = line.strip_prefix("/// ").and_then(|text| text.strip_suffix('.')) else { continue };
        let says = UNITS.contains(&word) || !is_plain(word);
        if !says && !is_doc(at.checked_sub(1)) && !is_doc(Some(at + 1)) {
            let what =
                format!("`{word}.` says only the name: give shape, unit, errors or source, or delete it");
            found.push(Violation::new(&file.path, at + 1, what));
        }
    }
    found
}

/// Returns whether it is a common word: abbreviations carry more information.
fn is_plain(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().skip(1).all(|letter| letter.is_ascii_lowercase())
}

#[cfg(test)]
mod tests;
