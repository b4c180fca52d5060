//! `ci`: everything that continuous integration checks, in its order, each step with its time. The first failure ends
//! it. What this machine cannot try is listed at the end and never passes silently.
//!
//! The order: what is cheap first, then one build with every feature, whose programs all later steps run. While the
//! tests, the browsers and the clients wait, compilers work on the last steps. Chaos measures and has the machine alone.

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

/// Runs the parts named, else everything.
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
