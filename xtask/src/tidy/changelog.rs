//! Checks that CHANGELOG.md is keyed by contract version, with the newest, which the code implements, at the top.

use std::fmt;

use super::Violation;
use crate::workspace::File;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

pub(super) fn check(changelog: &File, current: &str) -> Vec<Violation> {
    let violation = |line: usize, what: String| Violation::new(&changelog.path, line, what);
    let headings: Vec<(usize, Version)> = changelog
        .text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with("## "))
        .filter_map(|(number, line)| Some((number + 1, version_in(line)?)))
        .collect();
    let mut found = Vec::new();
    match (headings.first(), version_in(current)) {
        (None, _) => {
            found.push(violation(0, format!("no `## {current}` heading: every contract version has one")))
        }
        (Some((line, top)), Some(version)) if *top != version => {
            found.push(violation(*line, format!("the top version is {}, the code speaks {current}", top)));
        }
        _ => {}
    }
    for (newer, older) in headings.iter().zip(headings.iter().skip(1)) {
        if newer.1 <= older.1 {
            let what = format!("{} is below {}: the newest comes first, each once", older.1, newer.1);
            found.push(violation(older.0, what));
        }
    }
    found
}

/// Returns the first `1.2.3` of a line.
fn version_in(line: &str) -> Option<Version> {
    line.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
        let mut numbers = word.split('.').map(str::parse);
        let version = Version {
            major: numbers.next()?.ok()?,
            minor: numbers.next()?.ok()?,
            patch: numbers.next()?.ok()?,
        };
        numbers.next().is_none().then_some(version)
    })
}

#[cfg(test)]
mod tests;
