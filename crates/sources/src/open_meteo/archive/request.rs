//! Which calls the archive is asked: one place and one stretch of days a call, in the place's own time zone.
//!
//! One place a call, because a stretch of ten winters already counts 130 calls: what fails or is cut short then costs
//! one resort's share and no more. Daily sums and means of the upstream are used because they are null when an hour of
//! the day is missing. Its daily extremes are not: they are used on days whose sum of precipitation is known.

use chrono::NaiveDate;

use super::super::config::{ConfigError, RequestUrl, Secret, address, check_base};
use super::super::request::{degrees, elevation};
use crate::budget::weight;
use climate::DATASET;

/// The free service.
pub const FREE_BASE: &str = "https://archive-api.open-meteo.com";
/// The service for paid keys.
pub const CUSTOMER_BASE: &str = "https://customer-archive-api.open-meteo.com";
/// How the addresses of the public services end.
const PUBLIC_HOSTS: &str = ".open-meteo.com";
/// Snowfall of a day.
pub(super) const SNOWFALL: &str = "snowfall_sum";
/// Mean snow depth of a day.
pub(super) const DEPTH: &str = "snow_depth_mean";
/// Lowest air temperature of a day.
pub(super) const TEMP_MIN: &str = "temperature_2m_min";
/// Highest air temperature of a day.
pub(super) const TEMP_MAX: &str = "temperature_2m_max";
/// Snow and rain of a day, as water.
pub(super) const WATER: &str = "precipitation_sum";
/// What is asked for.
const DAILY: [&str; 5] = [SNOWFALL, DEPTH, TEMP_MIN, TEMP_MAX, WATER];

const PATH: &str = "/v1/archive";

/// How the archive is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveConfig {
    base: String,
    key: Option<Secret>,
}

impl ArchiveConfig {
    /// The archive that goes with the forecasts' base URL, unless it has one of its own: the public services have it on a
    /// host of its own, one's own server has both on one.
    ///
    /// # Errors
    /// As [`ArchiveConfig::new`].
    pub fn beside(
        forecasts: Option<&str>,
        own: Option<&str>,
        key: Option<Secret>,
    ) -> Result<Self, ConfigError> {
        let is_public = |base: &&str| base.trim_end_matches('/').ends_with(PUBLIC_HOSTS);
        Self::new(own.or(forecasts.filter(|base| !is_public(base))), key)
    }

    /// Checks and keeps a configuration. An empty key counts as none. Without a base URL, a key means the service for
    /// paid keys and no key the free one.
    ///
    /// # Errors
    /// When the base URL is not a plain web address.
    pub fn new(base: Option<&str>, key: Option<Secret>) -> Result<Self, ConfigError> {
        let key = key.filter(|key| !key.reveal().is_empty());
        let default = if key.is_some() { CUSTOMER_BASE } else { FREE_BASE };
        // One's own server has both under one address, and people paste either path.
        let base = check_base(base.unwrap_or(default), PATH)?;
        Ok(Self { base: check_base(&base, "/v1/forecast")?, key })
    }
}

/// A place to ask for.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchivePlace {
    /// The caller's name for it.
    pub id: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation that the grid cell should be like, metres above sea level. `None` leaves the choice to the upstream.
    pub elevation_m: Option<f64>,
    /// IANA zone whose days are asked for.
    pub zone: String,
}

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchiveCall {
    /// Its address.
    pub url: RequestUrl,
    /// The place.
    pub place: ArchivePlace,
    /// First day.
    pub first: NaiveDate,
    /// Last day.
    pub last: NaiveDate,
    /// What it counts against the allowance.
    pub weight: f64,
}

/// What a stretch of this many days counts.
#[must_use]
pub fn weight_of(days: usize) -> f64 {
    weight(1, DAILY.len(), days)
}

/// The call for the days from `first` to `last`; `None` for coordinates outside the globe and for a stretch without days.
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
