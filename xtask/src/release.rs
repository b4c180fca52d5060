//! `release`: builds the service's program as releases have it, and prints its identification: name, version, features,
//! size and SHA-256.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use sha2::{Digest as _, Sha256};

use crate::workspace::{built, cargo};

/// Features of the service that releases have in addition to the default ones. Continuous integration tests this list,
/// and releases are built with it.
pub(crate) const FEATURES: &str = "server/passkeys,server/previews";

const PROGRAM: &str = "snow-conditions";

pub(crate) fn run(profile: &str) -> Result<(), String> {
    let mut build = cargo();
    build.args(["build", "--locked", "-p", "server", "--bin", PROGRAM, "--features", FEATURES]);
    let programs = built(build.args(["--profile", profile]))?;
    let program = programs.into_iter().find(|(name, _)| name == PROGRAM).map(|(_, path)| path);
    let program = program.ok_or("cargo built no program")?;
    let bytes = std::fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    println!("program   {}", program.display());
    println!("version   {}", version(&program)?);
    println!("features  default,{FEATURES}");
    println!("size      {} bytes", bytes.len());
    println!("sha256    {}", sha256(&bytes));
    Ok(())
}

/// Runs the program and returns the version that it prints, which also proves that it starts.
fn version(program: &Path) -> Result<String, String> {
    let failed = |reason: &str| format!("{}: --version: {reason}", program.display());
    let output =
        Command::new(program).arg("--version").output().map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(&output.status.to_string()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn digest_matches_sha256sum() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), known);
    }
}
