//! Plans the calls of the archive: one place and one range of days per call, in the place's own time zone.
//!
//! One place per call, because a range of ten winters already counts 104 calls: a failed or truncated call then costs
//! only one resort's share. Daily sums and means of the upstream are used because they are null if an hour of the day
//! is missing. Its daily extremes are not, so they are used only on days whose sum of precipitation is known.

use chrono::NaiveDate;

use super::super::config::{ConfigError, RequestUrl, Secret, address, check_base};
use super::super::request::{degrees, elevation};
use crate::budget::weight;
use climate::DATASET;

/// The free service.
pub const FREE_BASE: &str = "https://archive-api.open-meteo.com";
/// The service for paid keys.
pub const CUSTOMER_BASE: &str = "https://customer-archive-api.open-meteo.com";
/// Suffix of the hosts of the public services.
const PUBLIC_HOSTS: &str = ".open-meteo.com";
/// Snowfall of a day. It is not requested, but read if a response has it: snowfall is computed from the weather.
pub(super) const SNOWFALL: &str = "snowfall_sum";
/// Mean snow depth of a day.
pub(super) const DEPTH: &str = "snow_depth_mean";
/// Lowest air temperature of a day.
pub(super) const TEMP_MIN: &str = "temperature_2m_min";
/// Highest air temperature of a day.
pub(super) const TEMP_MAX: &str = "temperature_2m_max";
/// Snow and rain of a day, as water.
pub(super) const WATER: &str = "precipitation_sum";
/// The requested variables.
const DAILY: [&str; 4] = [DEPTH, TEMP_MIN, TEMP_MAX, WATER];

const PATH: &str = "/v1/archive";

/// Settings for requests to the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveConfig {
    base: String,
    key: Option<Secret>,
}

impl ArchiveConfig {
    /// Returns the archive that goes with the forecasts' base URL, unless it has its own: the public services use a
    /// separate host for it, a self-hosted server uses the same one.
    ///
    /// # Errors
    /// Like [`ArchiveConfig::new`].
    pub fn for_forecasts(
        forecasts: Option<&str>,
        own: Option<&str>,
        key: Option<Secret>,
    ) -> Result<Self, ConfigError> {
        let is_public = |base: &&str| base.trim_end_matches('/').ends_with(PUBLIC_HOSTS);
        Self::new(own.or(forecasts.filter(|base| !is_public(base))), key)
    }

    /// Validates a configuration. An empty key counts as missing. Without a base URL, the default is the service for
    /// paid keys if there is a key, else the free one.
    ///
    /// # Errors
    /// Returns an error if the base URL is not a plain web address.
    pub fn new(base: Option<&str>, key: Option<Secret>) -> Result<Self, ConfigError> {
        let key = key.filter(|key| !key.reveal().is_empty());
        let default = if key.is_some() { CUSTOMER_BASE } else { FREE_BASE };
        // A self-hosted server has both under one address, and users paste either path.
        let base = check_base(base.unwrap_or(default), PATH)?;
        Ok(Self { base: check_base(&base, "/v1/forecast")?, key })
    }
}

/// A place to request.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchivePlace {
    /// The caller's name for it.
    pub id: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation that the grid cell should match, metres above sea level. `None` leaves the choice to the upstream.
    pub elevation_m: Option<f64>,
    /// IANA time zone that defines the requested days.
    pub zone: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ArchiveCall {
    pub url: RequestUrl,
    pub place: ArchivePlace,
    pub first: NaiveDate,
    pub last: NaiveDate,
    /// Its weight against the allowance.
    pub weight: f64,
}

/// Returns the weight of a range of `days` days.
#[must_use]
pub fn weight_of(days: usize) -> f64 {
    weight(1, DAILY.len(), days)
}

/// Makes the call for the days from `first` to `last`; `None` for coordinates outside the globe and for an empty range.
#[must_use]
pub fn call(
    config: &ArchiveConfig,
    place: &ArchivePlace,
    first: NaiveDate,
    last: NaiveDate,
) -> Option<ArchiveCall> {
    let days =
        usize::try_from(last.signed_duration_since(first).num_days() + 1).ok().filter(|days| *days > 0)?;
    if !(place.lat.abs() <= 90.0 && place.lon.abs() <= 180.0) {
        return None;
    }
    let url = address(
        &config.base,
        PATH,
        config.key.clone(),
        &[
            ("latitude", &degrees(place.lat)),
            ("longitude", &degrees(place.lon)),
            ("elevation", &elevation(place.elevation_m)),
            ("start_date", &first.to_string()),
            ("end_date", &last.to_string()),
            ("daily", &DAILY.join(",")),
            ("timezone", &place.zone),
            ("models", DATASET),
        ],
    );
    Some(ArchiveCall { url, place: place.clone(), first, last, weight: weight_of(days) })
}

#[cfg(test)]
mod tests;
