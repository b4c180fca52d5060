//! Builds the program so that its bytes do not depend on the folder or the user: paths in messages are replaced, in Rust
//! and in the C code of dependencies.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::failure::{Failure, Result, line};
use crate::release::{NAME, Release};

/// Separator of flags in `CARGO_ENCODED_RUSTFLAGS`.
const SEPARATOR: &str = "\u{1f}";

#[derive(Deserialize)]
struct Message {
    executable: PathBuf,
    target: BuiltTarget,
}

#[derive(Deserialize)]
struct BuiltTarget {
    name: String,
}

/// Builds the program in the release's folder and returns its path.
pub(crate) fn run(release: &Release, features: &str, profile: &str) -> Result<PathBuf> {
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--locked", "--package", "server", "--bin", NAME, "--features", features]);
    build.args(["--profile", profile, "--message-format=json-render-diagnostics"]);
    // Folders of the target and the flags of the caller would be part of the program.
    build.env_remove("RUSTFLAGS").env("CARGO_TARGET_DIR", release.root.join("target/release-build"));
    let places = places(&release.root)?;
    let rust = places.iter().map(|(path, name)| format!("--remap-path-prefix={path}={name}"));
    build.env("CARGO_ENCODED_RUSTFLAGS", rust.collect::<Vec<_>>().join(SEPARATOR));
    let c = places.iter().map(|(path, name)| format!("'-ffile-prefix-map={path}={name}'"));
    // A path may have blanks.
    build.env("CC_SHELL_ESCAPED_FLAGS", "1");
    build.env("CFLAGS", c.collect::<Vec<_>>().join(" "));
    build.env("SOURCE_DATE_EPOCH", release.time.to_string());
    let built = build.current_dir(&release.root).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let failed = |reason: String| Failure::Command { command: "cargo build".to_owned(), reason };
    let built = built.map_err(|error| failed(error.to_string()))?;
    if !built.status.success() {
        return Err(failed(built.status.to_string()));
    }
    let messages = String::from_utf8_lossy(&built.stdout);
    let mut built = messages.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    let program = built.find(|message| message.target.name == NAME);
    program
        .map(|message| message.executable)
        .ok_or_else(|| failed("the program is missing among its results".to_owned()))
}

/// Returns the folders that the compilers see, and the names that replace them.
fn places(root: &Path) -> Result<Vec<(String, &'static str)>> {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let home =
        home.ok_or_else(|| Failure::Other("the folder of cargo is unknown: set CARGO_HOME".to_owned()))?;
    let sysroot = line(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(vec![(sysroot, "/rust"), (text(home), "/cargo"), (text(root.to_owned()), "/snow-conditions")])
}

#[cfg(test)]
mod tests;
