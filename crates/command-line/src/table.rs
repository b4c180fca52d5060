//! The settings of a program as Markdown tables, one per heading of its help.

use std::fmt::Write as _;

use clap::{Arg, Command};

/// Heading of the settings without one.
const FIRST: &str = "Service";
/// Begins the last sentence of a help text that states the default.
const DEFAULT: &str = "Default: ";

/// Returns the tables, in the order of the definition.
#[must_use]
pub fn markdown(program: &Command) -> String {
    let settings: Vec<&Arg> =
        program.get_arguments().filter(|argument| argument.get_env().is_some()).collect();
    let heading = |argument: &Arg| argument.get_help_heading().unwrap_or(FIRST).to_owned();
    let mut headings: Vec<String> = Vec::new();
    for argument in &settings {
        if !headings.contains(&heading(argument)) {
            headings.push(heading(argument));
        }
    }
    let mut text = String::new();
    for title in headings {
        // Writing to a string cannot fail.
        let _ =
            write!(text, "\n## {title}\n\n| Flag | Environment | Default | Meaning |\n|---|---|---|---|\n");
        for argument in settings.iter().filter(|argument| heading(argument) == title) {
            text.push_str(&row(argument));
        }
    }
    text
}

fn row(argument: &Arg) -> String {
    let variable = argument.get_env().map(|name| name.to_string_lossy()).unwrap_or_default();
    let mut variables = format!("`{variable}`");
    if argument.is_hide_env_values_set() {
        // Writing to a string cannot fail.
        let _ = write!(variables, ", `{variable}_FILE`");
    }
    let flag = argument.get_long().unwrap_or_default();
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default().replace('|', "\\|");
    let (meaning, default) = parts(&help);
    format!("| `--{flag}` | {variables} | {default} | {meaning} |\n")
}

/// Splits a help text into the meaning of a setting and its default.
#[must_use]
pub fn parts(help: &str) -> (&str, &str) {
    let (meaning, default) = help.rsplit_once(DEFAULT).unwrap_or((help, "none"));
    (meaning.trim().trim_end_matches('.'), default.trim().trim_end_matches('.'))
}

#[cfg(test)]
mod tests;
