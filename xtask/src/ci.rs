//! `ci`: everything that continuous integration checks, in order, each step with its time. The first failure ends it.
//! Checks that this machine cannot run are listed at the end and never pass silently.
//!
//! The order: cheap checks first, then one build with every feature, whose programs all later steps run. While the
//! tests, the browsers and the clients wait, the instruction gate is built and counts. Chaos measures: at the same time
//! only the fuzzer runs, at the lowest priority.

mod background;
mod browsers;
mod checks;
mod clients;
mod faults;
mod lint;
mod log;
mod parts;
mod postgres;
mod programs;
mod suites;

use background::{Background, Priority};
use log::Log;
use parts::Installation;

use crate::part::{Form, Part};

/// Runs the given parts, or everything.
pub(crate) fn run(parts: &[Part], form: Form, built: bool) -> Result<(), String> {
    let mut log = Log::default();
    if parts.is_empty() {
        everything(&mut log, form)?;
    } else {
        parts::run(&mut log, parts, form, built)?;
    }
    log.print();
    Ok(())
}

fn everything(log: &mut Log, form: Form) -> Result<(), String> {
    lint::run(log)?;
    let installation = Installation::start(&[])?;
    log.step("build", programs::build_with_tests)?;
    log.step("install", || installation.finish())?;
    let fuzz = faults::build_fuzz()?;
    let gate = Background::part(Part::Gate, form, Priority::Lowest)?;
    suites::all(log)?;
    let clients = Background::part(Part::Clients, form, Priority::Equal)?;
    browsers::run(log, form)?;
    checks::run(log, form)?;
    clients.finish(log, None)?;
    gate.finish(log, None)?;
    faults::finish_build(log, fuzz)?;
    faults::run(log, form)
}
