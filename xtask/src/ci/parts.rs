//! Runs single parts of `ci`, after installing and building what they need.

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};

use super::log::Log;
use super::{checks, clients, faults, lint, programs, suites};
use crate::bench::{self, Counted};
use crate::part::{Form, Part};
use crate::workspace::{self, root, target};

/// Installs what the checks use beyond Rust. Without arguments everything, else what the given parts need.
const INSTALL: &str = "scripts/install-ci-parts.sh";

const CARDS: &str = "scripts/cards.sh";
const CARDS_PARTS: &str = "scripts/cards/node_modules/.installed";
const CARDS_LIMIT: &str = "15m";

const PAGES: &str = "scripts/pages.sh";
const PAGES_PARTS: &str = "scripts/pages/node_modules/.installed";
const PAGES_LIMIT: &str = "30m";

/// Runs parts one after the other, after installing and building what they need. `built` skips both.
pub(super) fn run(log: &mut Log, parts: &[Part], form: Form, built: bool) -> Result<(), String> {
    let names: Vec<String> =
        parts.iter().filter(|part| part.needs_installing()).map(|part| part.name()).collect();
    if !built && !names.is_empty() {
        log.step("install", || Installation::start(&names)?.finish())?;
    }
    if !built && parts.iter().any(|part| part.needs_programs()) {
        log.step("build", programs::build)?;
    }
    parts.iter().try_for_each(|part| one(log, *part, form))
}

fn one(log: &mut Log, part: Part, form: Form) -> Result<(), String> {
    match part {
        Part::Lint => lint::run(log),
        Part::Checks => checks::run(log, form),
        Part::Unit => suites::unit(log),
        Part::Integration => suites::integration(log),
        Part::Browsers => browsers(log, form),
        Part::Clients => clients::run(log, form),
        Part::Faults => faults::run(log, form),
        Part::Gate => gate(log),
    }
}

/// Checks cards and web pages in Chromium, if its parts are installed.
fn browsers(log: &mut Log, form: Form) -> Result<(), String> {
    let mut command = programs::script(CARDS, CARDS_LIMIT, form);
    // Without the tests' file the script runs the test that writes it.
    let written = suites::cards()?;
    if written.exists() {
        command.arg("--from").arg(written);
    }
    with_parts(log, "cards", CARDS_PARTS, &mut command)?;
    with_parts(log, "pages", PAGES_PARTS, &mut programs::script(PAGES, PAGES_LIMIT, form))
}

fn with_parts(log: &mut Log, name: &str, parts: &str, command: &mut Command) -> Result<(), String> {
    if !root().join(parts).exists() {
        log.not_tried(name, "no browser parts; scripts/install-browser-parts.sh installs them");
        return Ok(());
    }
    log.script(name, command, None)
}

/// Checks the instructions and system calls of the gate.
pub(super) fn gate(log: &mut Log) -> Result<(), String> {
    if bench::can_count() {
        log.step("instructions", || bench::gate(Counted::Instructions))?;
    } else {
        log.not_tried("instructions", "no valgrind; scripts/install-ci-parts.sh installs it");
    }
    log.step("system calls", || bench::gate(Counted::Calls))
}

/// The installation in the background. Its output is in a file of the target folder.
pub(super) struct Installation(Child);

impl Installation {
    pub(super) fn start(parts: &[String]) -> Result<Self, String> {
        let folder = target()?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join("ci-install.log");
        let failed = |error| format!("{}: {error}", path.display());
        let output = File::create(&path).map_err(failed)?;
        let errors = output.try_clone().map_err(failed)?;
        println!("== install: writes {}", path.display());
        let mut command = workspace::command("bash");
        command.arg(INSTALL).args(parts).current_dir(root());
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        command.spawn().map(Self).map_err(|error| format!("{INSTALL}: {error}"))
    }

    /// Waits for the end. A part that could not be installed is not a failure: its checks are listed as not tried.
    pub(super) fn finish(mut self) -> Result<(), String> {
        let status = self.0.wait().map_err(|error| format!("{INSTALL}: {error}"))?;
        if !status.success() {
            println!("== {INSTALL}: {status}: some parts are not installed");
        }
        Ok(())
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        // A package manager that is stopped half-way leaves its lock, so it is left to end on its own.
        self.0.wait().ok();
    }
}
