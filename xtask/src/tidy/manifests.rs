//! Checks manifests: every crate takes the workspace's lints, and the version of a dependency shared by two crates is
//! in one place.

use std::collections::BTreeMap;

use toml::Table;

use super::Violation;
use crate::workspace::File;

pub(super) fn check(manifests: &[File]) -> Result<Vec<Violation>, String> {
    let mut parsed = Vec::new();
    for file in manifests {
        let table: Table = file.text.parse().map_err(|error| format!("{}: {error}", file.path))?;
        // A package that is a separate workspace inherits nothing from ours.
        if !(table.contains_key("workspace") && table.contains_key("package")) {
            parsed.push((file, table));
        }
    }
    let shared = parsed.iter().find_map(|(_, table)| table.get("workspace")?.get("dependencies")?.as_table());
    let mut users: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, table) in &parsed {
        for (name, _) in dependencies(table) {
            *users.entry(name).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    for (file, table) in parsed.iter().filter(|(_, table)| table.contains_key("package")) {
        let lints =
            table.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
        if lints != Some(true) {
            found.push(Violation::new(&file.path, 0, "add `[lints]` with `workspace = true`"));
        }
        let own = table.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str);
        // A crate may name itself to enable its own features in its tests.
        for (name, value) in dependencies(table).into_iter().filter(|(name, _)| Some(*name) != own) {
            let inherited = value.get("workspace").and_then(toml::Value::as_bool) == Some(true);
            let is_shared = shared.is_some_and(|shared| shared.contains_key(name));
            if !inherited && (is_shared || users.get(name).is_some_and(|users| *users > 1)) {
                let what = format!(
                    "`{name}` is shared: name it in the workspace's table and write `{name}.workspace = true`"
                );
                found.push(Violation::new(&file.path, line_of(file, name), what));
            }
        }
    }
    Ok(found)
}

/// Returns all dependencies of a manifest: of the crate, its tests, its build script, and of single targets.
fn dependencies(table: &Table) -> Vec<(&str, &toml::Value)> {
    const KINDS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
    let targets =
        table.get("target").and_then(toml::Value::as_table).into_iter().flat_map(|targets| targets.values());
    let targets = targets.filter_map(toml::Value::as_table);
    let tables = std::iter::once(table).chain(targets);
    let lists = tables.flat_map(|table| KINDS.iter().filter_map(|kind| table.get(*kind)?.as_table()));
    lists.flat_map(|list| list.iter().map(|(name, value)| (name.as_str(), value))).collect()
}

fn line_of(file: &File, name: &str) -> usize {
    let position = file.text.lines().position(|line| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '=', '.']))
    });
    position.map_or(0, |position| position + 1)
}

#[cfg(test)]
mod tests;
