//! `ci`: everything that continuous integration checks, in order, each step with its time. The first failure ends it.
//! Checks that this machine cannot run are listed at the end and never pass silently.
//!
//! The order: cheap checks first, then one build with every feature, whose programs all later steps run. Tests and
//! clients run at the same time, then browsers and checks, because all of them wait for much of their time; what is left
//! of the processor compiles the fuzz targets. Chaos measures: at the same time only the fuzzer runs, at the lowest
//! priority. A busy machine makes more system calls, so the gate comes last.

mod background;
mod checks;
mod clients;
mod faults;
mod lint;
mod log;
mod parts;
mod postgres;
mod programs;
mod suites;

use background::Background;
use log::Log;
use parts::Installation;
use postgres::Postgres;

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
    lint::cheap(log)?;
    let installation = Installation::start(&[])?;
    log.step("build", programs::build_with_tests)?;
    log.step("install", || installation.finish())?;
    let fuzz = faults::build_fuzz()?;
    let postgres = Postgres::start(log)?;
    let clients = Background::part(Part::Clients, form)?;
    suites::all(log, &postgres)?;
    let browsers = Background::part(Part::Browsers, form)?;
    checks::run(log, form)?;
    browsers.finish(log, None)?;
    clients.finish(log, None)?;
    drop(postgres);
    log.step("fuzz build", || fuzz.finish_build())?;
    faults::run(log, form)?;
    parts::gate(log)
}
