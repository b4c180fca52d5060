//! Runs the tests: all of them by the command of the README, or the two halves of a workflow.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use super::log::Log;
use super::postgres::{self, Postgres};
use crate::workspace::{cargo, root, succeed, target};

/// The tests' variable for the protocol's official schemas, and the folder into which the connector's parts put them.
const SCHEMAS: &str = "MCP_SCHEMAS";
const SCHEMAS_PART: &str = "target/connector/schemas";

/// The tests' variable for the file into which they write the cards.
const CARDS_OUT: &str = "SNOW_CARDS_OUT";

/// Variable of the test harness for the number of tests that run at the same time.
const THREADS: &str = "RUST_TEST_THREADS";
/// Tests for each processor: those of the service wait for much of their time.
const TESTS_PER_PROCESSOR: usize = 2;

/// Runs all tests.
pub(super) fn all(log: &mut Log, postgres: &Postgres) -> Result<(), String> {
    run(log, postgres, &[("test", &["--workspace"])])
}

/// Runs unit tests, documentation tests and the tests of storage.
pub(super) fn unit(log: &mut Log) -> Result<(), String> {
    let postgres = Postgres::start(log)?;
    run(
        log,
        &postgres,
        &[
            ("unit", &["--workspace", "--lib", "--bins", "--examples"]),
            ("doc tests", &["--workspace", "--doc"]),
            ("storage", &["--package", "storage", "--test", "it"]),
        ],
    )
}

/// Runs the other integration tests. Every crate names its integration tests `it`.
pub(super) fn integration(log: &mut Log) -> Result<(), String> {
    let postgres = Postgres::start(log)?;
    run(log, &postgres, &[("integration", &["--workspace", "--exclude", "storage", "--test", "it"])])
}

fn run(log: &mut Log, postgres: &Postgres, selections: &[(&str, &[&str])]) -> Result<(), String> {
    let schemas = root().join(SCHEMAS_PART);
    let named = std::env::var_os(SCHEMAS).is_some();
    let cards = cards()?;
    for (name, selection) in selections {
        log.step(name, || {
            let mut tests = cargo();
            tests.arg("test").args(*selection).env(CARDS_OUT, &cards);
            if std::env::var_os(THREADS).is_none() {
                let processors = available_parallelism().map_or(1, NonZero::get);
                tests.env(THREADS, (processors * TESTS_PER_PROCESSOR).to_string());
            }
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
