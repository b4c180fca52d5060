//! The archive of past winters as the configuration has it.

use ::ingest::Pauses;
use ::ingest::winters::Winters;
use ::ingest::winters::share::Allowance;
use ::ingest::winters::spans::Span;
use catalogue::Resort;
use sources::open_meteo::archive::ArchiveConfig;
use sources::open_meteo::{self, ConfigError, Secret};

use super::forecast;
use crate::options::OpenMeteo;

fn upstream(config: &OpenMeteo) -> Result<ArchiveConfig, ConfigError> {
    let key = config.api_key.as_deref().map(Secret::new);
    ArchiveConfig::beside(config.base_url.as_deref(), config.archive_url.as_deref(), key)
}

/// What the forecasts of `resorts` resorts leave of the allowance.
///
/// # Errors
/// An address or a model name that cannot be one.
pub fn allowance(config: &OpenMeteo, resorts: usize) -> Result<Allowance, ConfigError> {
    let plan = forecast::plan(config, resorts)?;
    Ok(Allowance::beside(&plan, open_meteo::limits(config.daily_calls)))
}

/// The lane that keeps current winters up to date.
///
/// # Errors
/// As [`allowance`].
pub fn current(config: &OpenMeteo, resorts: Vec<Resort>, pauses: Pauses) -> Result<Winters, ConfigError> {
    let allowance = allowance(config, resorts.len())?;
    Ok(Winters::current(upstream(config)?, allowance, resorts, pauses))
}

/// A backfill of given winters.
///
/// # Errors
/// As [`allowance`].
pub fn backfill(
    config: &OpenMeteo,
    allowance: Allowance,
    spans: Vec<Span>,
    pauses: Pauses,
) -> Result<Winters, ConfigError> {
    Ok(Winters::backfill(upstream(config)?, allowance, spans, pauses))
}
