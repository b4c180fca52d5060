//! The client libraries of a release: Python and TypeScript packages for the program's own OpenAPI document.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::{Failure, Result, read};
use crate::release::Release;
use crate::sums;
use crate::tree::Tree;

const SCRIPT: &str = "clients/release.sh";

/// Builds the client libraries with the program and adds them to the packages.
pub(crate) fn add(packages: &mut Tree, release: &Release, program: &Path) -> Result<()> {
    let folder = release.root.join("target/release-clients");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|source| Failure::File { path: folder.clone(), source })?;
    }
    let mut script = Command::new("bash");
    script.arg(release.root.join(SCRIPT)).arg(program).arg(&folder).stdin(Stdio::null());
    let failed = |reason: String| Failure::Command { command: SCRIPT.to_owned(), reason };
    let status = script.status().map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        return Err(failed(format!("{status}; it needs python3, npm and curl")));
    }
    let before = packages.files().count();
    let listing = fs::read_dir(&folder).map_err(|source| Failure::File { path: folder.clone(), source })?;
    for entry in listing {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // The packages' own file of checksums lists these as well.
        if name != sums::FILE {
            packages.file(&name, read(&path)?);
        }
    }
    if packages.files().count() == before {
        return Err(failed(format!("it left no packages in {}", folder.display())));
    }
    Ok(())
}
