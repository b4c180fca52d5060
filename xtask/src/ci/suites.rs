//! Runs the tests: all of them by the command of the README, or the two halves of a workflow.

use std::io::{BufRead as _, BufReader};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

use super::background::Background;
use super::log::Log;
use super::postgres::{self, Postgres};
use crate::workspace::{cargo, root, shown, succeed, target};

/// The tests' variable for the protocol's official schemas, and the folder into which the connector's parts put them.
const SCHEMAS: &str = "MCP_SCHEMAS";
const SCHEMAS_PART: &str = "target/connector/schemas";

/// The tests' variable for the file into which they write the cards.
const CARDS_OUT: &str = "SNOW_CARDS_OUT";

/// Variable of the test harness for the number of tests that run at the same time.
const THREADS: &str = "RUST_TEST_THREADS";
/// Tests for each processor: those of the service wait for much of their time.
const TESTS_PER_PROCESSOR: usize = 2;

/// Runs all tests. `compiling` starts work that compiles in the same target folder, when cargo has released its lock.
pub(super) fn all(
    log: &mut Log,
    postgres: &Postgres,
    compiling: impl FnOnce() -> Result<Background, String>,
) -> Result<Background, String> {
    let mut tests = tests(postgres)?;
    let started = log.step("test", || succeed_beside(tests.arg("--workspace"), compiling))?;
    note_schemas(log);
    Ok(started)
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
    for (name, selection) in selections {
        log.step(name, || succeed(tests(postgres)?.args(*selection)))?;
    }
    note_schemas(log);
    Ok(())
}

/// Returns the command of the tests.
fn tests(postgres: &Postgres) -> Result<Command, String> {
    let mut tests = cargo();
    tests.arg("test").env(CARDS_OUT, cards()?);
    if std::env::var_os(THREADS).is_none() {
        let processors = available_parallelism().map_or(1, NonZero::get);
        tests.env(THREADS, (processors * TESTS_PER_PROCESSOR).to_string());
    }
    if let Some(url) = &postgres.url {
        tests.env(postgres::URL, url);
    }
    if std::env::var_os(SCHEMAS).is_none() && has_schemas() {
        tests.env(SCHEMAS, root().join(SCHEMAS_PART));
    }
    Ok(tests)
}

fn has_schemas() -> bool {
    root().join(SCHEMAS_PART).exists()
}

fn note_schemas(log: &mut Log) {
    if std::env::var_os(SCHEMAS).is_none() && !has_schemas() {
        log.not_tried("schemas", "no official schemas; scripts/install-connector-parts.sh brings them");
    }
}

/// Runs tests to their end, and calls `compiling` when the first of them runs.
fn succeed_beside<T>(
    tests: &mut Command,
    compiling: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    tests.stdin(Stdio::null()).stderr(Stdio::piped());
    let name = shown(tests);
    let failed = |error| format!("{name}: {error}");
    let mut child = tests.spawn().map_err(failed)?;
    let mut errors = BufReader::new(child.stderr.take().ok_or("cargo: stderr is not piped")?);
    let mut line = Vec::new();
    // Cargo compiles everything before it names the first program of tests.
    let mut started = None;
    let mut compiling = Some(compiling);
    while errors.read_until(b'\n', &mut line).map_err(failed)? > 0 {
        let text = String::from_utf8_lossy(&line);
        eprint!("{text}");
        if text.trim_start().starts_with("Running ")
            && let Some(compiling) = compiling.take()
        {
            started = Some(compiling()?);
        }
        line.clear();
    }
    match child.wait().map_err(failed)? {
        status if status.success() => started.ok_or_else(|| format!("{name} ran no test")),
        status => Err(format!("{name}: {status}")),
    }
}

/// Returns the file of cards that the tests write for the browser, so that the browser's step compiles nothing.
pub(super) fn cards() -> Result<PathBuf, String> {
    Ok(target()?.join("cards.json"))
}
