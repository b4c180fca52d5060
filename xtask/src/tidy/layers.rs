//! The table of which crate may use which, the rows in which ARCHITECTURE.md draws them, and the owners of
//! dependencies. A new arrow is a reviewed line here.

mod drawing;
mod packages;
mod rows;
mod table;

use std::collections::BTreeMap;

use super::Violation;
use crate::workspace::{self, File};

use packages::Package;
pub(super) use packages::packages;

/// Every crate with the crates of ours that it may use.
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
    ("runtime", &["accounts", "conditions-core", "sources", "storage"]),
    ("outbound", &["conditions-core", "ingest", "runtime", "sources", "webhooks"]),
    ("edge", &["runtime"]),
    (
        "publication",
        &[
            "catalogue",
            "charts",
            "climate",
            "conditions-core",
            "evidence",
            "ingest",
            "mcp-protocol",
            "operations",
            "pages",
            "runtime",
            "sources",
            "storage",
            "verification",
            "webhooks",
            "world",
        ],
    ),
    (
        "ingest-runner",
        &[
            "catalogue",
            "climate",
            "conditions-core",
            "evidence",
            "ingest",
            "operations",
            "operators",
            "outbound",
            "pictures",
            "publication",
            "runtime",
            "sources",
            "storage",
            "world",
        ],
    ),
    (
        "deliveries",
        &[
            "conditions-core",
            "operations",
            "outbound",
            "publication",
            "runtime",
            "storage",
            "webhooks",
            "world",
        ],
    ),
    (
        "services",
        &[
            "accounts",
            "catalogue",
            "conditions-core",
            "contract",
            "evidence",
            "mcp-protocol",
            "operations",
            "operators",
            "outbound",
            "pages",
            "publication",
            "runtime",
            "sources",
            "storage",
            "webhooks",
            "world",
        ],
    ),
    (
        "http-api",
        &[
            "accounts",
            "conditions-core",
            "contract",
            "deliveries",
            "edge",
            "evidence",
            "ingest-runner",
            "mcp-protocol",
            "operations",
            "operators",
            "pages",
            "publication",
            "runtime",
            "services",
            "sources",
            "storage",
            "webhooks",
            "world",
        ],
    ),
    (
        "server",
        &[
            "accounts",
            "catalogue",
            "checkup",
            "command-line",
            "conditions-core",
            "deliveries",
            "edge",
            "evidence",
            "http-api",
            "ingest",
            "ingest-runner",
            "mcp-protocol",
            "operations",
            "operators",
            "outbound",
            "pictures",
            "publication",
            "runtime",
            "services",
            "sources",
            "storage",
            "upstream-sim",
            "verification",
            "webhooks",
            "world",
        ],
    ),
    ("checkup", &["command-line", "deliveries", "outbound", "runtime", "services", "storage", "webhooks"]),
    ("command-line", &[]),
    ("chaos", &["conditions-core", "deliveries", "publication", "runtime", "storage", "webhooks"]),
    ("real", &["climate", "conditions-core", "sources", "verification"]),
    (
        "codegen",
        &[
            "avalanche",
            "catalogue",
            "command-line",
            "conformance",
            "contract",
            "operations",
            "operators",
            "runtime",
            "server",
            "sources",
        ],
    ),
    ("packaging", &[]),
    ("xtask", &[]),
];

/// The rows of the drawing in ARCHITECTURE.md, from the bottom: a title and its crates. An arrow points down or stays in
/// its row.
const ROWS: [(&str, &[&str]); 7] = [
    ("Rules", &["conditions-core", "mcp-protocol"]),
    (
        "Subjects",
        &[
            "accounts",
            "ask",
            "avalanche",
            "catalogue",
            "climate",
            "contract",
            "operators",
            "pictures",
            "roads",
            "verification",
            "webhooks",
        ],
    ),
    ("Data", &["evidence", "sources", "storage"]),
    ("World", &["ingest", "upstream-sim", "world"]),
    ("Answers", &["charts", "conformance", "operations", "pages", "stdio-bridge"]),
    (
        "Service",
        &[
            "runtime",
            "outbound",
            "edge",
            "publication",
            "ingest-runner",
            "deliveries",
            "services",
            "http-api",
            "checkup",
            "command-line",
        ],
    ),
    ("Programs", &["server", "chaos", "codegen", "packaging", "real", "xtask"]),
];

/// Additional crates of ours that a crate's tests use.
const TEST_ARROWS: &[(&str, &[&str])] = &[
    ("operations", &["evidence"]),
    ("pages", &["catalogue", "evidence"]),
    ("http-api", &["catalogue"]),
    ("publication", &["accounts"]),
    ("server", &["climate", "conformance", "contract", "pages"]),
];

/// Dependencies that only some crates may name; a trailing `*` matches any ending.
const OWNED: &[(&str, &[&str])] = &[
    ("actix-*", &["edge", "http-api", "server"]),
    ("diesel*", &["storage"]),
    ("argon2", &["accounts"]),
    ("clap_*", &["command-line"]),
    ("webauthn_rp", &["accounts"]),
    ("lettre", &["services"]),
    ("mailparse", &["operators"]),
    ("png", &["charts", "pictures"]),
    ("resvg", &["charts"]),
    ("fontdb", &["charts"]),
    ("zune-*", &["pictures"]),
    ("reqwest", &["checkup", "conformance", "ingest-runner", "outbound", "server", "stdio-bridge"]),
    ("public-api", &["xtask"]),
    ("object", &["packaging"]),
];

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
                || (dependency.is_for_tests() && entry(TEST_ARROWS, &package.name).contains(&name));
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

/// Returns the arrows of the tables that no manifest has.
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

/// Checks that every crate is in one row and that no arrow points to a higher one.
pub(super) fn rows() -> Vec<Violation> {
    rows::check(&ROWS, &[ARROWS, TEST_ARROWS].concat())
}

/// Checks the drawing and the table of crates in ARCHITECTURE.md.
pub(super) fn check_map(map: &File) -> Vec<Violation> {
    let mut found = table::check(map, &ROWS);
    match drawing::with_drawing(&map.text, &ROWS) {
        Ok(text) if text == map.text => {}
        Ok(_) => {
            let what = "the drawing of layers differs from ROWS: run `cargo xtask codegen`";
            found.push(Violation::new(&map.path, 0, what));
        }
        Err(what) => found.push(Violation::new(&map.path, 0, what)),
    }
    found
}

/// Writes the drawing into ARCHITECTURE.md.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or has no place for the drawing.
pub(super) fn draw() -> Result<(), String> {
    drawing::write(&ROWS)
}

/// Returns the entry of a table for a crate.
fn entry(table: &'static [(&str, &[&str])], package: &str) -> &'static [&'static str] {
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
