//! The one build whose programs all later steps run, and the variables that pass it to scripts.

use std::path::PathBuf;
use std::process::Command;

use crate::bench;
use crate::part::Form;
use crate::workspace::{self, program_build, root, succeed, target};

/// Variable that informs scripts that the programs are built.
const BUILT: &str = "SNOW_BUILT";
/// Variable that asks scripts for few repetitions.
const SHORT: &str = "SNOW_SHORT";

/// Builds the programs only.
pub(super) fn build() -> Result<(), String> {
    succeed(&mut program_build())
}

/// Builds the programs, the tests and the gated benches.
pub(super) fn build_with_tests() -> Result<(), String> {
    succeed(&mut bench::build_with_tests())
}

/// Returns the folder of the programs.
pub(super) fn folder() -> Result<PathBuf, String> {
    Ok(target()?.join("debug"))
}

/// Returns a command that runs a script of the repository with the built programs, for at most `limit` (in `timeout`'s
/// notation).
pub(super) fn script(path: &str, limit: &str, form: Form) -> Command {
    let mut command = workspace::command("timeout");
    command.args(["--kill-after=1m", limit, "bash", path]).env(BUILT, "1").current_dir(root());
    if form == Form::Short {
        command.env(SHORT, "1");
    } else {
        command.env_remove(SHORT);
    }
    command
}
