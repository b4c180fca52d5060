//! `new op|lane|event <name>`: the first draft of a file in its room, and its line in the list. Nothing that exists
//! is overwritten.

use std::fs;
use std::path::Path;

use clap::ValueEnum;

use crate::workspace::root;

/// What can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// An operation: one REST endpoint, one tool, one row of documentation.
    Op,
    /// A lane: one upstream.
    Lane,
    /// A webhook event.
    Event,
}

const OPERATIONS: &str = "crates/operations/src/ops.rs";
const LANES: &str = "crates/sources/src/lanes.rs";
const SOURCES: &str = "crates/sources/src/lib.rs";

/// A longer name is a sentence.
const LONGEST_NAME: usize = 40;

pub(crate) fn run(kind: Kind, name: &str) -> Result<(), String> {
    check_name(name)?;
    add(&root(), kind, name).map(|written| {
        for path in written {
            println!("{path}");
        }
    })
}

fn check_name(name: &str) -> Result<(), String> {
    let words = name.split('_').all(|word| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    });
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let free = !KEYWORDS.contains(&name) && name.len() <= LONGEST_NAME;
    if words && starts && free {
        return Ok(());
    }
    Err(format!(
        "`{name}` is no name: lower-case words joined by `_`, a letter first, no keyword, at most {LONGEST_NAME} letters"
    ))
}

/// Words that no module may be named.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop",
    "macro", "main", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "test", "tests", "trait", "true", "try", "type", "typeof", "unsafe",
    "unsized", "use", "virtual", "where", "while", "yield",
];

/// Adds below a root; the paths that were written.
fn add(root: &Path, kind: Kind, name: &str) -> Result<Vec<String>, String> {
    let (file, text, lists): (String, String, Vec<(&str, String)>) = match kind {
        Kind::Event => {
            return Err("the webhooks room is not built yet: there is no list of events to add to".to_owned());
        }
        Kind::Op => {
            let list = with_operation(&read(root, OPERATIONS)?, name)?;
            (format!("crates/operations/src/ops/{name}.rs"), operation(name), vec![(OPERATIONS, list)])
        }
        Kind::Lane => {
            let list = with_lane(&read(root, LANES)?, name)?;
            let modules = with_module(&read(root, SOURCES)?, name)?;
            (format!("crates/sources/src/{name}.rs"), lane(name), vec![(LANES, list), (SOURCES, modules)])
        }
    };
    if root.join(&file).exists() {
        return Err(format!("{file} exists already"));
    }
    let mut written = vec![file.clone()];
    write(root, &file, &text)?;
    for (path, text) in lists {
        write(root, path, &text)?;
        written.push(path.to_owned());
    }
    Ok(written)
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

fn write(root: &Path, path: &str, text: &str) -> Result<(), String> {
    fs::write(root.join(path), text).map_err(|error| format!("{path}: {error}"))
}

/// The list of operations with one more at its end.
fn with_operation(list: &str, name: &str) -> Result<String, String> {
    let missing = || format!("{OPERATIONS} has no `operations! {{` block");
    let (before, rest) = list.split_once("\noperations! {\n").ok_or_else(missing)?;
    let (names, after) = rest.split_once("\n}").ok_or_else(missing)?;
    if names.split([',', ' ', '\n']).any(|known| known == name) {
        return Err(format!("`{name}` is in {OPERATIONS} already"));
    }
    let comma = if names.trim_end().ends_with(',') || names.trim().is_empty() { "" } else { "," };
    Ok(format!("{before}\noperations! {{\n{names}{comma}\n    {name},\n}}{after}"))
}

/// The list of lanes with one more at its end, its length put right.
fn with_lane(list: &str, name: &str) -> Result<String, String> {
    let missing = || format!("{LANES} has no `OTHERS: [&dyn Lane; N] = [...];`");
    let start = "OTHERS: [&dyn Lane; ";
    let (before, rest) = list.split_once(start).ok_or_else(missing)?;
    let (count, rest) = rest.split_once("] = [").ok_or_else(missing)?;
    let (lanes, after) = rest.split_once("];").ok_or_else(missing)?;
    let count: usize = count.parse().map_err(|_| missing())?;
    let lane = format!("&crate::{name}::{}", type_name(name));
    if lanes.split([',', ' ', '\n']).any(|known| known == lane) {
        return Err(format!("`{name}` is in {LANES} already"));
    }
    let lanes: Vec<&str> = lanes.split(',').map(str::trim).filter(|known| !known.is_empty()).collect();
    let listed = if lanes.is_empty() { lane } else { format!("{}, {lane}", lanes.join(", ")) };
    Ok(format!("{before}{start}{}] = [{listed}];{after}", count + 1))
}

/// The crate's root with one more public module, in alphabetical order where the list is so.
fn with_module(root: &str, name: &str) -> Result<String, String> {
    let line = format!("pub mod {name};");
    let mut lines: Vec<&str> = root.lines().collect();
    let is_module = |text: &&str| text.starts_with("pub mod ");
    let last = lines.iter().rposition(is_module).ok_or_else(|| format!("{SOURCES} has no `pub mod` line"))?;
    if lines.contains(&line.as_str()) {
        return Err(format!("`{name}` is in {SOURCES} already"));
    }
    let place = lines.iter().position(|known| is_module(known) && *known > line.as_str()).unwrap_or(last + 1);
    lines.insert(place, &line);
    Ok(lines.join("\n") + "\n")
}

/// `open_meteo` as `OpenMeteo`.
fn type_name(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
            .unwrap_or_default()
    });
    words.collect()
}

fn operation(name: &str) -> String {
    let path = name.strip_prefix("get_").unwrap_or(name).replace('_', "-");
    let title = name.replace('_', " ");
    include_str!("new/operation.txt")
        .replace("{name}", name)
        .replace("{path}", &path)
        .replace("{title}", &title)
}

fn lane(name: &str) -> String {
    include_str!("new/lane.txt")
        .replace("{name}", name)
        .replace("{id}", &name.replace('_', "-"))
        .replace("{type}", &type_name(name))
}

#[cfg(test)]
mod tests;
