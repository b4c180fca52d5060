//! Checks direct dependencies of the embeddable crates with their default features. A workspace build hides a leak,
//! because it unifies the features of all crates. The lists are closed: indirect dependencies through a crate of ours
//! are in that crate's own line.

use super::Violation;
use crate::workspace;

const ALLOWED: [(&str, &[&str]); 5] = [
    ("conditions-core", &["chrono", "chrono-tz", "libm"]),
    ("contract", &["conditions-core", "serde", "serde_json", "thiserror"]),
    ("conformance", &["conditions-core", "contract", "serde_json"]),
    ("mcp-protocol", &["serde", "serde_json", "thiserror"]),
    ("webhooks", &["base64", "hmac", "sha2", "subtle", "thiserror", "zeroize"]),
];

/// A crate and the names of its direct dependencies.
pub(super) struct Direct {
    package: &'static str,
    names: Vec<String>,
}

/// Reads the direct dependencies of every crate in [`ALLOWED`].
pub(super) fn direct() -> Result<Vec<Direct>, String> {
    ALLOWED.iter().map(|(package, _)| direct_of(package)).collect()
}

fn direct_of(package: &'static str) -> Result<Direct, String> {
    let output = workspace::cargo()
        .args(["tree", "--offline", "-p", package, "-e", "normal,build"])
        .args(["--depth", "1", "--prefix", "none", "--format", "{p}"])
        .output()
        .map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    // The first line is the crate itself.
    let names = lines.lines().skip(1).filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    Ok(Direct { package, names: names.collect() })
}

pub(super) fn check(found: &[Direct]) -> Vec<Violation> {
    found.iter().flat_map(too_many).collect()
}

fn too_many(Direct { package, names }: &Direct) -> Vec<Violation> {
    let allowed = ALLOWED.iter().find(|(name, _)| name == package).map_or(&[][..], |(_, allowed)| allowed);
    let manifest = format!("crates/{package}/Cargo.toml");
    let extra = names.iter().filter(|name| !allowed.contains(&name.as_str()));
    extra
        .map(|name| {
            let what = format!(
                "`{package}` depends on `{name}` by default; allowed are only {}: make it optional",
                allowed.join(", ")
            );
            Violation::new(&manifest, 0, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Direct, check};

    fn violations(package: &'static str, names: &[&str]) -> Vec<String> {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        check(&[Direct { package, names }]).into_iter().map(|violation| violation.to_string()).collect()
    }

    #[test]
    fn new_core_dependency_is_found() {
        assert!(violations("conditions-core", &["chrono", "chrono-tz", "libm"]).is_empty());
        let serde = violations("conditions-core", &["libm", "serde"]);
        assert!(serde.len() == 1 && serde[0].contains("depends on `serde`"), "{serde:?}");
    }

    #[test]
    fn conformance_rules_avoid_runtimes() {
        assert!(violations("conformance", &["contract", "conditions-core", "serde_json"]).is_empty());
        let live = violations("conformance", &["reqwest", "serde_json", "tokio"]);
        assert!(live.len() == 2 && live[0].starts_with("crates/conformance/Cargo.toml"), "{live:?}");
    }
}
