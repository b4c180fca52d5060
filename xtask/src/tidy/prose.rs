//! Plain English: counts turns of phrase that make the project hard to read, per crate, against a baseline that may fall
//! and never rise. CONTRIBUTING.md has the rules for writers.

mod baseline;
mod rules;
mod sentences;

use std::collections::BTreeMap;
use std::fs;

use super::Violation;
use crate::workspace::{self, File};
use baseline::Baseline;
use rules::{RULES, TEST_NAME, VERB_FIRST, is_verb_first};
use sentences::{Kind, sentences, test_names};

/// The committed counts.
const BASELINE: &str = "xtask/prose-baseline.tsv";

/// Texts that are generated from other texts, and records of what others wrote.
const NOT_COUNTED: [&str; 3] = ["docs/generated/", "fixtures/", "crates/catalogue/data/"];

/// A rule that is matched somewhere: crate, name of the rule, kind of text.
type Key = (String, &'static str, Kind);

/// The counts of the workspace.
#[derive(Default)]
struct Counts {
    matches: BTreeMap<Key, usize>,
    comments: usize,
    verb_first: usize,
    /// Lengths of all test names.
    test_names: Vec<usize>,
}

/// Reports every count above the baseline, every count below it that the baseline does not have yet, and every rate of
/// the whole workspace that misses its goal.
pub(super) fn check(sources: &[File], documents: &[File]) -> Vec<Violation> {
    let mut counts = count(sources, documents);
    let text = fs::read_to_string(workspace::root().join(BASELINE)).unwrap_or_default();
    let mut found = match Baseline::parse(&text) {
        Ok(baseline) => baseline.compare(&counts.matches),
        Err((line, reason)) => vec![Violation::new(BASELINE, line, reason)],
    };
    found.extend(goals(&mut counts));
    found
}

/// Lowers the baseline to today's counts and returns what is above it.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub(crate) fn lower() -> Result<Vec<Violation>, String> {
    let counts = count(&workspace::files(".rs")?, &workspace::files(".md")?);
    let path = workspace::root().join(BASELINE);
    let old = match fs::read_to_string(&path) {
        Ok(text) => {
            Some(Baseline::parse(&text).map_err(|(line, reason)| format!("{BASELINE}:{line}: {reason}"))?)
        }
        Err(_) => None,
    };
    let new = Baseline::lowered(old.as_ref(), &counts.matches);
    fs::write(&path, new.to_string()).map_err(|error| format!("{BASELINE}: {error}"))?;
    Ok(new.compare(&counts.matches))
}

/// Returns the sentences below a path that match a rule, one per line, and the rates of the whole selection.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub(crate) fn list(path: &str) -> Result<String, String> {
    let below = |files: Vec<File>| files.into_iter().filter(|file| file.path.starts_with(path)).collect();
    let (sources, documents): (Vec<File>, Vec<File>) =
        (below(workspace::files(".rs")?), below(workspace::files(".md")?));
    let mut lines = Vec::new();
    for file in sources.iter().chain(&documents).filter(|file| is_counted(&file.path)) {
        for sentence in sentences(file) {
            let names: Vec<&str> =
                RULES.iter().filter(|rule| rule.matches(&sentence)).map(|rule| rule.name).collect();
            if !names.is_empty() {
                let names = names.join("; ");
                lines.push(format!("{}:{}: {names}: {}", file.path, sentence.line, sentence.text));
            }
        }
    }
    let mut counts = count(&sources, &documents);
    lines.push(format!("{:<16} {:>8} {:>6}  matches per 1,000 sentences of comments", "", "rate", "goal"));
    for rule in &RULES {
        let rate = rate(comments_matching(&counts, rule.name), counts.comments);
        lines.push(format!("{:<16} {rate:>8.1} {:>6.1}", rule.name, rule.goal));
    }
    let verbs = rate(counts.verb_first, counts.comments);
    lines.push(format!("{:<16} {verbs:>8.1} {VERB_FIRST:>6.1}  at least", "verb first"));
    let name = median(&mut counts.test_names);
    lines.push(format!("{:<16} {name:>8} {TEST_NAME:>6}  characters, median", "test name"));
    Ok(lines.join("\n"))
}

fn count(sources: &[File], documents: &[File]) -> Counts {
    let mut counts = Counts::default();
    for file in sources.iter().chain(documents).filter(|file| is_counted(&file.path)) {
        let part = part(&file.path);
        for sentence in sentences(file) {
            counts.comments += usize::from(sentence.kind == Kind::Comment);
            counts.verb_first += usize::from(is_verb_first(&sentence));
            for rule in RULES.iter().filter(|rule| rule.matches(&sentence)) {
                *counts.matches.entry((part.to_owned(), rule.name, sentence.kind)).or_default() += 1;
            }
        }
        if file.path.ends_with(".rs") {
            counts.test_names.extend(test_names(&file.text).iter().map(|(_, name)| name.len()));
        }
    }
    counts
}

/// The rules themselves quote what they look for.
fn is_counted(path: &str) -> bool {
    !NOT_COUNTED.iter().any(|folder| path.starts_with(folder)) && !path.starts_with("xtask/src/tidy/prose")
}

/// Returns the crate of a file, or the first folder of its path.
fn part(path: &str) -> &str {
    let inner = path.strip_prefix("crates/").unwrap_or(path);
    inner.split_once('/').map_or("root", |(part, _)| part)
}

fn goals(counts: &mut Counts) -> Vec<Violation> {
    let mut found = Vec::new();
    let how = "`cargo xtask prose` lists the sentences";
    for rule in &RULES {
        let rate = rate(comments_matching(counts, rule.name), counts.comments);
        if rate > rule.goal {
            let what = format!(
                "`{}`: {rate:.1} per 1,000 sentences of comments, {} at most: {how}",
                rule.name, rule.goal
            );
            found.push(Violation::new(BASELINE, 0, what));
        }
    }
    let verbs = rate(counts.verb_first, counts.comments);
    if verbs < VERB_FIRST {
        let what = format!(
            "{verbs:.1} of 1,000 sentences of comments start with a verb, at least {VERB_FIRST}: {how}"
        );
        found.push(Violation::new(BASELINE, 0, what));
    }
    let name = median(&mut counts.test_names);
    if name > TEST_NAME {
        let what =
            format!("the median test name has {name} characters, {TEST_NAME} at most: subject and verb");
        found.push(Violation::new(BASELINE, 0, what));
    }
    found
}

fn comments_matching(counts: &Counts, rule: &str) -> usize {
    let of_rule =
        counts.matches.iter().filter(|((_, name, kind), _)| *name == rule && *kind == Kind::Comment);
    of_rule.map(|(_, count)| count).sum()
}

#[expect(clippy::cast_precision_loss, reason = "counts of sentences are far below 2^52")]
fn rate(count: usize, sentences: usize) -> f64 {
    1_000.0 * count as f64 / sentences.max(1) as f64
}

fn median(lengths: &mut [usize]) -> usize {
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
