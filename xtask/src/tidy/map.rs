//! Checks that ARCHITECTURE.md is short and that its names are correct. A path, file or crate in backticks must exist.

use super::Violation;
use crate::workspace::File;

const LONGEST_MAP: usize = 150;

/// Endings by which a word is recognised as a file's name.
const FILE_ENDINGS: [&str; 6] = [".rs", ".md", ".toml", ".sh", ".json", ".sql"];

/// The sources that the map is checked against.
pub(super) struct SourceTree<'a> {
    /// Returns whether a path below the root exists.
    pub(super) exists: &'a dyn Fn(&str) -> bool,
    /// Returns whether a word occurs in the source, as a name or in a text.
    pub(super) mentioned: &'a dyn Fn(&str) -> bool,
    /// Paths of all files.
    pub(super) files: &'a [String],
}

pub(super) fn check(map: &File, known: &SourceTree<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    let lines = map.text.lines().count();
    if lines > LONGEST_MAP {
        let what = format!("{lines} lines, {LONGEST_MAP} may be: a map shows rooms, not furniture");
        found.push(Violation::new(&map.path, LONGEST_MAP + 1, what));
    }
    let mut fenced = false;
    for (number, line) in map.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        // Odd pieces of a line are between backticks; a fenced block is a drawing.
        for name in line.split('`').skip(1).step_by(2).filter(|_| !fenced) {
            if let Some(what) = missing(name, known) {
                found.push(Violation::new(&map.path, number + 1, what));
            }
        }
    }
    found
}

/// Returns what is wrong with a name; `None` if it exists or is not checked.
fn missing(name: &str, known: &SourceTree<'_>) -> Option<String> {
    let name = name.trim();
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_./*:".contains(c));
    // Routes begin with a slash, addresses contain a scheme, types and calls contain other signs.
    if name.is_empty() || !plain || name.starts_with('/') || name.contains("://") {
        return None;
    }
    if let Some((crate_name, rest)) = name.split_once("::") {
        let package = crate_name.replace('_', "-");
        let last = rest.rsplit("::").next().unwrap_or(rest);
        let stands = (known.mentioned)(&package) && (last == "*" || (known.mentioned)(last));
        return (!stands).then(|| format!("`{name}` is not in the source"));
    }
    if name.contains('/') {
        let path = name.split('*').next().unwrap_or(name).trim_end_matches('/');
        let below_a_folder = known.files.iter().any(|file| file.contains(path));
        let stands = (known.exists)(path) || below_a_folder || (known.mentioned)(name);
        return (!stands).then(|| format!("`{name}` does not exist"));
    }
    if FILE_ENDINGS.iter().any(|ending| name.ends_with(ending)) {
        let stands =
            known.files.iter().any(|file| file.rsplit('/').next() == Some(name)) || name.starts_with('*');
        return (!stands).then(|| format!("no file is named `{name}`"));
    }
    let looks_like_a_crate = name.contains('-')
        && !name.starts_with('-')
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    (looks_like_a_crate && !(known.mentioned)(name))
        .then(|| format!("no crate or name `{name}` is in the source"))
}

#[cfg(test)]
mod tests;
