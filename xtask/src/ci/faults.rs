//! Tests the service under faults, and fuzzes its parsers. Chaos measures, so nothing else runs at the same time but the
//! fuzzer, with what chaos leaves of the processor.

use std::process::Command;

use super::background::{Background, Priority};
use super::log::Log;
use super::programs::{folder, script};
use crate::part::Form;
use crate::workspace::command;

/// Fuzz targets.
const FUZZ: &str = "scripts/fuzz.sh";
const FUZZ_LIMIT: &str = "20m";
/// Exit code of [`FUZZ`] if the targets cannot be built on this machine.
const NO_PARTS: i32 = 3;

/// Starts to build the fuzz targets.
pub(super) fn build_fuzz() -> Result<Background, String> {
    let mut build = command("bash");
    Background::start("fuzz-build", build.args([FUZZ, "0"]), Priority::Lowest)
}

pub(super) fn run(log: &mut Log, form: Form) -> Result<(), String> {
    let fuzz = Background::start("fuzz", &script(FUZZ, FUZZ_LIMIT, form), Priority::Lowest)?;
    let built = folder()?;
    let mut chaos = Command::new(built.join("chaos"));
    let scenarios = match form {
        Form::Short => "short",
        Form::Long => "long",
    };
    chaos.args([scenarios, "--program"]).arg(built.join("snow-conditions"));
    log.script("chaos", &mut chaos, None)?;
    fuzz.finish(log, Some((NO_PARTS, "no C++ compiler, or no network")))
}
