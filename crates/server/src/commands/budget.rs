//! `budget`: prints the arithmetic of fetching before anything is fetched.

use catalogue::Resort;
use ingest_runner::forecast_lane::plan;
use publication::resorts;
use storage::StoreError;

use super::print_text;
use crate::config::Config;
use crate::database::{self, OpenError};
use crate::error::one_line;

/// Prints the arithmetic for the embedded resorts and those imported into this deployment.
///
/// # Errors
/// Returns an error if the storage cannot be opened or the output cannot be written.
pub fn run(config: &Config) -> Result<(), String> {
    let resorts = resorts_of(config)?.len();
    let plan = plan(&config.open_meteo, resorts).map_err(one_line)?;
    print_text(&plan.arithmetic().join("\n"))
}

/// Returns the chosen resorts of a deployment whose storage is not open yet; only those of the catalogue without storage.
fn resorts_of(config: &Config) -> Result<Vec<Resort>, String> {
    let all = match database::existing(config) {
        Ok(store) => resorts::all_blocking(&store).map_err(one_line)?,
        Err(OpenError::Storage(absent @ StoreError::Absent { .. })) => {
            eprintln!("{absent}; continuing with only the catalogue");
            catalogue::embedded().map_err(one_line)?
        }
        Err(error) => return Err(one_line(error)),
    };
    config.selection.apply(all).map_err(one_line)
}
