//! The consensus hours moved to another elevation: temperature by lapse rate, phase and depth of new snow by this
//! crate's rules at the temperature there.
//!
//! As in the daily rows, relative humidity is kept, wind is not moved, and without humidity the air temperature decides
//! the phase.

use crate::evidence::{HourColumn, HourlyWeather};
use crate::snow::{Fall, LAPSE_C_PER_M, fall, wet_bulb_c};

/// The hours at one elevation.
#[derive(Clone, Copy)]
pub(crate) struct BandHours<'a> {
    hours: &'a HourlyWeather,
    elevation_m: Option<f64>,
    shift_c: f64,
}

impl<'a> BandHours<'a> {
    /// Makes the hours at `elevation_m`; if that or the hours' own elevation is unknown, the hours are not moved.
    pub(crate) fn new(hours: &'a HourlyWeather, elevation_m: Option<f64>) -> Self {
        let known = |elevation: &f64| elevation.is_finite();
        let own = hours.elevation_m.filter(known);
        let moved = own.zip(elevation_m.filter(known));
        Self {
            hours,
            elevation_m: moved.map(|(_, to)| to).or(own),
            shift_c: moved.map_or(0.0, |(from, to)| LAPSE_C_PER_M * (from - to)),
        }
    }

    /// Returns the elevation to which they apply, metres above sea level.
    pub(crate) const fn elevation_m(&self) -> Option<f64> {
        self.elevation_m
    }

    /// Returns the stored hours.
    pub(crate) const fn hours(&self) -> &'a HourlyWeather {
        self.hours
    }

    /// Returns the air temperature at a step, °C.
    pub(crate) fn temp_c(&self, step: i64) -> Option<f64> {
        Some(self.hours.temp_c.get(step)? + self.shift_c)
    }

    /// Returns the wet-bulb temperature at a step, °C; without humidity the air temperature.
    pub(crate) fn wet_bulb_c(&self, step: i64) -> Option<f64> {
        let temp = self.temp_c(step)?;
        let humidity = self.hours.humidity_pct.get(step);
        Some(humidity.and_then(|rh| wet_bulb_c(temp, rh, self.elevation_m)).unwrap_or(temp))
    }

    /// Returns the mean wind at a step, m/s.
    pub(crate) fn wind_mps(&self, step: i64) -> Option<f64> {
        self.hours.wind_mps.get(step).filter(|wind| *wind >= 0.0)
    }

    /// Returns the highest gust of the hour that ends at a step, m/s.
    pub(crate) fn gust_mps(&self, step: i64) -> Option<f64> {
        self.hours.gust_mps.get(step).filter(|gust| *gust >= 0.0)
    }

    /// Splits the precipitation of the hour that ends at a step, from one model or the consensus, into new snow and
    /// rain. The temperature is not needed if no water fell.
    pub(crate) fn fall(&self, water: &HourColumn, step: i64) -> Option<Fall> {
        let water = water.get(step)?;
        if water == 0.0 {
            return Some(Fall::default());
        }
        fall(water, self.temp_c(step)?, self.hours.humidity_pct.get(step), self.elevation_m)
    }

    /// Returns the water that fell as snow in the hour that ends at a step, mm, before settling.
    pub(crate) fn frozen_mm(&self, water: &HourColumn, step: i64) -> Option<f64> {
        Some(self.fall(water, step)?.frozen_mm)
    }
}
