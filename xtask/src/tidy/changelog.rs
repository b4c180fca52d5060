//! CHANGELOG.md is keyed by contract version: the newest on top, and that one is the version the code speaks.

use super::Violation;
use crate::workspace::File;

/// Major, minor, patch.
type Version = (u32, u32, u32);

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
            found.push(violation(
                *line,
                format!("the top version is {}, the code speaks {current}", written(*top)),
            ));
        }
        _ => {}
    }
    for (newer, older) in headings.iter().zip(headings.iter().skip(1)) {
        if newer.1 <= older.1 {
            let what = format!(
                "{} stands below {}: the newest comes first, each once",
                written(older.1),
                written(newer.1)
            );
            found.push(violation(older.0, what));
        }
    }
    found
}

fn written((major, minor, patch): Version) -> String {
    format!("{major}.{minor}.{patch}")
}

/// The first `1.2.3` of a line.
fn version_in(line: &str) -> Option<Version> {
    line.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
        let mut numbers = word.split('.').map(str::parse);
        let version = (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
        numbers.next().is_none().then_some(version)
    })
}

#[cfg(test)]
mod tests;
