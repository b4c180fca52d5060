//! The facts of a release: version, commit time, architecture. They come from the checkout, so that the same commit
//! gives the same packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use chrono::{DateTime, Utc};

use crate::failure::{Failure, Result, line, read_text};

/// Name of the program and of its packages.
pub(crate) const NAME: &str = "snow-conditions";

#[derive(Debug, Clone)]
pub(crate) struct Release {
    /// The folder of the sources.
    pub(crate) root: PathBuf,
    /// The version of the workspace.
    pub(crate) version: String,
    /// Time of the commit, or `SOURCE_DATE_EPOCH`, in seconds since 1970.
    pub(crate) time: u64,
    pub(crate) target: Target,
}

/// The platform that the program is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// As rustc names it, such as `x86_64-unknown-linux-gnu`.
    pub(crate) triple: String,
    /// As Debian and container registries name it, such as `amd64`.
    pub(crate) architecture: &'static str,
}

impl Release {
    /// Reads the facts of the checkout at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let manifest = read_text(&root.join("Cargo.toml"))?;
        let version = workspace_version(&manifest)
            .ok_or_else(|| Failure::Other("Cargo.toml: [workspace.package] lacks a version".to_owned()))?;
        let time = match env::var("SOURCE_DATE_EPOCH") {
            Ok(text) => text,
            Err(_) => line(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))?,
        };
        let time = time.parse().map_err(|_| {
            Failure::Other(format!("SOURCE_DATE_EPOCH must be a number of seconds since 1970, not `{time}`"))
        })?;
        let host = line(Command::new("rustc").args(["--print", "host-tuple"]))?;
        Ok(Self {
            root: root.to_owned(),
            version: version.to_owned(),
            time,
            target: Target::from_triple(&host)?,
        })
    }

    /// Returns the time as RFC 3339.
    pub(crate) fn timestamp(&self) -> String {
        let time = i64::try_from(self.time).ok().and_then(|time| DateTime::<Utc>::from_timestamp(time, 0));
        time.unwrap_or_default().to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }
}

impl Target {
    fn from_triple(triple: &str) -> Result<Self> {
        let architecture = match triple.split('-').next() {
            Some("x86_64") => "amd64",
            Some("aarch64") => "arm64",
            _ => {
                return Err(Failure::Other(format!(
                    "cannot make packages for {triple}: build on x86-64 or 64-bit ARM"
                )));
            }
        };
        Ok(Self { triple: triple.to_owned(), architecture })
    }

    pub(crate) fn is_linux(&self) -> bool {
        self.triple.contains("-linux-")
    }
}

/// Returns the version in the section `[workspace.package]`.
fn workspace_version(manifest: &str) -> Option<&str> {
    let section = manifest.split("[workspace.package]").nth(1)?;
    let own = section.lines().take_while(|line| !line.starts_with('['));
    let mut versions = own.filter_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    versions.next()
}

#[cfg(test)]
mod tests {
    use super::{Target, workspace_version};

    #[test]
    fn version_is_that_of_the_workspace() {
        let manifest = "[workspace]\n[workspace.package]\nedition = \"2024\"\nversion = \"1.2.3\"\n[x]\nversion = \"9\"\n";
        assert_eq!(workspace_version(manifest), Some("1.2.3"));
        assert_eq!(workspace_version("[workspace.package]\n[x]\nversion = \"9\"\n"), None);
    }

    #[test]
    fn architectures_are_named_as_in_debian() {
        let arm = Target::from_triple("aarch64-unknown-linux-gnu").unwrap();
        assert_eq!((arm.architecture, arm.is_linux()), ("arm64", true));
        assert!(!Target::from_triple("aarch64-apple-darwin").unwrap().is_linux());
        assert!(Target::from_triple("riscv64gc-unknown-linux-gnu").is_err());
    }
}
