//! Runs the tests: all of them by the command of the README, or the two halves of a workflow.

use std::path::PathBuf;

use super::log::Log;
use super::postgres::{self, Postgres};
use crate::workspace::{cargo, root, succeed, target};

/// The tests' variable for the protocol's official schemas, and the folder into which the connector's parts put them.
const SCHEMAS: &str = "MCP_SCHEMAS";
const SCHEMAS_PART: &str = "target/connector/schemas";

/// The tests' variable for the file into which they write the cards.
const CARDS_OUT: &str = "SNOW_CARDS_OUT";

/// Runs all tests.
pub(super) fn all(log: &mut Log) -> Result<(), String> {
    run(log, &[("test", &["--workspace"])])
}

/// Runs unit tests, documentation tests and the tests of storage.
pub(super) fn unit(log: &mut Log) -> Result<(), String> {
    run(
        log,
        &[
            ("unit", &["--workspace", "--lib", "--bins", "--examples"]),
            ("doc tests", &["--workspace", "--doc"]),
            ("storage", &["--package", "storage", "--test", "it"]),
        ],
    )
}

/// Runs the other integration tests. Every crate names its integration tests `it`.
pub(super) fn integration(log: &mut Log) -> Result<(), String> {
    run(log, &[("integration", &["--workspace", "--exclude", "storage", "--test", "it"])])
}

fn run(log: &mut Log, selections: &[(&str, &[&str])]) -> Result<(), String> {
    let postgres = Postgres::start(log)?;
    let schemas = root().join(SCHEMAS_PART);
    let named = std::env::var_os(SCHEMAS).is_some();
    let cards = cards()?;
    for (name, selection) in selections {
        log.step(name, || {
            let mut tests = cargo();
            tests.arg("test").args(*selection).env(CARDS_OUT, &cards);
            if let Some(url) = &postgres.url {
                tests.env(postgres::URL, url);
            }
            if !named && schemas.exists() {
                tests.env(SCHEMAS, &schemas);
            }
            succeed(&mut tests)
        })?;
    }
    if !named && !schemas.exists() {
        log.not_tried("schemas", "no official schemas; scripts/install-connector-parts.sh brings them");
    }
    Ok(())
}

/// Returns the file of cards that the tests write for the browser, so that the browser's step compiles nothing.
pub(super) fn cards() -> Result<PathBuf, String> {
    Ok(target()?.join("cards.json"))
}
