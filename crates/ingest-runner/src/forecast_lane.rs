//! Builds the forecast lane from the configuration.

use std::sync::Arc;

use ::ingest::forecast::{self, Forecasts, Target};
use publication::published::Latest;
use sources::budget::Plan;
use sources::open_meteo::{self, Secret};
use world::World;

use crate::common::Common;
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

/// Plans the calls while a backfill fetches the first winters; `None` if forecasts do not get smaller then.
///
/// # Errors
/// Returns the errors of [`upstream`].
pub fn plan_while_filling(
    config: &OpenMeteo,
    resorts: usize,
) -> Result<Option<Plan>, open_meteo::ConfigError> {
    let limits = open_meteo::limits(config.daily_calls);
    let smaller = forecast::while_filling(&upstream(config)?, limits, resorts);
    Ok(smaller.map(|smaller| forecast::plan(&smaller, limits, resorts)))
}

/// Creates the lane for the resorts of a world. Its forecasts are smaller while the status says that a backfill fetches
/// the first winters.
///
/// # Errors
/// Returns the errors of [`upstream`].
pub fn lane(
    config: &OpenMeteo,
    world: &World,
    latest: Arc<Latest>,
    common: &Common,
) -> Result<Forecasts, open_meteo::ConfigError> {
    let target = |held: &Arc<world::ResortEvidence>| Target {
        profile: held.profile.clone(),
        lat: held.resort.lat,
        lon: held.resort.lon,
    };
    let targets = world.resorts().map(target).collect();
    let policy = move || latest.current().map(|published| Arc::clone(&published.world.policy));
    let limits = open_meteo::limits(config.daily_calls);
    let status = Arc::clone(&common.status);
    let is_filling = move || status.winter_progress().is_some_and(|progress| progress.has_smaller_forecasts);
    let lane = Forecasts::new(upstream(config)?, limits, targets, Box::new(policy), common.pauses);
    Ok(lane.smaller_while(Box::new(is_filling)))
}
