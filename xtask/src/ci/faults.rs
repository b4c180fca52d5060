//! Tests the service under faults, and fuzzes its parsers. Chaos measures, so nothing else runs at the same time.

use std::process::Command;

use super::log::Log;
use super::programs::{folder, script};
use crate::part::Form;

/// Fuzz targets.
pub(super) const FUZZ: &str = "scripts/fuzz.sh";
const FUZZ_LIMIT: &str = "20m";
/// Exit code of [`FUZZ`] if the targets cannot be built on this machine.
const NO_PARTS: i32 = 3;

pub(super) fn run(log: &mut Log, form: Form) -> Result<(), String> {
    let built = folder()?;
    let mut chaos = Command::new(built.join("chaos"));
    let scenarios = match form {
        Form::Short => "short",
        Form::Long => "long",
    };
    chaos.args([scenarios, "--program"]).arg(built.join("snow-conditions"));
    log.script("chaos", &mut chaos, None)?;
    let none = "no C++ compiler, or no network";
    log.script("fuzz", &mut script(FUZZ, FUZZ_LIMIT, form), Some((NO_PARTS, none)))
}
