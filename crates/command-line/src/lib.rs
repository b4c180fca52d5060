//! Everything that follows from a program's clap definition, so that it is written once: the manual, shell completions,
//! the tables of settings, secrets from files, and the origin of every setting.

pub mod effective;
pub mod manual;
pub mod secrets;
pub mod table;
pub mod variables;

pub use clap_complete::Shell;

use std::io::Write;

use clap::Command;

/// Writes the completions of a program for `shell`.
pub fn completions(mut program: Command, shell: Shell, to: &mut dyn Write) {
    let name = program.get_name().to_owned();
    clap_complete::generate(shell, &mut program, name, to);
}

/// Formats an error and its causes on one line. A cause that the text already names is not repeated.
#[must_use]
pub fn one_line(error: impl std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.contains(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text.replace('\n', " ")
}
