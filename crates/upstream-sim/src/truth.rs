//! The true weather of the synthetic world, with which tests compare forecasts and instruments.
//!
//! It is never served: here, too, a forecast is graded by the measurements of stations.

use conditions_core::geo::Point;
use conditions_core::time::Timestamp;

use crate::World;
use crate::models::Model;
use crate::noise::Waves;
use crate::storm::fall;
use crate::weather::{Drivers, Site, Weather, hour, hours, snow_part};

/// Centimetres of fresh snow per millimetre of its water: as the synthetic snow falls, and as its depth rises.
const FRESH_CM_PER_MM: f64 = 1.0;

/// Returns the fresh snow that truly falls at a place in the `hours` from `start`, centimetres, before any of it
/// settles.
#[must_use]
pub fn new_snow_cm(world: &World, place: Point, elevation_m: f64, start: Timestamp, hours: u32) -> f64 {
    let site = Site::new(world.seed, place.0, place.1, Some(elevation_m));
    fall(&Weather::from_world(world), &site, elevation_m, start, hours).snow_water_mm * FRESH_CM_PER_MM
}

/// Hours between two samples of a model's forecast for a day: finer than its storms change.
const STEP_H: u32 = 2;

/// The forecast of one model for one place.
///
/// The responses of [`crate::handle`] give the same forecast hour by hour, rounded and as seven centimetres for ten
/// millimetres.
#[derive(Debug)]
pub struct ModelForecast {
    model: Model,
    weather: Weather,
    waves: (Waves, Waves),
    site: Site,
    elevation_m: f64,
}

impl ModelForecast {
    /// Makes the forecast of the model with this name for a place; `None` if there is no such model.
    #[must_use]
    pub fn new(world: &World, model: &str, place: Point, elevation_m: f64) -> Option<Self> {
        let known = Model::find(model)?;
        let weather = Weather::from_world(world);
        Some(Self {
            model: if world.bad_model == Some(known.name) { known.gone_bad() } else { *known },
            waves: weather.error_waves(known.number()),
            weather,
            site: Site::new(world.seed, place.0, place.1, Some(elevation_m)),
            elevation_m,
        })
    }

    /// Returns the fresh snow that it forecasts, at `now`, for the `length` hours from `start`, centimetres; `None` if
    /// its newest run does not reach that far.
    #[must_use]
    pub fn new_snow_cm(&self, now: Timestamp, start: Timestamp, length: u32) -> Option<f64> {
        let Self { model, site, .. } = self;
        let run = hours(model.run(now));
        let mut snow_mm = 0.0;
        for step in (0..length).step_by(STEP_H as usize) {
            let at = hours(start) + f64::from(step);
            let lead = at - run;
            if lead + f64::from(STEP_H) > model.horizon_h as f64 {
                return None;
            }
            let seen = self.weather.drivers(site, at - model.late * lead.max(0.0) / 24.0);
            let error =
                if lead > 0.0 { Weather::error_at(&self.waves, site, at) } else { Drivers::default() };
            let hour = hour(site, model.forecast(seen, error, lead), at);
            snow_mm +=
                hour.water_mm * model.wet * snow_part(hour.temp_c(self.elevation_m)) * f64::from(STEP_H);
        }
        Some(snow_mm * FRESH_CM_PER_MM)
    }
}

#[cfg(test)]
mod tests;
