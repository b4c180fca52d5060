//! The cheap checks, which come first, so that a faulty submission fails within minutes.

use super::log::Log;
use crate::workspace::{cargo, command, root, succeed, target};
use crate::{schema_diff, tidy};

/// Every target with the features of the tests, which are all: build scripts and procedural macros are compiled once for both.
const CLIPPY: [&str; 6] = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];

/// Exit code if the fuzzer's crates are not available.
const NO_PARTS: i32 = 3;

/// Runs the checks of the workspace.
pub(super) fn cheap(log: &mut Log) -> Result<(), String> {
    log.step("fmt", || succeed(cargo().args(["fmt", "--check"])))?;
    log.step("tidy", tidy::run)?;
    log.step("schema", schema_diff::against_released)?;
    log.step("clippy", || succeed(cargo().args(CLIPPY)))
}

/// Runs the checks of the workspace, and compiles the fuzz targets, which a complete run builds anyway.
pub(super) fn run(log: &mut Log) -> Result<(), String> {
    cheap(log)?;
    // The fuzz targets are outside the workspace, so that clippy does not see them.
    let mut fuzz = command("bash");
    fuzz.args(["scripts/fuzz.sh", "check"]).env("CARGO_TARGET_DIR", target()?).current_dir(root());
    log.script("fuzz targets", &mut fuzz, Some((NO_PARTS, "no C++ compiler, or no network")))
}
