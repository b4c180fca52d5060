//! Checks the jobs of a workflow: they run `.ci/run` with the names of their parts, and each part is in one job.

use clap::ValueEnum as _;

use super::Violation;
use crate::part::Part;
use crate::workspace::File;

/// The workflow of every change.
pub(super) const CI: &str = ".github/workflows/ci.yml";

/// The single source of the steps.
const RUN: &str = ".ci/run ";

pub(super) fn check(file: &File) -> Vec<Violation> {
    let known: Vec<String> = Part::value_variants().iter().map(|part| part.name()).collect();
    let mut found = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(file.text.lines()) {
        let Some((before, words)) = line.split_once(RUN) else { continue };
        if before.contains('#') {
            continue;
        }
        for word in words.split_whitespace().filter(|word| !word.starts_with(['-', '$'])) {
            if !known.iter().any(|part| part == word) {
                let what = format!("`{word}` is not a part of `.ci/run`: name one of {}", known.join(", "));
                found.push(Violation::new(&file.path, number, what));
            } else if named.contains(&word) {
                found.push(Violation::new(&file.path, number, format!("part `{word}` is in two jobs")));
            }
            named.push(word);
        }
    }
    let missing = known.iter().filter(|part| !named.contains(&part.as_str()));
    found.extend(missing.map(|part| {
        let what = format!("part `{part}` of `.ci/run` is not in any job");
        Violation::new(&file.path, 0, what)
    }));
    found
}

#[cfg(test)]
mod tests;
