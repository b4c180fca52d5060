//! `public-api`: lists the public items of the embeddable crates, one line per item, committed below
//! `docs/generated/public-api`. A changed item fails the check until its file is written again.
//!
//! The items come from rustdoc's JSON, which sees re-exports, macros and derives as a caller does. That format is
//! unstable, so rustdoc runs with `RUSTC_BOOTSTRAP`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use public_api::Builder;
use serde::Deserialize;

use crate::workspace::{cargo, metadata, root, succeed, target};

const CRATES: [&str; 5] = ["conditions-core", "contract", "webhooks", "mcp-protocol", "conformance"];

/// Folder of the lists, below the root.
const FOLDER: &str = "docs/generated/public-api";

/// Runs rustdoc with `RUSTC_BOOTSTRAP`. Cargo would pass that variable to build scripts too, which run again when it
/// changes: every dependency would be compiled a second time.
const RUSTDOC: &str = "xtask/src/public_api/rustdoc.sh";

/// Maximum number of lines of a difference shown per crate.
const SHOWN: usize = 40;

const ACCEPT: &str = "if the change is intended, run `cargo xtask public-api`, commit what it writes, and say in CHANGELOG.md what callers \
                      have to change";

/// The reason why the items could not be compared.
pub(crate) enum Failure {
    /// The `public-api` library cannot read this toolchain's format.
    Unreadable(String),
    Other(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self::Other(reason)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) | Self::Other(reason) => f.write_str(reason),
        }
    }
}

/// Writes the lists.
pub(crate) fn write() -> Result<(), Failure> {
    for (path, text) in lists()? {
        let file = root().join(&path);
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        fs::create_dir_all(file.parent().unwrap_or(&file)).map_err(failed)?;
        fs::write(&file, text).map_err(failed)?;
        println!("{path}");
    }
    Ok(())
}

/// Compares the lists with the committed ones.
pub(crate) fn check() -> Result<(), Failure> {
    let mut changed = String::new();
    for (path, text) in lists()? {
        let committed = fs::read_to_string(root().join(&path)).unwrap_or_default();
        if let Some(lines) = difference(&committed, &text) {
            changed.push_str(&format!("{path}: the public items have changed\n{lines}"));
        }
    }
    if changed.is_empty() { Ok(()) } else { Err(format!("{changed}{ACCEPT}").into()) }
}

/// Returns every list and its path below the root.
fn lists() -> Result<Vec<(String, String)>, Failure> {
    let features = features()?;
    let list = |name: &str| -> Result<(String, String), Failure> {
        let features = features.get(name).map_or(&[][..], Vec::as_slice);
        let json = documented(name, features)?;
        let with = if features.is_empty() { String::new() } else { format!(" with {}", features.join(", ")) };
        let head = format!("# Public items of `{name}`{with}. Written by `cargo xtask public-api`.");
        Ok((format!("{FOLDER}/{name}.txt"), format!("{head}\n{}\n", items(&json)?.join("\n"))))
    };
    CRATES.into_iter().map(list).collect()
}

/// Returns the features with which a crate is documented: those of its `[package.metadata.docs.rs]`.
fn features() -> Result<BTreeMap<String, Vec<String>>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
        #[serde(default)]
        metadata: Option<Tables>,
    }
    #[derive(Deserialize)]
    struct Tables {
        #[serde(default)]
        docs: Option<Docs>,
    }
    #[derive(Deserialize)]
    struct Docs {
        rs: Settings,
    }
    #[derive(Deserialize)]
    struct Settings {
        #[serde(default)]
        features: Vec<String>,
    }
    let packages = metadata::<Metadata>()?.packages.into_iter();
    let documented = packages.filter(|package| CRATES.contains(&package.name.as_str()));
    Ok(documented.filter_map(|package| Some((package.name, package.metadata?.docs?.rs.features))).collect())
}

/// Runs rustdoc over a crate with its own features and returns the path of its JSON.
fn documented(name: &str, features: &[String]) -> Result<PathBuf, String> {
    let mut doc = cargo();
    doc.args(["rustdoc", "--locked", "--lib", "-p", name, "--features", &features.join(",")]);
    doc.args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .env("RUSTDOC", root().join(RUSTDOC));
    // If features were unified with the workspace, the crate would be documented with features that others need.
    doc.env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION");
    succeed(&mut doc)?;
    Ok(target()?.join("doc").join(name.replace('-', "_")).with_extension("json"))
}

/// Returns one line per item, in rustdoc's order of paths. Derived traits are named without their methods.
fn items(json: &Path) -> Result<Vec<String>, Failure> {
    let lines = |derived: bool| -> Result<Vec<String>, Failure> {
        let builder = Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true);
        let found = builder.omit_auto_derived_impls(!derived).build().map_err(|error| match error {
            public_api::Error::IoError(error) => Failure::Other(format!("{}: {error}", json.display())),
            error => Failure::Unreadable(format!(
                "this toolchain's rustdoc JSON cannot be read ({error}); `cargo update -p public-api`, or use the toolchain before"
            )),
        })?;
        Ok(found.items().map(ToString::to_string).collect())
    };
    let written: BTreeSet<String> = lines(false)?.into_iter().collect();
    let is_shown = |line: &String| written.contains(line) || is_derived(line);
    Ok(lines(true)?.into_iter().filter(is_shown).collect())
}

/// Returns whether a line names a derived trait that callers can rely on.
fn is_derived(line: &str) -> bool {
    line.starts_with("impl") && !line.contains("::StructuralPartialEq for ")
}

/// Returns the differences between two texts, as lines that begin with `-` and `+`; `None` if they are equal.
fn difference(committed: &str, made: &str) -> Option<String> {
    if committed == made {
        return None;
    }
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (committed.lines().collect(), made.lines().collect());
    let gone = old.difference(&new).map(|line| format!("- {line}\n"));
    let lines: Vec<String> = gone.chain(new.difference(&old).map(|line| format!("+ {line}\n"))).collect();
    let rest = lines.len().saturating_sub(SHOWN);
    let more = if rest > 0 { format!("and {rest} more lines\n") } else { String::new() };
    Some(format!("{}{more}", lines.into_iter().take(SHOWN).collect::<String>()))
}

#[cfg(test)]
mod tests;
