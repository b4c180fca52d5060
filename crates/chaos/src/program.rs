//! The program of a run: a given one, or the one that cargo builds, at the path that cargo reports.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::workspace::cargo;

/// The program as at the start of the run: later builds do not change it.
#[derive(Debug)]
pub(crate) struct Program(PathBuf);

impl Program {
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It is below the build folder, where a leftover does no harm.
        let _ = fs::remove_file(&self.0);
    }
}

/// Builds the program, unless one is given.
pub(crate) fn program(named: Option<&Path>, release: bool) -> Result<Program, String> {
    if let Some(named) = named {
        return link_next_to(named);
    }
    let mut build = cargo();
    build.args(["build", "--quiet", "-p", "server", "--message-format=json-render-diagnostics"]);
    if release {
        build.arg("--release");
    }
    link_next_to(&built(&mut build)?)
}

/// Runs a build and returns the program that it reports.
fn built(build: &mut Command) -> Result<PathBuf, String> {
    #[derive(Deserialize)]
    struct Message {
        executable: Option<PathBuf>,
    }
    let output = build.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo build: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo build: {}", output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut executables =
        messages.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok()?.executable);
    executables.next_back().ok_or_else(|| "cargo built no program".to_owned())
}

/// Makes a hard link to a program, next to it.
fn link_next_to(built: &Path) -> Result<Program, String> {
    let kept = built.with_file_name(format!("snow-conditions-chaos-{}", std::process::id()));
    let linked = fs::hard_link(built, &kept).or_else(|_| fs::copy(built, &kept).map(drop));
    linked.map_err(|error| format!("{}: {error}", built.display()))?;
    Ok(Program(kept))
}

#[cfg(test)]
mod tests;
