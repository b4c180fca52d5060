//! Everything that follows from a program's clap definition, so that it is written once: the manual, shell completions,
//! the tables of settings, secrets from files, and the origin of every setting.

pub mod effective;
mod error;
pub mod manual;
pub mod secrets;
pub mod table;
pub mod variables;

pub use clap_complete::Shell;
pub use error::one_line;

use std::io::Write;

use clap::Command;

/// Writes the completions of a program for `shell`.
pub fn completions(mut program: Command, shell: Shell, to: &mut dyn Write) {
    let name = program.get_name().to_owned();
    clap_complete::generate(shell, &mut program, name, to);
}
