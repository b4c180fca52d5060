//! Checks docs/decisions: every decision has its four parts in order and a title that is unique in its file, and the
//! index names every file.

use std::collections::BTreeSet;

use super::Violation;
use crate::workspace::File;

const FOLDER: &str = "docs/decisions/";
const INDEX: &str = "docs/decisions/README.md";

/// The parts of a decision, in the order in which they appear.
const PARTS: [&str; 4] = ["- **Decision:** ", "- **Reason:** ", "- **Rejected:** ", "- **Date:** "];

pub(super) fn check(files: &[File]) -> Vec<Violation> {
    let areas = || files.iter().filter(|file| file.path.starts_with(FOLDER) && file.path != INDEX);
    let mut found: Vec<Violation> = areas().flat_map(area).collect();
    let Some(index) = files.iter().find(|file| file.path == INDEX) else {
        found.push(Violation::new(INDEX, 0, "missing: list the files of decisions and say how to add one"));
        return found;
    };
    for name in areas().filter_map(|file| file.path.strip_prefix(FOLDER)) {
        if !index.text.contains(&format!("]({name})")) {
            found.push(Violation::new(INDEX, 0, format!("does not list `{name}`: add it to the table")));
        }
    }
    found
}

fn area(file: &File) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut titles = BTreeSet::new();
    let lines: Vec<&str> = file.text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let Some(title) = line.strip_prefix("### ") else { continue };
        let own = lines.iter().skip(at + 1).take_while(|line| !line.starts_with('#'));
        let parts: Vec<&str> = own.copied().filter(|line| line.starts_with("- **")).collect();
        let is_ordered =
            parts.len() == PARTS.len() && parts.iter().zip(PARTS).all(|(line, part)| line.starts_with(part));
        if !is_ordered {
            let what = format!(
                "`{title}` needs one each of Decision, Reason, Rejected and Date in this order: see {INDEX}"
            );
            found.push(Violation::new(&file.path, at + 1, what));
        } else if !parts.last().and_then(|line| line.strip_prefix("- **Date:** ")).is_some_and(is_dated) {
            let what = format!("`{title}`: write the date as 2026-11-28, or 2026-11-28, extended 2026-12-05");
            found.push(Violation::new(&file.path, at + 1, what));
        }
        if !titles.insert(title) {
            found.push(Violation::new(
                &file.path,
                at + 1,
                format!("two decisions are titled `{title}`: rename one"),
            ));
        }
    }
    found
}

/// Returns whether it is a day, or a day and the later one on which the decision was extended.
fn is_dated(text: &str) -> bool {
    match text.split_once(", extended ") {
        Some((first, last)) => is_day(first) && is_day(last) && first < last,
        None => is_day(text),
    }
}

/// Returns whether it has the form `2026-11-28`.
fn is_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests;
