//! `ci`: everything that continuous integration checks, in its order, each step with its time. The first failure ends
//! it. What this machine cannot try is said at the end and never passes silently.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::workspace::{self, cargo, root, succeed, target};
use crate::{bench, new, release, schema_diff, tidy};

mod ahead;
mod beside;
mod checks;
mod guard;

use ahead::Ahead;
use beside::Beside;

/// The recorded OpenSkiMap file, beside the repository when it is at hand.
const SNAPSHOT: &str = "../shared/payloads/openskimap/ski_areas_20260808.csv.gz";

/// The tests' variable for a PostgreSQL server.
const POSTGRES_URL: &str = "SNOW_TEST_POSTGRES_URL";

/// Exit code of `scripts/postgres.sh` when there is no PostgreSQL and none can be installed.
const NO_POSTGRES: i32 = 3;

/// Drives the connector with the official suite and real clients; a time that it may take, in `timeout`'s words.
const CONNECTOR: &str = "scripts/connector/check.sh";
const CONNECTOR_LIMIT: &str = "20m";

/// The tests' variable for the protocol's official schemas, and where their part of [`CONNECTOR`]'s parts is.
const SCHEMAS: &str = "MCP_SCHEMAS";
const SCHEMAS_PART: &str = "target/connector/schemas";

/// Shows the cards in a browser, once its parts are there.
const CARDS: &str = "scripts/cards.sh";
const CARDS_PARTS: &str = "scripts/cards/node_modules/.installed";
const CARDS_LIMIT: &str = "15m";
/// The tests' variable for the file that they write the cards into.
const CARDS_OUT: &str = "SNOW_CARDS_OUT";

/// Opens the web pages in a browser, once its parts are there.
const PAGES: &str = "scripts/pages.sh";
const PAGES_PARTS: &str = "scripts/pages/node_modules/.installed";
const PAGES_LIMIT: &str = "30m";

/// The conformance kit against the service over simulated weather.
const CONFORMANCE: &str = "scripts/conformance.sh";
const CONFORMANCE_LIMIT: &str = "15m";

/// The examples for implementers of the contract, over every vector.
const VECTORS: &str = "scripts/vectors.sh";
const VECTORS_LIMIT: &str = "5m";

/// The service behind nginx and Caddy, as `deploy/` configures them.
const PROXIES: &str = "scripts/proxies.sh";
const PROXIES_LIMIT: &str = "5m";

/// Tells the scripts that the programs are built already.
const BUILT: &str = "SNOW_BUILT";
const BUILT_FOR_CONNECTOR: &str = "SNOW_CONNECTOR_BUILT";

/// Exit code of [`CONNECTOR`] when nothing that it drives with is installed.
const NO_PARTS: i32 = 3;

/// The last words of a log that tells of no failure; its lines follow.
const GREEN: &str = "== all green";

/// What a program could not try stands behind this, one line each.
const NOT_TRIED: &str = "not tried: ";

pub(crate) fn run() -> Result<(), String> {
    let mut log = Log::default();
    log.step("fmt", || succeed(cargo().args(["fmt", "--check"])))?;
    log.step("tidy", tidy::run)?;
    log.step("schema", schema_diff::against_released)?;
    let ahead = tests(&mut log)?;
    features(&mut log)?;
    let clients = Beside::start()?;
    let mut cards = bounded(CARDS, CARDS_LIMIT);
    in_a_browser(&mut log, "cards", CARDS_PARTS, cards.arg("--from").arg(cards_written()?))?;
    in_a_browser(&mut log, "pages", PAGES_PARTS, &mut bounded(PAGES, PAGES_LIMIT))?;
    clients.finish(&mut log)?;
    log.step("ahead", || {
        ahead.finish();
        Ok(())
    })?;
    chaos(&mut log)?;
    guard::run(&mut log)?;
    checks::run(&mut log)?;
    log.step("embed", embed)?;
    log.step("drafts", new::check_drafts)?;
    let snapshot = root().join(SNAPSHOT);
    if snapshot.exists() {
        log.step("catalogue", || workspace::agreement(&snapshot))?;
    } else {
        log.not_tried("catalogue", "no recorded OpenSkiMap file beside the repository");
    }
    if bench::can_count() {
        log.step("bench gate", || bench::run(true))?;
    } else {
        log.not_tried("bench gate", "no valgrind; scripts/install-ci-parts.sh installs it");
    }
    log.print();
    Ok(())
}

