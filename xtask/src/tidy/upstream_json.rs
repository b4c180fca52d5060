//! Checks that bytes of upstreams are parsed as JSON in one file, which reads `nan` and `inf` as null. Another parser
//! in `sources` would lose a whole record because of one of them.

use super::Violation;
use super::scan::blanked;
use super::size::{is_test, production};
use crate::workspace::File;

const ROOM: &str = "crates/sources/src/";
const PARSER: &str = "crates/sources/src/json_cut.rs";
/// Ways to parse JSON.
const CALLS: [&str; 2] = ["serde_json::from_", "serde_json::Deserializer"];

pub(super) fn check(file: &File) -> Vec<Violation> {
    if !file.path.starts_with(ROOM) || file.path == PARSER || is_test(&file.path) {
        return Vec::new();
    }
    let code = blanked(production(&file.text));
    let lines = code.lines().enumerate().filter(|(_, line)| CALLS.iter().any(|call| line.contains(call)));
    let what = format!("JSON of an upstream is parsed here: use `Raw::parse` of `{PARSER}`");
    lines.map(|(at, _)| Violation::new(&file.path, at + 1, what.clone())).collect()
}

#[cfg(test)]
mod tests;
