//! Which crate may use which, and who owns a dependency. A new arrow is a reviewed line here.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Violation;
use crate::workspace;

/// Every crate and the crates of ours that it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("conditions-core", &[]),
    ("accounts", &["conditions-core"]),
    ("avalanche", &["conditions-core"]),
    ("pictures", &["conditions-core"]),
    ("operators", &["conditions-core"]),
    ("roads", &["conditions-core"]),
    ("sources", &["avalanche", "conditions-core", "climate", "pictures", "roads"]),
    ("catalogue", &["conditions-core"]),
    ("ask", &["catalogue"]),
    ("contract", &["conditions-core"]),
    ("conformance", &["conditions-core", "contract"]),
    ("mcp-protocol", &[]),
    ("stdio-bridge", &["mcp-protocol"]),
    ("webhooks", &["conditions-core"]),
    ("climate", &["conditions-core"]),
    ("verification", &["conditions-core"]),
    ("charts", &[]),
    ("storage", &["accounts", "conditions-core", "webhooks"]),
    ("evidence", &["avalanche", "conditions-core", "climate", "operators", "pictures", "roads"]),
    (
        "ingest",
        &["conditions-core", "climate", "catalogue", "sources", "evidence", "pictures", "verification"],
    ),
    (
        "world",
        &[
            "accounts",
            "avalanche",
            "conditions-core",
            "catalogue",
            "climate",
            "evidence",
            "operators",
            "pictures",
            "roads",
            "verification",
        ],
    ),
    (
        "operations",
        &[
            "accounts",
            "ask",
            "avalanche",
            "conditions-core",
            "catalogue",
            "contract",
            "climate",
            "pictures",
            "roads",
            "verification",
            "charts",
            "webhooks",
            "world",
        ],
    ),
    ("pages", &["accounts", "charts", "conditions-core", "contract", "operations", "operators", "world"]),
    ("upstream-sim", &["avalanche", "conditions-core", "pictures", "sources"]),
    (
        "server",
        &[
            "accounts",
            "conditions-core",
            "sources",
            "catalogue",
            "contract",
            "storage",
            "operations",
            "operators",
            "pages",
            "pictures",
            "charts",
            "mcp-protocol",
            "upstream-sim",
            "climate",
            "verification",
            "webhooks",
            "evidence",
            "ingest",
            "world",
        ],
    ),
    ("chaos", &[]),
    ("real", &["climate", "conditions-core", "sources", "verification"]),
    ("codegen", &["avalanche", "catalogue", "conformance", "contract", "operations", "operators", "sources"]),
    ("xtask", &[]),
];

/// What a crate's tests use of ours beside that.
const TEST_ARROWS: &[(&str, &[&str])] =
    &[("operations", &["evidence"]), ("pages", &["catalogue", "evidence"]), ("server", &["conformance"])];

/// Dependencies that only some crates may name; a trailing `*` stands for any ending.
const OWNED: &[(&str, &[&str])] = &[
    ("actix-*", &["server"]),
    ("diesel*", &["storage"]),
    ("argon2", &["accounts"]),
    ("webauthn_rp", &["accounts"]),
    ("lettre", &["server"]),
    ("mailparse", &["operators"]),
    ("plotters*", &["charts"]),
    ("png", &["charts", "pictures"]),
    ("resvg", &["charts"]),
    ("fontdb", &["charts"]),
    ("zune-*", &["pictures"]),
    ("reqwest", &["server", "stdio-bridge", "conformance"]),
];

/// A package of the workspace, from `cargo metadata`.
#[derive(Debug, Deserialize)]
pub(super) struct Package {
    name: String,
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    /// Present for a crate of the workspace.
    path: Option<String>,
    /// `dev`, `build`, or nothing for what the crate itself needs.
    kind: Option<String>,
}

impl Dependency {
    fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// The packages of the workspace.
pub(super) fn packages() -> Result<Vec<Package>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    Ok(workspace::metadata::<Metadata>()?.packages)
}

pub(super) fn check(packages: &[Package]) -> Vec<Violation> {
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut found = Vec::new();
    for package in packages {
        let path = manifest(package);
        let Some(allowed) = arrows.get(package.name.as_str()) else {
            let what = format!("crate `{}` has no line in ARROWS of xtask/src/tidy/layers.rs", package.name);
            found.push(Violation::new(&path, 0, what));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let is_allowed = allowed.contains(&name)
                || (dependency.is_for_tests() && listed(TEST_ARROWS, &package.name).contains(&name));
            if dependency.path.is_some() && name != package.name && !is_allowed {
                let what = format!(
                    "`{}` must not use `{name}`: the arrow is not in xtask/src/tidy/layers.rs",
                    package.name
                );
                found.push(Violation::new(&path, 0, what));
            }
            if let Some((_, owners)) = OWNED.iter().find(|(owned, _)| owns(owned, name))
                && !owners.contains(&package.name.as_str())
            {
                let owners = owners.join("` and `");
                let what = format!("`{name}` belongs to `{owners}`: use it there and pass plain values here");
                found.push(Violation::new(&path, 0, what));
            }
        }
    }
    found
}

/// Arrows of the tables that no manifest has.
pub(super) fn unused(packages: &[Package]) -> Vec<Violation> {
    let is_used = |from: &str, to: &str, for_tests: bool| {
        let mut own =
            packages.iter().filter(|package| package.name == from).flat_map(|package| &package.dependencies);
        own.any(|dependency| dependency.name == to && dependency.is_for_tests() == for_tests)
    };
    let tables = [(ARROWS, false), (TEST_ARROWS, true)];
    let arrows = tables.iter().flat_map(|(table, for_tests)| {
        table.iter().flat_map(move |(from, to)| to.iter().map(move |to| (*from, *to, *for_tests)))
    });
    let unused = arrows.filter(|(from, to, for_tests)| !is_used(from, to, *for_tests));
    unused
        .map(|(from, to, _)| {
            let what = format!("`{from}` does not use `{to}`: take the arrow out of the table");
            Violation::new("xtask/src/tidy/layers.rs", 0, what)
        })
        .collect()
}

/// What a table says of a crate.
fn listed(table: &'static [(&str, &[&str])], package: &str) -> &'static [&'static str] {
    table.iter().find(|(name, _)| *name == package).map_or(&[], |(_, listed)| *listed)
}

fn owns(owned: &str, name: &str) -> bool {
    owned.strip_suffix('*').map_or(owned == name, |beginning| name.starts_with(beginning))
}

fn manifest(package: &Package) -> String {
    let root = workspace::root();
    let path = std::path::Path::new(&package.manifest_path);
    path.strip_prefix(&root).unwrap_or(path).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests;