/// The part that goes on beside the browsers: the built service before clients that are not ours.
pub(crate) fn clients() -> Result<(), String> {
    let mut log = Log::default();
    connector(&mut log)?;
    log.step("conformance", || succeed(&mut bounded(CONFORMANCE, CONFORMANCE_LIMIT)))?;
    log.step("vectors", || succeed(&mut bounded(VECTORS, VECTORS_LIMIT)))?;
    proxies(&mut log)?;
    guard::requests(&mut log)?;
    log.print();
    Ok(())
}

/// A program outside of the workspace that depends on its crates: with the versions that the workspace is locked to and
/// its folder of what is built, so that it neither fetches nor builds anything twice.
fn embed() -> Result<(), String> {
    let lock = root().join("examples/embed/Cargo.lock");
    std::fs::copy(root().join("Cargo.lock"), &lock)
        .map_err(|error| format!("{}: {error}", lock.display()))?;
    let mut embed = cargo();
    if std::env::var_os("CARGO_TARGET_DIR").is_none() {
        embed.env("CARGO_TARGET_DIR", root().join("target"));
    }
    succeed(embed.args(["run", "--offline", "--manifest-path", "examples/embed/Cargo.toml"]))
}

/// The tests, with PostgreSQL and the protocol's schemas where they can be had; and the compilers that work beside them.
fn tests(log: &mut Log) -> Result<Ahead, String> {
    // With the features of the whole workspace, as the tests have them: every later step that runs a program takes these.
    log.step("build", || succeed(cargo().args(["build", "--workspace", "--bins", "--tests", "--examples"])))?;
    let ahead = Ahead::start()?;
    let postgres = Postgres::start(log)?;
    let schemas = root().join(SCHEMAS_PART);
    let named = std::env::var_os(SCHEMAS).is_some();
    let cards = cards_written()?;
    log.step("test", || {
        let mut tests = cargo();
        tests.args(["test", "--workspace"]).env(CARDS_OUT, &cards);
        if let Some(url) = &postgres.url {
            tests.env(POSTGRES_URL, url);
        }
        if !named && schemas.exists() {
            tests.env(SCHEMAS, &schemas);
        }
        succeed(&mut tests)
    })?;
    if !named && !schemas.exists() {
        log.not_tried("schemas", "no official schemas; scripts/install-connector-parts.sh brings them");
    }
    Ok(ahead)
}

/// The features of libraries that those of releases bring.
const LIBRARIES: &str = "accounts/passkeys,charts/raster";

/// What releases have beyond the default: its tests, and the program with it, which every later step runs.
fn features(log: &mut Log) -> Result<(), String> {
    log.step("features", || {
        let mut tests = cargo();
        tests.args(["test", "--workspace", "--test", "it", "--features", release::FEATURES]);
        succeed(tests.args(["--", "accounts::passkeys", "previews::"]))?;
        let mut libraries = cargo();
        libraries.args(["test", "-p", "accounts", "-p", "charts", "--lib", "--features", LIBRARIES]);
        succeed(libraries.args(["--", "passkeys::", "raster::"]))
    })
}

/// The short faults, alone on the machine: they measure.
fn chaos(log: &mut Log) -> Result<(), String> {
    let missing = log.step("chaos", || {
        let built = target()?.join("debug");
        let mut command = Command::new(built.join("chaos"));
        command.args(["short", "--program"]).arg(built.join("snow-conditions"));
        let (status, missing) = listened(&mut command)?;
        if status.success() { Ok(missing) } else { Err(format!("chaos: {status}")) }
    })?;
    log.all_not_tried("chaos", &missing);
    Ok(())
}

/// The connector before clients that are not ours.
fn connector(log: &mut Log) -> Result<(), String> {
    let missing = log.step("connector", || {
        let mut command = Command::new("timeout");
        command.args(["--kill-after=3m", CONNECTOR_LIMIT, "bash", CONNECTOR]).current_dir(root());
        command.env(BUILT_FOR_CONNECTOR, "1");
        let (status, missing) = listened(&mut command)?;
        match status.code() {
            Some(0) => Ok(missing),
            Some(NO_PARTS) => Ok(vec!["no part is installed; scripts/install-connector-parts.sh".to_owned()]),
            _ => Err(format!("{CONNECTOR}: {status}")),
        }
    })?;
    log.all_not_tried("connector", &missing);
    Ok(())
}

/// The service behind real proxies.
fn proxies(log: &mut Log) -> Result<(), String> {
    let missing = log.step("proxies", || {
        let (status, missing) = listened(&mut bounded(PROXIES, PROXIES_LIMIT))?;
        if status.success() { Ok(missing) } else { Err(format!("{PROXIES}: {status}")) }
    })?;
    log.all_not_tried("proxies", &missing);
    Ok(())
}

