//! The manual page of a program: one page with all settings and all commands.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

/// Writes the page of section 1. It is without a date, so that equal programs have equal pages.
///
/// # Errors
/// Returns an error if `to` cannot be written.
pub fn write(program: Command, to: &mut dyn Write) -> io::Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]).text([
        bold(program.get_name()),
        roman(" ["),
        italic("SETTINGS"),
        roman("] ["),
        italic("COMMAND"),
        roman("]"),
    ]);
    let mut commands = Roff::new();
    commands.control("SH", ["COMMANDS"]);
    for command in program.get_subcommands() {
        describe(&mut commands, "", command);
    }
    let man = Man::new(program);
    man.render_title(to)?;
    man.render_name_section(to)?;
    to.write_all(synopsis.to_roff().as_bytes())?;
    man.render_description_section(to)?;
    to.write_all(commands.to_roff().as_bytes())?;
    man.render_options_section(to)?;
    man.render_version_section(to)
}

/// Describes a command, its arguments and its commands. The settings are the program's own.
fn describe(page: &mut Roff, parents: &str, command: &Command) {
    let name = format!("{parents}{}", command.get_name());
    let own = || command.get_arguments().filter(|one| !one.is_global_set() && one.get_id() != "help");
    page.control("TP", []);
    let mut usage = vec![bold(name.as_str())];
    for argument in own() {
        let (opening, closing) = if argument.is_required_set() { (" ", "") } else { (" [", "]") };
        usage.push(roman(opening));
        usage.extend(synopsis(argument));
        usage.push(roman(closing));
    }
    page.text(usage);
    page.text([roman(sentence(command.get_long_about().or(command.get_about())))]);
    for argument in own() {
        let help = sentence(argument.get_long_help().or(argument.get_help()));
        page.control("br", []);
        let mut line = synopsis(argument);
        line.push(roman(format!(": {help}")));
        page.text(line);
    }
    for below in command.get_subcommands() {
        describe(page, &format!("{name} "), below);
    }
}

/// Returns an argument as users type it.
fn synopsis(argument: &Arg) -> Vec<Inline> {
    let value = argument.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
    match argument.get_long() {
        None => vec![italic(value)],
        Some(flag) if argument.get_action().takes_values() => {
            vec![bold(format!("--{flag}")), roman(" "), italic(value)]
        }
        Some(flag) => vec![bold(format!("--{flag}"))],
    }
}

/// Returns a help text as one line that ends with a full stop.
fn sentence(text: Option<&clap::builder::StyledStr>) -> String {
    let mut line = String::new();
    let text = text.map(ToString::to_string).unwrap_or_default();
    for word in text.split_whitespace() {
        // Writing to a string cannot fail.
        let _ = write!(line, "{}{word}", if line.is_empty() { "" } else { " " });
    }
    if !line.is_empty() && !line.ends_with('.') {
        line.push('.');
    }
    line
}

#[cfg(test)]
mod tests;
