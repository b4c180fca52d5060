//! Limits the production lines of `server`, which composes and decides nothing, and checks the figure of
//! `docs/performance.md` by the same count.

use super::Violation;
use super::size::{is_test, production};
use crate::workspace::File;

/// Sources of the composing crate.
const SERVER: &str = "crates/server/src/";

/// Maximum number of production lines of `server`.
const MOST: usize = 6_000;

/// The document with the figure, and how its row begins.
pub(super) const FIGURES: &str = "docs/performance.md";
const ROW: &str = "| production lines of `server` | ";

/// Counts the production lines of `server`: without test files and without inline test modules.
pub(super) fn lines(sources: &[File]) -> usize {
    let own = sources.iter().filter(|file| file.path.starts_with(SERVER) && !is_test(&file.path));
    own.map(|file| production(&file.text).lines().count()).sum()
}

pub(super) fn check(lines: usize) -> Vec<Violation> {
    if lines <= MOST {
        return Vec::new();
    }
    let what = format!(
        "{lines} production lines, {MOST} may be: `server` only composes; move what decides to the crate that owns it"
    );
    vec![Violation::new(SERVER, 0, what)]
}

/// Compares the figure in the document with the count, rounded up to the next hundred so that not every change of a line
/// changes the document.
pub(super) fn figure(file: &File, lines: usize) -> Vec<Violation> {
    let row = file.text.lines().zip(1..).find_map(|(line, number)| Some((line.strip_prefix(ROW)?, number)));
    let Some((row, number)) = row else {
        return vec![Violation::new(&file.path, 0, format!("a row that begins with `{ROW}` is missing"))];
    };
    let figures: Vec<&str> = row.split(" | ").collect();
    let expected = [with_commas(MOST), with_commas(lines.next_multiple_of(100))];
    if figures.first() == Some(&format!("≤ {}", expected[0]).as_str())
        && figures.get(1).is_some_and(|measured| measured.split(' ').next() == Some(expected[1].as_str()))
    {
        return Vec::new();
    }
    let what = format!("the row of `server` must begin with `{ROW}≤ {} | {}`", expected[0], expected[1]);
    vec![Violation::new(&file.path, number, what)]
}

/// Formats `25389` as `25,389`.
fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
