//! Checks that a lane's name decides nothing outside `sources`: differences between lanes are facts on the lane's
//! trait, so that a new lane is one file and one line of a table. Neither a `match` on a name nor a comparison with one
//! is allowed.

use super::Violation;
use super::scan::blanked;
use super::size::{is_test, production};
use crate::workspace::File;

/// Folder of the lanes.
const LANES: &str = "crates/sources/src/";
/// Name of the constant in a lane's file.
const NAME: &str = "LANE";

/// Files in which a name may decide, and why.
const ACCEPTED: [(&str, &str); 1] = [(
    "crates/server/src/commands/resolve.rs",
    "a word of the command line: of all upstreams' files it reads one",
)];

/// Returns the names of all lanes: the constant's text in each file.
pub(super) fn names(files: &[File]) -> Vec<String> {
    let declared = |file: &File| {
        let (_, rest) = file.text.split_once("const LANE: &str = \"")?;
        rest.split_once('"').map(|(name, _)| name.to_owned())
    };
    files.iter().filter(|file| file.path.starts_with(LANES)).filter_map(declared).collect()
}

pub(super) fn check(file: &File, names: &[String]) -> Vec<Violation> {
    let is_accepted = ACCEPTED.iter().any(|(path, _)| *path == file.path);
    if file.path.starts_with(LANES) || is_accepted || is_test(&file.path) {
        return Vec::new();
    }
    let text = production(&file.text);
    let (text, code): (Vec<char>, Vec<char>) = (text.chars().collect(), blanked(text).chars().collect());
    let literals = names.iter().map(|name| (format!("\"{name}\""), &text));
    let words = std::iter::once((NAME.to_owned(), &code)).chain(literals);
    let mut lines: Vec<usize> = words
        .flat_map(|(word, among)| places(&word, among))
        .filter(|(from, to)| is_whole(&code, *from, *to) && decides(&code, *from, *to))
        .map(|(from, _)| 1 + code.iter().take(from).filter(|c| **c == '\n').count())
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let what = "a lane's name decides here: make it a fact on the trait of `crates/sources/src/lane.rs`";
    lines.into_iter().map(|line| Violation::new(&file.path, line, what)).collect()
}

/// Returns the positions of a word: its start and its end.
fn places(word: &str, text: &[char]) -> Vec<(usize, usize)> {
    let word: Vec<char> = word.chars().collect();
    let found = text.windows(word.len()).enumerate().filter(|(_, window)| *window == word.as_slice());
    found.map(|(at, _)| (at, at + word.len())).collect()
}

/// Returns whether the word is not a part of a longer one.
fn is_whole(code: &[char], from: usize, to: usize) -> bool {
    let is_word =
        |at: Option<usize>| at.and_then(|at| code.get(at)).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    !is_word(from.checked_sub(1)) && !is_word(Some(to))
}

/// Returns whether the name is compared, or is a pattern.
fn decides(code: &[char], from: usize, to: usize) -> bool {
    let after: String =
        code.iter().skip(to).skip_while(|c| c.is_whitespace() || **c == ')').take(3).collect();
    let before: String = code.iter().take(from).collect();
    let before = before.trim_end_matches(|c: char| c.is_alphanumeric() || "_:&*".contains(c)).trim_end();
    let compared = ["==", "!="].iter().any(|sign| after.starts_with(sign) || before.ends_with(sign));
    let alternative = |text: &str, sign: char| text.starts_with(sign) && !text.starts_with("||");
    let pattern = after.starts_with("=>") || after.starts_with("if ") || alternative(&after, '|');
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or(before);
    let asked = before.ends_with(',') && statement.contains("matches!(");
    compared || pattern || asked
}

#[cfg(test)]
mod tests;
