//! Builds the archive lane of past winters from the configuration.

use ::ingest::Pauses;
use ::ingest::forecast::ForecastNeed;
use ::ingest::winters::Winters;
use ::ingest::winters::share::Shares;
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

/// Returns the shares of the allowance that the forecasts of resorts leave: for a backfill, smaller forecasts while it
/// fetches the first winters.
///
/// # Errors
/// Returns an error for an invalid URL or model name.
pub fn shares(config: &OpenMeteo, resorts: &[Resort]) -> Result<Shares, ConfigError> {
    let plan = forecast_lane::plan(config, resorts.len())?;
    let seasons = resorts.iter().map(|resort| resort.profile().season).collect();
    let need = ForecastNeed::new(&plan, seasons);
    let smaller = forecast_lane::plan_while_filling(config, resorts.len())?;
    let smaller = smaller.map(|plan| need.with_calls_of(&plan));
    let shares = Shares::left_by_forecasts(need, open_meteo::limits(config.daily_calls));
    Ok(shares.beside_smaller_forecasts(smaller))
}

/// Creates the lane that keeps current winters up to date.
///
/// # Errors
/// Returns the errors of [`shares`].
pub fn current(config: &OpenMeteo, resorts: Vec<Resort>, pauses: Pauses) -> Result<Winters, ConfigError> {
    // No backfill may be running.
    let shares = shares(config, &resorts)?.beside_smaller_forecasts(None);
    Ok(Winters::current(upstream(config)?, shares, resorts, pauses))
}

/// Creates a backfill of given winters.
///
/// # Errors
/// Returns the errors of [`shares`].
pub fn backfill(
    config: &OpenMeteo,
    shares: Shares,
    spans: Vec<Span>,
    pauses: Pauses,
) -> Result<Winters, ConfigError> {
    Ok(Winters::backfill(upstream(config)?, shares, spans, pauses))
}
