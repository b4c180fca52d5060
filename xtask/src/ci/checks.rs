//! Checks that mostly compile: fewer features, the documentation, drafts, a program that embeds the crates; and rules
//! for dependencies and the catalogue. All use the one target folder, so that they reuse what clippy compiled. Drafts
//! come last, because they compile changed files of the same crates.

use std::process::{Command, Stdio};

use super::log::Log;
use super::programs;
use crate::part::Form;
use crate::workspace::{cargo, root, succeed, target};
use crate::{new, public_api};

/// Names of steps, with the arguments of cargo.
const CHECKS: [(&str, &[&str]); 4] = [
    // As the README's `cargo run` compiles: features of other crates and of tests are absent. Not clippy, which has read
    // all of it with the features of the tests: the documentation uses what `check` compiled.
    ("program alone", &["check"]),
    ("core alone", &["check", "-p", "conditions-core"]),
    ("rules alone", &["check", "-p", "conformance"]),
    ("lean", &["check", "--no-default-features"]),
];
const DOC: [&str; 4] = ["doc", "--workspace", "--no-deps", "--document-private-items"];
/// Tools whose dependencies have features that the program's have not: with them the documentation would check every
/// crate a second time.
const TOOLS: [&str; 3] = ["codegen", "packaging", "xtask"];
const FLAGS: (&str, &str) = ("RUSTDOCFLAGS", "-D warnings");

/// The recorded OpenSkiMap file, next to the repository on some machines.
const SNAPSHOT: &str = "../shared/payloads/openskimap/ski_areas_20260808.csv.gz";

/// The checks of `cargo deny` that need no network.
const OFFLINE: [&str; 3] = ["bans", "licenses", "sources"];

pub(super) fn run(log: &mut Log, form: Form) -> Result<(), String> {
    dependencies(log)?;
    for (name, words) in CHECKS {
        log.step(name, || succeed(cargo().args(words)))?;
    }
    log.step("doc", || documentation(form))?;
    public_items(log)?;
    log.step("embed", embed)?;
    catalogue(log)?;
    if form == Form::Long { log.step("drafts", new::check_drafts) } else { Ok(()) }
}

/// Documents the workspace, the tools only in the long form.
fn documentation(form: Form) -> Result<(), String> {
    let mut doc = cargo();
    doc.args(DOC).env(FLAGS.0, FLAGS.1);
    if form == Form::Short {
        doc.args(TOOLS.iter().flat_map(|tool| ["--exclude", tool]));
    }
    succeed(&mut doc)
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
    // Known vulnerabilities are in a separate database, which must be fetched.
    if !succeeds(cargo().args(["deny", "fetch", "db"])) {
        log.not_tried("advisories", "no network to fetch the database of known vulnerabilities");
        return Ok(());
    }
    log.step("advisories", || succeed(cargo().args(["deny", "check", "--disable-fetch", "advisories"])))
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Compares the public items of the embeddable crates, if this toolchain can list them.
fn public_items(log: &mut Log) -> Result<(), String> {
    let unreadable = log.step("public api", || match public_api::check() {
        Ok(()) => Ok(None),
        Err(public_api::Failure::Unreadable(reason)) => Ok(Some(reason)),
        Err(public_api::Failure::Other(reason)) => Err(reason),
    })?;
    if let Some(reason) = unreadable {
        log.not_tried("public api", &reason);
    }
    Ok(())
}

/// Builds a program outside the workspace that depends on its crates, with the workspace's lock file and target folder,
/// so that nothing is fetched or built twice.
fn embed() -> Result<(), String> {
    let lock = root().join("examples/embed/Cargo.lock");
    std::fs::copy(root().join("Cargo.lock"), &lock)
        .map_err(|error| format!("{}: {error}", lock.display()))?;
    let mut embed = cargo();
    embed.env("CARGO_TARGET_DIR", target()?);
    succeed(embed.args(["run", "--offline", "--manifest-path", "examples/embed/Cargo.toml"]))
}

/// Compares the embedded catalogue with the recorded file.
fn catalogue(log: &mut Log) -> Result<(), String> {
    let snapshot = root().join(SNAPSHOT);
    if !snapshot.exists() {
        log.not_tried("catalogue", "no recorded OpenSkiMap file next to the repository");
        return Ok(());
    }
    log.step("catalogue", || {
        // The example alone: a build of every program would link the one that the clients are running.
        succeed(cargo().args(["build", "--workspace", "--example", "agreement"]))?;
        succeed(Command::new(programs::folder()?.join("examples/agreement")).arg(&snapshot))
    })
}
