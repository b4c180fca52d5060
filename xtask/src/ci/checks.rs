//! What the compiler checks and never runs: lints, the crates without their features, the pages of the documentation. In a
//! folder of its own, so that nobody waits for the other's lock when it goes ahead beside the tests.

use std::path::PathBuf;

use super::Log;
use crate::workspace::{cargo, succeed, target};

/// A step's name, and what cargo is called with.
const CHECKS: [(&str, &[&str]); 4] = [
    ("clippy", &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
    ("core alone", &["check", "-p", "conditions-core"]),
    ("lean", &["check", "--workspace", "--no-default-features"]),
    ("doc", &["doc", "--workspace", "--no-deps", "--document-private-items"]),
];
const FLAGS: (&str, &str) = ("RUSTDOCFLAGS", "-D warnings");
const FOLDER: &str = "CARGO_TARGET_DIR";

fn folder() -> Result<PathBuf, String> {
    Ok(target()?.join("checks"))
}

/// One after the other, each its step.
pub(super) fn run(log: &mut Log) -> Result<(), String> {
    let folder = folder()?;
    CHECKS.iter().try_for_each(|(name, words)| {
        log.step(name, || succeed(cargo().args(*words).env(FLAGS.0, FLAGS.1).env(FOLDER, &folder)))
    })
}

/// All of them as one command that goes ahead: whatever becomes of one, the next is tried.
pub(super) fn ahead() -> Result<Vec<String>, String> {
    let mut words = vec!["env".to_owned(), format!("{}={}", FLAGS.0, FLAGS.1)];
    words.push(format!("{FOLDER}={}", folder()?.display()));
    let commands = CHECKS.map(|(_, words)| format!("cargo {}", words.join(" ")));
    words.extend(["bash".to_owned(), "-c".to_owned(), commands.join("; ")]);
    Ok(words)
}
