//! The crates that a program is made of, from cargo: exactly those of its features and its platform.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use auditable_serde::{DependencyKind, Package, Source, VersionInfo};
use serde::Deserialize;

use crate::failure::{Failure, Result, output};
use crate::release::Release;

/// The crate with the program.
const ROOT: &str = "server";

/// Revision of the list's format: procedural macros are dependencies of the build.
const FORMAT: u32 = 1;

/// A crate of the program or of its build.
#[derive(Debug, Clone)]
pub(crate) struct Component {
    pub(crate) name: String,
    pub(crate) version: semver::Version,
    /// Licence as its manifest states it, an SPDX expression.
    pub(crate) licence: Option<String>,
    /// Whether its code is in the program.
    pub(crate) is_in_program: bool,
    pub(crate) is_ours: bool,
    /// Its folder.
    pub(crate) folder: PathBuf,
    pub(crate) repository: Option<String>,
    /// SHA-256 of its package, from the lock file.
    pub(crate) checksum: Option<String>,
    /// Places of the crates that it uses, in the list.
    pub(crate) dependencies: Vec<usize>,
}

/// All crates, sorted by name and version.
#[derive(Debug, Clone)]
pub(crate) struct Components(pub(crate) Vec<Component>);

type Key = (String, semver::Version);

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Described>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Described {
    id: String,
    name: String,
    version: semver::Version,
    license: Option<String>,
    source: Option<String>,
    repository: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

impl Components {
    /// Asks cargo for the crates of the program with these features.
    pub(crate) fn read(release: &Release, features: &str) -> Result<Self> {
        let all = tree(release, features, "normal,build")?;
        let in_program = tree(release, features, "normal,no-proc-macro")?;
        let metadata = cargo(release, &["metadata", "--format-version", "1"], "--filter-platform")?;
        let mut metadata: Metadata = serde_json::from_slice(&metadata)?;
        metadata.packages.retain(|package| all.contains(&(package.name.clone(), package.version.clone())));
        metadata.packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        let checksums = checksums(&crate::failure::read_text(&release.root.join("Cargo.lock"))?);
        let places: BTreeMap<&str, usize> =
            metadata.packages.iter().enumerate().map(|(at, package)| (package.id.as_str(), at)).collect();
        let edges: BTreeMap<&str, Vec<usize>> = metadata
            .resolve
            .nodes
            .iter()
            .map(|node| {
                let used = node.deps.iter().filter(|edge| edge.is_of_build()).map(|edge| edge.pkg.as_str());
                let mut used: Vec<usize> = used.filter_map(|id| places.get(id).copied()).collect();
                used.sort_unstable();
                (node.id.as_str(), used)
            })
            .collect();
        let component = |package: &Described| {
            let key = (package.name.clone(), package.version.clone());
            Component {
                name: package.name.clone(),
                version: package.version.clone(),
                licence: package.license.as_deref().map(expression),
                is_in_program: in_program.contains(&key),
                is_ours: package.source.is_none(),
                folder: package.manifest_path.parent().map(PathBuf::from).unwrap_or_default(),
                repository: package.repository.clone(),
                checksum: checksums.get(&key).cloned(),
                dependencies: edges.get(package.id.as_str()).cloned().unwrap_or_default(),
            }
        };
        Ok(Self(metadata.packages.iter().map(component).collect()))
    }

    /// Returns the crates whose code is in the program and that are not ours.
    pub(crate) fn third_party(&self) -> impl Iterator<Item = &Component> {
        self.0.iter().filter(|component| component.is_in_program && !component.is_ours)
    }

    /// Returns the list that the program carries.
    pub(crate) fn list(&self) -> VersionInfo {
        let package = |component: &Component| Package {
            name: component.name.clone(),
            version: component.version.clone(),
            source: if component.is_ours { Source::Local } else { Source::CratesIo },
            kind: if component.is_in_program { DependencyKind::Runtime } else { DependencyKind::Build },
            dependencies: component.dependencies.clone(),
            root: component.is_root(),
        };
        VersionInfo { packages: self.0.iter().map(package).collect(), format: FORMAT }
    }
}

impl Component {
    pub(crate) fn is_root(&self) -> bool {
        self.is_ours && self.name == ROOT
    }
}

impl Edge {
    /// Returns whether the dependency is used by more than tests.
    fn is_of_build(&self) -> bool {
        self.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev"))
    }
}

/// Returns the names and versions that `cargo tree` prints.
fn tree(release: &Release, features: &str, edges: &str) -> Result<BTreeSet<Key>> {
    let words = ["tree", "--package", ROOT, "--features", features, "--edges", edges, "--prefix", "none"];
    let listed = cargo(release, &words, "--target")?;
    let listed = String::from_utf8_lossy(&listed);
    let keys = listed.lines().filter(|line| !line.is_empty()).map(|line| {
        let mut words = line.split(' ');
        let key = words.next().zip(words.next().and_then(|word| word.strip_prefix('v')?.parse().ok()));
        let key = key.map(|(name, version)| (name.to_owned(), version));
        key.ok_or_else(|| Failure::Other(format!("cargo tree: unexpected line `{line}`")))
    });
    keys.collect()
}

fn cargo(release: &Release, words: &[&str], platform: &str) -> Result<Vec<u8>> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).args([platform, &release.target.triple, "--locked"]);
    output(command.current_dir(&release.root))
}

/// Returns an SPDX expression: older manifests have a slash for "or".
fn expression(licence: &str) -> String {
    licence.replace('/', " OR ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the checksums of a lock file.
fn checksums(lock: &str) -> BTreeMap<Key, String> {
    let packages = lock.split("[[package]]").skip(1);
    let checksum = |package: &str| {
        let value = |key: &str| {
            let mut lines = package.lines();
            let found =
                lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
            found.map(str::to_owned)
        };
        Some(((value("name")?, value("version")?.parse().ok()?), value("checksum")?))
    };
    packages.filter_map(checksum).collect()
}

#[cfg(test)]
mod tests {
    use super::{checksums, expression};

    #[test]
    fn checksums_are_by_name_and_version() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry\"\nchecksum = \
                    \"12\"\n\n[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        let found = checksums(lock);
        assert_eq!(found.len(), 1);
        assert_eq!(found[&("a".to_owned(), semver::Version::new(1, 0, 0))], "12");
    }

    #[test]
    fn old_licences_become_expressions() {
        assert_eq!(expression("MIT/Apache-2.0"), "MIT OR Apache-2.0");
        assert_eq!(expression("MIT OR  Apache-2.0"), "MIT OR Apache-2.0");
    }
}
