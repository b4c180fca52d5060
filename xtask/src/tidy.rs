//! `tidy`: the rules of the house that no compiler checks. Each rule is a file that returns what it found.

mod changelog;
mod circles;
mod composition;
mod decisions;
mod dependencies;
mod docs;
mod forms;
mod lane_names;
mod layers;
mod manifests;
mod map;
mod orphans;
mod paths;
mod prose;
mod scan;
mod size;
mod small;
mod upstream_json;
mod words;
mod workflows;

use std::fmt;
use std::fs;

use crate::schema_diff;
use crate::workspace::{self, File};

/// A broken rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    pub(crate) path: String,
    /// From 1; 0 for the whole file.
    pub(crate) line: usize,
    /// What is wrong and what to do.
    pub(crate) what: String,
}

impl Violation {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line.max(1), self.what)
    }
}

pub(crate) fn run() -> Result<(), String> {
    let violations = all()?;
    if violations.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    Err(format!("{}\ntidy: {} violations", lines.join("\n"), lines.len()))
}

/// Writes the drawing of the layers into ARCHITECTURE.md.
///
/// # Errors
/// The file cannot be read or written, or has no place for the drawing.
pub(crate) fn draw_layers() -> Result<(), String> {
    layers::draw()
}

/// Lists what the rules of plain English find below a path; `lower` lowers the baseline to today's counts.
///
/// # Errors
/// A file cannot be read or written, or a count is above the baseline.
pub(crate) fn prose(path: &str, lower: bool) -> Result<String, String> {
    if !lower {
        return prose::list(path);
    }
    let above = prose::lower()?;
    if above.is_empty() {
        return Ok("the baseline has today's counts".to_owned());
    }
    Err(above.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

fn all() -> Result<Vec<Violation>, String> {
    let packages = layers::packages()?;
    let mut found = layers::check(&packages);
    found.extend(layers::unused(&packages));
    found.extend(layers::rows());
    found.extend(dependencies::check(&dependencies::direct()?));
    let sources = workspace::files(".rs")?;
    let lanes = lane_names::names(&sources);
    for file in &sources {
        found.extend(size::check(file));
        found.extend(words::check(file));
        found.extend(docs::check(file));
        found.extend(upstream_json::check(file));
        found.extend(lane_names::check(file, &lanes));
    }
    found.extend(circles::check(&sources, &circles::accepted()));
    found.extend(small::check(&sources, &small::accepted()));
    found.extend(forms::check(&sources));
    found.extend(orphans::check(&sources));
    let lines = composition::lines(&sources);
    found.extend(composition::check(lines));
    found.extend(with_file(composition::FIGURES, |file| composition::figure(file, lines)));
    found.extend(with_file(workflows::CI, workflows::check));
    let manifests = workspace::files("Cargo.toml")?;
    found.extend(manifests::check(&manifests)?);
    let exists = |path: &str| workspace::root().join(path).exists();
    let lock = text_of("Cargo.lock");
    let mentioned = |word: &str| {
        lock.contains(word) || sources.iter().chain(&manifests).any(|file| file.text.contains(word))
    };
    let known = map::SourceTree { exists: &exists, mentioned: &mentioned, files: &workspace::paths()? };
    found.extend(with_file("ARCHITECTURE.md", |file| {
        let mut of_map = map::check(file, &known);
        of_map.extend(layers::check_map(file));
        of_map
    }));
    let documents = workspace::files(".md")?;
    found.extend(decisions::check(&documents));
    found.extend(prose::check(&sources, &documents));
    let version = schema_diff::version()?;
    found.extend(with_file("CHANGELOG.md", |file| changelog::check(file, &version)));
    if !exists("README.md") {
        found.push(Violation::new(
            "README.md",
            0,
            "missing: say what this is and how to run it in three commands",
        ));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn text_of(path: &str) -> String {
    fs::read_to_string(workspace::root().join(path)).unwrap_or_default()
}

fn with_file(path: &str, check: impl FnOnce(&File) -> Vec<Violation>) -> Vec<Violation> {
    match fs::read_to_string(workspace::root().join(path)) {
        Ok(text) => check(&File { path: path.to_owned(), text }),
        Err(error) => vec![Violation::new(path, 0, format!("missing: {error}"))],
    }
}