/// Runs a command whose output goes on as it is; its end, and what it said that it could not try.
fn listened(command: &mut Command) -> Result<(ExitStatus, Vec<String>), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    let mut missing = Vec::new();
    for line in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
        let line = line.map_err(|error| error.to_string())?;
        println!("{line}");
        missing.extend(line.strip_prefix(NOT_TRIED).map(str::to_owned));
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok((status, missing))
}

/// The cards that the tests wrote, so that nothing is compiled once more for the one package that has them.
fn cards_written() -> Result<PathBuf, String> {
    Ok(target()?.join("cards.json"))
}

/// Cards or pages in a browser, once its parts are there.
fn in_a_browser(log: &mut Log, name: &str, parts: &str, command: &mut Command) -> Result<(), String> {
    if !root().join(parts).exists() {
        log.not_tried(name, "no browser parts; scripts/install-browser-parts.sh installs them");
        return Ok(());
    }
    log.step(name, || succeed(command))
}

/// A script of the repository with the programs that are built, and so much time for it, in `timeout`'s words.
fn bounded(script: &str, limit: &str) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=1m", limit, "bash", script]).env(BUILT, "1").current_dir(root());
    command
}

/// What was done, and how long it took.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
}

impl Log {
    #[expect(clippy::disallowed_methods, reason = "a step's duration is measured, no rule depends on it")]
    fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        println!("== {name}");
        let start = Instant::now();
        let outcome = work();
        let line = format!("{name:12} {}", seconds(start.elapsed()));
        println!("== {line}{}", if outcome.is_ok() { "" } else { " FAILED" });
        self.lines.push(line);
        outcome.map_err(|reason| format!("{}\n== {name} FAILED: {reason}", self.lines.join("\n")))
    }

    fn not_tried(&mut self, name: &str, reason: &str) {
        let line = format!("{name:12} NOT TRIED: {reason}");
        println!("== {line}");
        self.lines.push(line);
    }

    fn all_not_tried(&mut self, name: &str, reasons: &[String]) {
        reasons.iter().for_each(|reason| self.not_tried(name, reason));
    }

    fn print(&self) {
        println!("{GREEN}\n{}", self.lines.join("\n"));
    }

    /// The lines that [`Log::print`] wrote in a text.
    fn take(&mut self, printed: &str) {
        let lines = printed.rsplit_once(GREEN).map_or("", |(_, lines)| lines);
        self.lines.extend(lines.lines().filter(|line| !line.is_empty()).map(str::to_owned));
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:7.1} s", duration.as_secs_f64())
}

/// A PostgreSQL server for the tests, stopped again unless it ran before.
struct Postgres {
    url: Option<String>,
    ours: bool,
}

impl Postgres {
    fn start(log: &mut Log) -> Result<Self, String> {
        if let Ok(url) = std::env::var(POSTGRES_URL) {
            return Ok(Self { url: Some(url), ours: false });
        }
        if !root().join("scripts/postgres.sh").exists() {
            log.not_tried("postgres", "scripts/postgres.sh is missing");
            return Ok(Self { url: None, ours: false });
        }
        let running = script("url").ok().and_then(|output| url_of(&output));
        if let Some(url) = running {
            return Ok(Self { url: Some(url), ours: false });
        }
        let output = log.step("postgres", || {
            let output = script("start")?;
            let known = output.status.success() || output.status.code() == Some(NO_POSTGRES);
            if known { Ok(output) } else { Err(format!("scripts/postgres.sh start: {}", output.status)) }
        })?;
        let url = url_of(&output);
        if url.is_none() {
            log.not_tried("postgres", "none is installed; the storage tests run on SQLite alone");
        }
        Ok(Self { ours: url.is_some(), url })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.ours
            && let Err(reason) = script("stop")
        {
            eprintln!("{reason}");
        }
    }
}

fn script(verb: &str) -> Result<std::process::Output, String> {
    let mut command = Command::new("bash");
    command
        .current_dir(root())
        .args(["scripts/postgres.sh", verb])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    command.output().map_err(|error| format!("scripts/postgres.sh {verb}: {error}"))
}

/// The address that the script prints, when it succeeded.
fn url_of(output: &std::process::Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let url = text.lines().next_back()?.trim();
    (output.status.success() && url.starts_with("postgres")).then(|| url.to_owned())
}
