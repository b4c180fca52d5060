//! `new op|network|lane|kind|page|event <name>`: writes the first draft of a file, and its line in the list. Existing
//! files are not overwritten. `drafts` checks that the drafts compile.

mod drafts;
mod lists;

use std::fs;
use std::path::Path;
use std::process::Command;

use clap::ValueEnum;

use crate::workspace::{root, succeed};
use lists::{with_entry, with_item, with_lines, with_name};

pub(crate) use drafts::check as check_drafts;

/// The kinds of files that can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// An operation: one REST endpoint, one tool, one row of documentation.
    Op,
    /// A network of stations: a lane whose readings are fetched, checked, stored and credited without further code.
    Network,
    /// A lane: one upstream.
    Lane,
    /// A kind of stored data: a document that belongs to no single resort, and its place in the world.
    #[value(name = "kind")]
    Document,
    /// A web page.
    Page,
    /// A webhook event.
    Event,
}

const OPERATIONS: &str = "crates/operations/src/ops.rs";
const LANES: &str = "crates/sources/src/lanes.rs";
const EVENTS: &str = "crates/webhooks/src/events.rs";
const SOURCES: &str = "crates/sources/src/lib.rs";
const EVIDENCE: &str = "crates/evidence/src/lib.rs";
const DATASETS: &str = "crates/world/src/datasets.rs";
const WORLD: &str = "crates/world/src/lib.rs";
const PAGES: &str = "crates/pages/src/table.rs";
const PAGES_ROOT: &str = "crates/pages/src/lib.rs";

/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 40;

pub(crate) fn run(kind: Kind, name: &str) -> Result<(), String> {
    check_name(name)?;
    let written = add(&root(), kind, name)?;
    written.iter().for_each(|path| println!("{path}"));
    format(&root(), &written)
}

/// Formats the written files.
fn format(root: &Path, written: &[String]) -> Result<(), String> {
    succeed(Command::new("rustfmt").args(["--edition", "2024"]).args(written).current_dir(root))
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
        "`{name}` is not a valid name: lower-case words joined by `_`, a letter first, no keyword, at most {LONGEST_NAME} letters"
    ))
}

/// Keywords, which modules must not be named after.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop",
    "macro", "main", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "test", "tests", "trait", "true", "try", "type", "typeof", "unsafe",
    "unsized", "use", "virtual", "where", "while", "yield",
];

/// Path of a file below the root, with its text.
type NewFile = (String, String);

/// Adds files below a root and returns the written paths.
fn add(root: &Path, kind: Kind, name: &str) -> Result<Vec<String>, String> {
    let (drafts, lists) = match kind {
        Kind::Op => operation(root, name)?,
        Kind::Network => network(root, name)?,
        Kind::Lane => lane(root, name)?,
        Kind::Document => form(root, name)?,
        Kind::Page => page(root, name)?,
        Kind::Event => event(root, name)?,
    };
    if let Some((path, _)) = drafts.iter().find(|(path, _)| root.join(path).exists()) {
        return Err(format!("{path} exists already"));
    }
    for (path, text) in drafts.iter().chain(&lists) {
        write(root, path, text)?;
    }
    Ok(drafts.into_iter().chain(lists).map(|(path, _)| path).collect())
}

/// Returns the drafts of an operation, and the lists with it.
fn operation(root: &Path, name: &str) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    let path = name.strip_prefix("get_").unwrap_or(name).replace('_', "-");
    let draft = filled(include_str!("new/operation.txt"), name).replace("{path}", &path);
    let list = with_name(&read(root, OPERATIONS)?, OPERATIONS, "operations! {", name)?;
    Ok((vec![(format!("crates/operations/src/ops/{name}.rs"), draft)], vec![(OPERATIONS.to_owned(), list)]))
}

fn lane(root: &Path, name: &str) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    upstream(root, name, include_str!("new/lane.txt"), "static OTHERS: [&dyn Lane; ")
}

