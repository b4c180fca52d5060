//! `ci`: everything that continuous integration checks, in order, each step with its time. The first failure ends it.
//! Checks that this machine cannot run are listed at the end and never pass silently.
//!
//! The order: cheap checks first, then one build with every feature, whose programs all later steps run. While the
//! tests, the browsers and the clients wait, compilers work on the last steps. Chaos measures and has the machine to
//! itself.

mod ahead;
mod beside;
mod browsers;
mod checks;
mod clients;
mod faults;
mod gate;
mod lint;
mod log;
mod parts;
mod postgres;
mod programs;
mod suites;

use ahead::EarlyBuilds;
use beside::ParallelPart;
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
    let ahead = EarlyBuilds::start()?;
    suites::all(log)?;
    let clients = ParallelPart::start(Part::Clients, form)?;
    browsers::run(log, form)?;
    checks::run(log)?;
    clients.finish(log)?;
    log.step("ahead", || {
        ahead.finish();
        Ok(())
    })?;
    faults::run(log, form)?;
    gate::run(log)
}
