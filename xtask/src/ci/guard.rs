//! The standing guard of `ci`: what dependencies may be, what generated requests find in the service, and what fuzzing finds in
//! its parsers. Each needs a program that not every machine has.

use std::process::{Command, Stdio};

use super::{Log, NOT_TRIED, bounded, listened};
use crate::workspace::{cargo, succeed};

/// Generated requests; its exit code when their generator cannot be had.
const SCHEMATHESIS: &str = "scripts/schemathesis.sh";
const SCHEMATHESIS_LIMIT: &str = "15m";
/// Fuzz targets; its exit code when they cannot be built.
pub(super) const FUZZ: &str = "scripts/fuzz.sh";
const FUZZ_LIMIT: &str = "20m";
const NO_PARTS: i32 = 3;

/// What `cargo deny` finds without a network.
const OFFLINE: [&str; 3] = ["bans", "licenses", "sources"];

pub(super) fn run(log: &mut Log) -> Result<(), String> {
    dependencies(log)?;
    script(log, "fuzz", FUZZ, FUZZ_LIMIT, "no C++ compiler, or no network")
}

pub(super) fn requests(log: &mut Log) -> Result<(), String> {
    script(log, "requests", SCHEMATHESIS, SCHEMATHESIS_LIMIT, "no schemathesis: it is installed by pip")
}

fn dependencies(log: &mut Log) -> Result<(), String> {
    if !succeeds(cargo().args(["deny", "--version"])) {
        log.not_tried("deny", "no cargo-deny; SNOW_INSTALL_DENY=1 scripts/install-ci-parts.sh installs it");
        return Ok(());
    }
    log.step("deny", || {
        let mut deny = cargo();
        deny.args(["deny", "--offline", "--all-features", "check", "--hide-inclusion-graph"]);
        succeed(deny.args(OFFLINE))
    })?;
    // Known holes are in a database of their own, which has to be fetched.
    if !succeeds(cargo().args(["deny", "fetch", "db"])) {
        log.not_tried("advisories", "no network to fetch the database of known holes");
        return Ok(());
    }
    log.step("advisories", || succeed(cargo().args(["deny", "check", "--disable-fetch", "advisories"])))
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A script that finds something, nothing, or cannot be tried.
fn script(log: &mut Log, name: &str, script: &str, limit: &str, without: &str) -> Result<(), String> {
    let missing = log.step(name, || {
        let (status, missing) = listened(&mut bounded(script, limit))?;
        match status.code() {
            Some(0) => Ok(missing),
            Some(NO_PARTS) => Ok(vec![without.to_owned()]),
            _ => Err(format!("{script}: {status}; what it could not try begins with `{NOT_TRIED}`")),
        }
    })?;
    log.all_not_tried(name, &missing);
    Ok(())
}
