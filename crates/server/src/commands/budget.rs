//! `budget`: prints the arithmetic of fetching before anything is fetched.

use std::io::Write as _;

use ingest_runner::forecast::plan;

use crate::config::Config;

/// Prints the arithmetic for the embedded resorts and those imported into this deployment.
///
/// # Errors
/// Returns an error if the storage cannot be opened or the output cannot be written.
pub fn run(config: &Config) -> Result<(), String> {
    let resorts = crate::resorts::of_deployment(config)?.len();
    let plan = plan(&config.open_meteo, resorts).map_err(crate::error::one_line)?;
    let text = plan.arithmetic().join("\n");
    writeln!(std::io::stdout(), "{text}").map_err(|error| format!("cannot write: {error}"))
}
