//! Planned storms: snowfalls that a test orders, so that it knows what should be found, and their effect at a place.
//!
//! A planned storm is part of the truth, in addition to the weather of the seed: stations measure it, and every model
//! forecasts it with the model's own delay and wetness. To fall as snow, it must be placed where it is cold anyway.

use conditions_core::time::{HOUR_MS, Timestamp};
use libm::sin;
use serde::{Deserialize, Serialize};

use crate::weather::{Site, Weather, hour, hours, snow_part};

/// Reach of a storm as a multiple of its radius; from the radius on it fades.
const REACH: f64 = 2.0;
/// Mean radius of the earth, km.
const EARTH_KM: f64 = 6_371.0;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Storm {
    /// Latitude of its centre, degrees north.
    pub lat: f64,
    /// Longitude of its centre, degrees east.
    pub lon: f64,
    /// Radius within which all of its water falls, kilometres; it fades to nothing at twice that.
    pub radius_km: f64,
    /// Start of the storm.
    pub start: Timestamp,
    /// Duration, hours.
    pub hours: f64,
    /// Total water at the centre, millimetres; as fresh snow, about as many centimetres.
    pub water_mm: f64,
}

/// Precipitation at one place in a window.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Fall {
    /// All water, millimetres.
    pub water_mm: f64,
    /// The part that falls as snow, millimetres of water.
    pub snow_water_mm: f64,
}

impl Storm {
    /// Returns the end of the storm.
    #[must_use]
    pub fn end(&self) -> Timestamp {
        self.start.plus_millis((self.hours * HOUR_MS as f64) as i64)
    }

    /// Returns the water that it brings to a place in the hour from `at`, mm; `at` is in hours since the Unix epoch.
    #[must_use]
    pub fn rate(&self, site: &Site, at: f64) -> f64 {
        let into = at + 0.5 - hours(self.start);
        if self.hours <= 0.0 || into < 0.0 || into >= self.hours {
            return 0.0;
        }
        // Half a sine, whose mean is 2/pi: the storm swells and fades, and its sum is the ordered amount.
        let swell = sin(core::f64::consts::PI * into / self.hours) * core::f64::consts::FRAC_PI_2;
        self.water_mm / self.hours * swell * self.share(site)
    }

    /// Returns the share of the centre's water that reaches a place, 0–1.
    fn share(&self, site: &Site) -> f64 {
        let centre = Site::direction(self.lat, self.lon);
        let chord: f64 = centre.iter().zip(site.vector()).map(|(a, b)| (a - b) * (a - b)).sum();
        let away_km = EARTH_KM * libm::sqrt(chord);
        let radius = self.radius_km.max(1.0);
        ((REACH - away_km / radius) / (REACH - 1.0)).clamp(0.0, 1.0)
    }
}

/// Returns the true precipitation at a place, at an elevation, in the `length` hours from `start`: the planned storms
/// plus the weather around them.
#[must_use]
pub fn fall(weather: &Weather, site: &Site, elevation_m: f64, start: Timestamp, length: u32) -> Fall {
    let mut fall = Fall::default();
    for step in 0..length {
        let at = hours(start) + f64::from(step);
        let now = hour(site, weather.drivers(site, at), at);
        fall.water_mm += now.water_mm;
        fall.snow_water_mm += now.water_mm * snow_part(now.temp_c(elevation_m));
    }
    fall
}

#[cfg(test)]
mod tests;
