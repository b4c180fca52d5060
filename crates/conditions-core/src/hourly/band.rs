//! The consensus hours moved to another elevation: temperature by lapse rate, phase and depth of new snow by our own
//! rules at the temperature there.
//!
//! As the daily rows do it: relative humidity is taken as it is, wind is not moved at all, and without
//! humidity the air temperature decides the phase.

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
    /// The hours at `elevation_m`; where that or the hours' own elevation is not known, the hours as they are.
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

    /// The elevation that they hold for, metres above sea level.
    pub(crate) const fn elevation_m(&self) -> Option<f64> {
        self.elevation_m
    }

    /// The hours as they are kept.
    pub(crate) const fn kept(&self) -> &'a HourlyWeather {
        self.hours
    }

    /// Air temperature at a step, °C.
    pub(crate) fn temp_c(&self, step: i64) -> Option<f64> {
        Some(self.hours.temp_c.get(step)? + self.shift_c)
    }

    /// Wet-bulb temperature at a step, °C; without humidity the air temperature.
    pub(crate) fn wet_bulb_c(&self, step: i64) -> Option<f64> {
        let temp = self.temp_c(step)?;
        let humidity = self.hours.humidity_pct.get(step);
        Some(humidity.and_then(|rh| wet_bulb_c(temp, rh, self.elevation_m)).unwrap_or(temp))
    }

    /// Mean wind at a step, m/s.
    pub(crate) fn wind_mps(&self, step: i64) -> Option<f64> {
        self.hours.wind_mps.get(step).filter(|wind| *wind >= 0.0)
    }

    /// Highest gust of the hour that ends at a step, m/s.
    pub(crate) fn gust_mps(&self, step: i64) -> Option<f64> {
        self.hours.gust_mps.get(step).filter(|gust| *gust >= 0.0)
    }

    /// New snow and rain out of the precipitation of the hour that ends at a step, in a model's words or in those of all
    /// together. Where no water fell the temperature does not matter.
    pub(crate) fn fall(&self, water: &HourColumn, step: i64) -> Option<Fall> {
        let water = water.get(step)?;
        if water == 0.0 {
            return Some(Fall::default());
        }
        fall(water, self.temp_c(step)?, self.hours.humidity_pct.get(step), self.elevation_m)
    }

    /// Water that fell as snow in the hour that ends at a step, mm, whatever becomes of it on the ground.
    pub(crate) fn frozen_mm(&self, water: &HourColumn, step: i64) -> Option<f64> {
        Some(self.fall(water, step)?.frozen_mm)
    }
}
