//! Builds the archive lane of past winters from the configuration.

use ::ingest::Pauses;
use ::ingest::winters::Winters;
use ::ingest::winters::share::Allowance;
use ::ingest::winters::spans::Span;
use catalogue::Resort;
use sources::open_meteo::archive::ArchiveConfig;
use sources::open_meteo::{self, ConfigError, Secret};

use super::forecast_lane;
use crate::options::OpenMeteo;

fn upstream(config: &OpenMeteo) -> Result<ArchiveConfig, ConfigError> {
    let key = config.api_key.as_deref().map(Secret::new);
    ArchiveConfig::for_forecasts(config.base_url.as_deref(), config.archive_url.as_deref(), key)
}

/// Returns the allowance that the forecasts of `resorts` resorts leave.
///
/// # Errors
/// Returns an error for an invalid URL or model name.
pub fn allowance(config: &OpenMeteo, resorts: usize) -> Result<Allowance, ConfigError> {
    let plan = forecast_lane::plan(config, resorts)?;
    Ok(Allowance::left_by_forecasts(&plan, open_meteo::limits(config.daily_calls)))
}

/// Creates the lane that keeps current winters up to date.
///
/// # Errors
/// Returns the errors of [`allowance`].
pub fn current(config: &OpenMeteo, resorts: Vec<Resort>, pauses: Pauses) -> Result<Winters, ConfigError> {
    let allowance = allowance(config, resorts.len())?;
    Ok(Winters::current(upstream(config)?, allowance, resorts, pauses))
}

/// Creates a backfill of given winters.
///
/// # Errors
/// Returns the errors of [`allowance`].
pub fn backfill(
    config: &OpenMeteo,
    allowance: Allowance,
    spans: Vec<Span>,
    pauses: Pauses,
) -> Result<Winters, ConfigError> {
    Ok(Winters::backfill(upstream(config)?, allowance, spans, pauses))
}
