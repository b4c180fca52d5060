//! Commands that use neither the settings nor the data of a deployment: packages and image builders call them.

use std::io::{self, Write as _};

use clap::{Command, Subcommand};
use command_line::{Shell, manual};

/// Commands that work without settings.
#[derive(Debug, Subcommand)]
pub enum Standalone {
    /// Print completions of this command line for a shell.
    Completions {
        /// Name of the shell.
        shell: Shell,
    },
    /// Print the manual page of this program.
    Man,
}

/// Runs the command of `program`.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(command: &Standalone, program: Command) -> Result<(), String> {
    let mut text = Vec::new();
    let made = match command {
        Standalone::Completions { shell } => {
            command_line::completions(program, *shell, &mut text);
            Ok(())
        }
        Standalone::Man => manual::write(program, &mut text),
    };
    let mut out = io::stdout().lock();
    made.and_then(|()| out.write_all(&text))
        .and_then(|()| out.flush())
        .map_err(|error| format!("cannot write: {error}"))
}
