//! `config`: prints every setting in force with its origin, in the form of the configuration file.

use command_line::effective::{Effective, Origin};

use super::print_text;
use crate::config::Settings;
use crate::error::one_line;

/// Runs the command; the settings are also validated.
///
/// # Errors
/// Returns a one-line message if a setting is invalid.
pub fn run(origins: &[Effective], settings: Settings) -> Result<(), String> {
    let line = |one: &Effective| match one.origin {
        Origin::Default => format!("# {}: {} (default)", one.key, one.value),
        _ => format!("{} = {:?}  # {}", one.key, one.value, one.origin),
    };
    print_text(&origins.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    settings.config().map(drop).map_err(one_line)
}
