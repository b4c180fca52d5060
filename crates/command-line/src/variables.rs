//! Checks the environment variables that begin with `SNOW_`: each is a setting or an error. Otherwise a misspelt
//! variable would be ignored, and the service would start with a default that its operator did not choose.

use std::collections::BTreeSet;

use clap::Command;

use crate::secrets;

/// Common prefix of the settings' variables.
const PREFIX: &str = "SNOW_";
/// Variables of this project's other programs, scripts and tests, which start the service with their own environment.
const OTHERS: [&str; 44] = [
    "SNOW_ALERTS",
    "SNOW_ALERTS_FOLDER",
    "SNOW_ALERTS_LOCATION",
    "SNOW_BUILT",
    "SNOW_CARDS_OUT",
    "SNOW_CONFORMANCE_TOKEN",
    "SNOW_CONFORMANCE_WRITE_KEY",
    "SNOW_CONNECTOR_BUILT",
    "SNOW_CONNECTOR_PARTS",
    "SNOW_DELIVERIES",
    "SNOW_FLAT",
    "SNOW_FRESH_ROOT",
    "SNOW_FULL",
    "SNOW_FUZZ_TARGET",
    "SNOW_INSTALL_DENY",
    "SNOW_KILLS",
    "SNOW_LOOKS",
    "SNOW_MCP_TOKEN",
    "SNOW_MCP_URL",
    "SNOW_PAYLOADS",
    "SNOW_POSTGRES_BIN",
    "SNOW_POSTGRES_INSTALL",
    "SNOW_PROGRAM",
    "SNOW_REAL_DATA",
    "SNOW_REAL_NEWSNOW",
    "SNOW_RECEIVER_PARTS",
    "SNOW_RELEASE_KEY",
    "SNOW_SEED",
    "SNOW_SHORT",
    "SNOW_SITE",
    "SNOW_SKIP_RMCP",
    "SNOW_SKIP_STRANGERS",
    "SNOW_STANDARD_WEBHOOKS",
    "SNOW_STORAGE_TEST_APPENDS_TO",
    "SNOW_STORAGE_TEST_DELIVERS_TO",
    "SNOW_STORAGE_TEST_WINTERS_TO",
    "SNOW_STORM",
    "SNOW_STRANGERS_PARTS",
    "SNOW_SUBSCRIBERS",
    "SNOW_UPSTREAM",
    "SNOW_WEBHOOK_HISTORIES",
    "SNOW_WORLDS",
    "SNOW_WRITE_ADDRESS",
    "SNOW_WRITE_KEY",
];
/// Prefix of the tests' variables.
const TESTS: &str = "SNOW_TEST_";

/// A variable that is not a setting.
#[derive(Debug, thiserror::Error)]
#[error("environment variable {name} is not a setting; did you mean {nearest}? (--help lists all)")]
pub struct UnknownVariable {
    /// Name of the variable.
    pub name: String,
    /// Setting with the most similar name.
    pub nearest: String,
}

/// Checks the variables of this process against the settings of the program and its commands.
///
/// # Errors
/// Returns an error for the first variable that is not a setting, and suggests the nearest setting. Values are never
/// repeated.
pub fn check(program: &Command) -> Result<(), UnknownVariable> {
    let text = |part: std::ffi::OsString| part.to_string_lossy().into_owned();
    check_given(program, std::env::vars_os().map(|(name, value)| (text(name), text(value))))
}

/// Checks variables with their values like [`check`].
///
/// # Errors
/// Returns the errors of [`check`].
pub fn check_given(
    program: &Command,
    given: impl Iterator<Item = (String, String)>,
) -> Result<(), UnknownVariable> {
    checked(&settings(program), given)
}

/// Returns the variables that the program and its commands read, with those that name files of secrets.
fn settings(command: &Command) -> BTreeSet<String> {
    let files = secrets::variables(command);
    let own = command.get_arguments().filter_map(|argument| argument.get_env());
    let own = own.map(|name| name.to_string_lossy().into_owned());
    own.chain(files).chain(command.get_subcommands().flat_map(settings)).collect()
}

fn checked(
    settings: &BTreeSet<String>,
    given: impl Iterator<Item = (String, String)>,
) -> Result<(), UnknownVariable> {
    for (name, value) in given.filter(|(name, _)| name.starts_with(PREFIX)) {
        let is_known = settings.contains(&name)
            || OTHERS.contains(&name.as_str())
            || name.starts_with(TESTS)
            || is_of_orchestrator(&name, &value);
        if is_known {
            continue;
        }
        // The common prefix is left out of the comparison.
        let alike = |setting: &str| strsim::jaro_winkler(rest(setting), rest(&name));
        let nearest = settings.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)));
        return Err(UnknownVariable { nearest: nearest.cloned().unwrap_or_default(), name });
    }
    Ok(())
}

fn rest(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// Returns whether Kubernetes or Docker set the variable: for a service named `snow` they set `SNOW_SERVICE_HOST`,
/// `SNOW_PORT` and `SNOW_PORT_80_TCP_ADDR` in every container.
fn is_of_orchestrator(name: &str, value: &str) -> bool {
    let is_link = |value: &str| value.starts_with("tcp://") || value.starts_with("udp://");
    name.ends_with("_SERVICE_HOST")
        || name.ends_with("_SERVICE_PORT")
        || name.contains("_SERVICE_PORT_")
        || name.ends_with("_PORT") && is_link(value)
        || name.contains("_PORT_") && (name.contains("_TCP") || name.contains("_UDP"))
}

#[cfg(test)]
mod tests;
