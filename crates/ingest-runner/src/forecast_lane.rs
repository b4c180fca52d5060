//! Builds the forecast lane from the configuration.

use std::sync::Arc;

use ::ingest::Pauses;
use ::ingest::forecast::{self, Forecasts, Target};
use publication::published::Latest;
use sources::budget::Plan;
use sources::open_meteo::{self, Secret};
use world::World;

use crate::options::OpenMeteo;

/// Converts the configuration into the upstream's form.
///
/// # Errors
/// Returns an error for an invalid URL or model name.
pub fn upstream(config: &OpenMeteo) -> Result<open_meteo::Config, open_meteo::ConfigError> {
    let models: Vec<&str> = config.models.iter().map(String::as_str).collect();
    let context: Vec<&str> =
        open_meteo::config::CONTEXT_MODELS.iter().copied().filter(|model| models.contains(model)).collect();
    open_meteo::Config::new(
        config.base_url.as_deref(),
        config.api_key.as_deref().map(Secret::new),
        &models,
        &context,
    )
}

/// Plans the calls for a number of resorts.
///
/// # Errors
/// Returns the errors of [`upstream`].
pub fn plan(config: &OpenMeteo, resorts: usize) -> Result<Plan, open_meteo::ConfigError> {
    Ok(forecast::plan(&upstream(config)?, open_meteo::limits(config.daily_calls), resorts))
}

/// Creates the lane for the resorts of a world.
///
/// # Errors
/// Returns the errors of [`upstream`].
pub fn lane(
    config: &OpenMeteo,
    world: &World,
    latest: Arc<Latest>,
    pauses: Pauses,
) -> Result<Forecasts, open_meteo::ConfigError> {
    let target = |held: &Arc<world::ResortEvidence>| Target {
        profile: held.profile.clone(),
        lat: held.resort.lat,
        lon: held.resort.lon,
    };
    let targets = world.resorts().map(target).collect();
    let policy = move || latest.current().map(|published| Arc::clone(&published.world.policy));
    let limits = open_meteo::limits(config.daily_calls);
    Ok(Forecasts::new(upstream(config)?, limits, targets, Box::new(policy), pauses))
}