fn network(root: &Path, name: &str) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    upstream(root, name, include_str!("new/network.txt"), "pub static NETWORKS: [&dyn StationNetwork; ")
}

/// Returns the draft of a lane, and the tables with it: the table that begins with the given text, and the crate's
/// modules.
fn upstream(
    root: &Path,
    name: &str,
    draft: &str,
    table: &str,
) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    let entry = format!("&crate::{name}::{}", type_name(name));
    let list = with_entry(&read(root, LANES)?, LANES, table, &entry)?;
    let modules = with_lines(&read(root, SOURCES)?, SOURCES, &[format!("pub mod {name};")])?;
    let draft = filled(draft, name);
    let lists = vec![(LANES.to_owned(), list), (SOURCES.to_owned(), modules)];
    Ok((vec![(format!("crates/sources/src/{name}.rs"), draft)], lists))
}

fn form(root: &Path, name: &str) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    let entry = format!("&{}", type_name(name));
    let start = "pub static DOCUMENTS: [&dyn AnyForm; ";
    let listed = with_entry(&read(root, EVIDENCE)?, EVIDENCE, start, &entry)?;
    let lines = [format!("mod {name};"), format!("pub use {name}::{};", type_name(name))];
    let root_file = with_lines(&listed, EVIDENCE, &lines)?;
    let dataset = format!("{name}: crate::{name}::{}Data", type_name(name));
    let datasets = with_name(&read(root, DATASETS)?, DATASETS, "datasets! {", &dataset)?;
    let world = with_lines(&read(root, WORLD)?, WORLD, &[format!("pub mod {name};")])?;
    let drafts = vec![
        (format!("crates/evidence/src/{name}.rs"), filled(include_str!("new/kind.txt"), name)),
        (format!("crates/evidence/src/{name}/tests.rs"), filled(include_str!("new/kind_tests.txt"), name)),
        (format!("crates/world/src/{name}.rs"), filled(include_str!("new/dataset.txt"), name)),
    ];
    let lists = [(EVIDENCE, root_file), (DATASETS, datasets), (WORLD, world)];
    Ok((drafts, lists.map(|(path, text)| (path.to_owned(), text)).into()))
}

fn page(root: &Path, name: &str) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    let entry = format!("&crate::{name}::{}", type_name(name));
    let list = with_item(&read(root, PAGES)?, PAGES, "pub static PAGES: &[&dyn Page] = &[", &entry)?;
    let modules = with_lines(&read(root, PAGES_ROOT)?, PAGES_ROOT, &[format!("mod {name};")])?;
    let draft = filled(include_str!("new/page.txt"), name);
    let lists = vec![(PAGES.to_owned(), list), (PAGES_ROOT.to_owned(), modules)];
    Ok((vec![(format!("crates/pages/src/{name}.rs"), draft)], lists))
}

fn event(root: &Path, name: &str) -> Result<(Vec<NewFile>, Vec<NewFile>), String> {
    let list = with_name(&read(root, EVENTS)?, EVENTS, "events! {", name)?;
    let draft = filled(include_str!("new/event.txt"), name);
    Ok((vec![(format!("crates/webhooks/src/events/{name}.rs"), draft)], vec![(EVENTS.to_owned(), list)]))
}

/// Inserts the name into a draft.
fn filled(draft: &str, name: &str) -> String {
    draft
        .replace("{name}", name)
        .replace("{id}", &name.replace('_', "-"))
        .replace("{title}", &name.replace('_', " "))
        .replace("{type}", &type_name(name))
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

fn write(root: &Path, path: &str, text: &str) -> Result<(), String> {
    let file = root.join(path);
    let folder = file.parent().unwrap_or(root);
    let failed = |error| format!("{path}: {error}");
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(file, text).map_err(failed)
}

/// Converts `open_meteo` to `OpenMeteo`.
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

#[cfg(test)]
mod tests;
