//! Checks the table of crates in ARCHITECTURE.md: one short line for every crate, in the order of the drawing.

use crate::tidy::Violation;
use crate::workspace::File;

/// Heading of the table's section.
const SECTION: &str = "## Crates";

/// Maximum number of words of a crate's line, without its name.
const MOST_WORDS: usize = 25;

pub(super) fn check(map: &File, rows: &[(&str, &[&str])]) -> Vec<Violation> {
    let expected: Vec<&str> = rows.iter().flat_map(|(_, crates)| crates.iter().copied()).collect();
    let mut found = Vec::new();
    let mut listed = Vec::new();
    for (at, line) in section(&map.text) {
        let Some((name, rest)) = line.strip_prefix("| `").and_then(|rest| rest.split_once("` |")) else {
            continue;
        };
        let words = rest.split_whitespace().filter(|word| *word != "|").count();
        if words > MOST_WORDS {
            let what = format!(
                "`{name}` has {words} words, {MOST_WORDS} are allowed: the rest belongs into its `//!`"
            );
            found.push(Violation::new(&map.path, at, what));
        }
        if !expected.contains(&name) {
            let what = format!("`{name}` is not a crate of ROWS in xtask/src/tidy/layers.rs");
            found.push(Violation::new(&map.path, at, what));
        }
        listed.push(name);
    }
    let missing = expected.iter().filter(|name| !listed.contains(*name));
    found.extend(missing.map(|name| {
        Violation::new(&map.path, 0, format!("`{name}` has no line in the table of `{SECTION}`"))
    }));
    if found.is_empty() && listed != expected {
        let what = "the lines of crates are not in the order of ROWS, or one is there twice";
        found.push(Violation::new(&map.path, 0, what));
    }
    found
}

/// Returns the numbered lines of the section.
fn section(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.skip_while(|(_, line)| *line != SECTION).skip(1).take_while(|(_, line)| !line.starts_with("## "))
}

#[cfg(test)]
mod tests;
