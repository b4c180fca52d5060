//! `schema-diff OLD [NEW]`: determines which version step a change of the contract's schema needs, and checks that the
//! version makes it. Implements the specification's rule: MAJOR for a breaking change of a field, MINOR for an
//! addition, PATCH for documentation.
//!
//! The schema describes published data, so changes are evaluated from the readers' view: promising more breaks no
//! reader, promising less does. `docs/api-design.md` has the table.

use std::cmp::Ordering;
use std::path::Path;

use serde_json::Value;

use crate::workspace::root;

mod walk;

#[cfg(test)]
mod tests;

/// The current schema.
const CURRENT: &str = "crates/contract/schema/resort-conditions-v1.json";
/// Released schemas, `released-<version>.json`.
const RELEASED: &str = "fixtures/schema";

/// The version step that a change needs, smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// PATCH: texts.
    Editorial,
    /// MINOR: something more is published or promised.
    Additive,
    /// MAJOR: something was removed, or has another meaning or content.
    Breaking,
}

/// A difference between two schemas.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    /// Path of member names from the root; `[]` for the items of a list.
    path: String,
    weight: Weight,
    what: String,
}

/// Compares two files; `new` defaults to the current schema.
///
/// # Errors
/// Returns an error if the version is lower than the changes need, or if a file cannot be read. With `editorial_waits`
/// changes of texts need nothing.
pub(crate) fn run(old: &Path, new: Option<&Path>, editorial_waits: bool) -> Result<(), String> {
    let current = root().join(CURRENT);
    let new = new.unwrap_or(&current);
    let (old_schema, new_schema) = (read(old)?, read(new)?);
    let changes = changes(&old_schema, &new_schema);
    for Change { path, weight, what } in &changes {
        println!("{:8} {path}: {what}", word(*weight));
    }
    let asked = changes.iter().map(|change| change.weight).max();
    let asked = asked.filter(|weight| !editorial_waits || *weight > Weight::Editorial);
    let verdict = check_step(Version::from_schema(&old_schema)?, Version::from_schema(&new_schema)?, asked)?;
    println!("{verdict}");
    Ok(())
}

/// Compares the current schema with the newest released one. A changed text may wait for the next release, when its
/// PATCH is due.
///
/// # Errors
/// Returns errors like [`run`], or an error if there is no released schema.
pub(crate) fn against_released() -> Result<(), String> {
    let folder = root().join(RELEASED);
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let newest = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let version = Version::parse(name.strip_prefix("released-")?.strip_suffix(".json")?)?;
        Some((version, entry.path()))
    });
    let (version, file) =
        newest.max().ok_or_else(|| format!("{RELEASED} holds no released-<version>.json"))?;
    if Version::from_schema(&read(&file)?)? != version {
        return Err(format!("{} holds another version than its name says", file.display()));
    }
    run(&file, None, true)
}

/// Returns the version in the current schema.
///
/// # Errors
/// Returns an error if the schema cannot be read or has no version.
pub(crate) fn version() -> Result<String, String> {
    Ok(Version::from_schema(&read(&root().join(CURRENT))?)?.to_string())
}

fn read(file: &Path) -> Result<Value, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let mut changes = walk::compare(old, new);
    if changes.is_empty() && old != new {
        let what = "written otherwise, and means the same".to_owned();
        changes.push(Change { path: "/".to_owned(), weight: Weight::Editorial, what });
    }
    changes
}

fn word(weight: Weight) -> &'static str {
    match weight {
        Weight::Editorial => "PATCH",
        Weight::Additive => "MINOR",
        Weight::Breaking => "MAJOR",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u64,
    minor: u64,
    patch: u64,
}

impl Version {
    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split('.').map(|number| number.parse().ok());
        let version = Self { major: numbers.next()??, minor: numbers.next()??, patch: numbers.next()?? };
        numbers.next().is_none().then_some(version)
    }

    /// Parses the constant that every envelope contains.
    fn from_schema(schema: &Value) -> Result<Self, String> {
        let constant = schema.pointer("/properties/schemaVersion/const").and_then(Value::as_str);
        let version = constant.and_then(Self::parse);
        version.ok_or_else(|| format!("schemaVersion must be a constant version, not {constant:?}"))
    }

    /// Returns the lowest version that may follow after changes of that weight.
    fn after(self, asked: Weight) -> Self {
        match asked {
            Weight::Breaking => Self { major: self.major + 1, minor: 0, patch: 0 },
            Weight::Additive => Self { minor: self.minor + 1, patch: 0, ..self },
            Weight::Editorial => Self { patch: self.patch + 1, ..self },
        }
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Checks the version step. It may be larger than necessary: what a field means can change without its schema.
fn check_step(old: Version, new: Version, asked: Option<Weight>) -> Result<String, String> {
    let least = asked.map_or(old, |asked| old.after(asked));
    let kind = asked.map_or("no change that asks for a version", word);
    match new.cmp(&least) {
        Ordering::Less => Err(format!(
            "{kind} since {old}: the version must be {least} or later, and schemaVersion says {new}"
        )),
        Ordering::Equal | Ordering::Greater => {
            Ok(format!("{kind} since {old}; schemaVersion says {new}: agreed"))
        }
    }
}
