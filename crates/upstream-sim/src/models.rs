//! The models of the synthetic world: each is the truth with its own bias and an error that grows with lead, so that
//! they agree about tomorrow and differ about next week.

use conditions_core::time::{HOUR_MS, Timestamp};

use crate::weather::Drivers;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// Name as in the request.
    pub name: &'static str,
    /// Forecast range, hours.
    pub horizon_h: i64,
    /// Hours between runs.
    pub every_h: i64,
    /// Size of a grid cell, degrees.
    pub grid: f64,
    /// Warm bias, kelvin.
    pub warm: f64,
    /// Factor on water.
    pub wet: f64,
    /// Delay of its storms, hours per day of lead.
    pub late: f64,
    /// Growth of the model's errors: 1 leaves almost only error after two weeks, 2 after one.
    pub growth: f64,
    /// Factor on the snow depth; `None` if it has no snow depth.
    pub depth: Option<f64>,
    /// Whether it has gusts.
    pub gusts: bool,
    /// Whether it has the 0 °C level.
    pub freezing_level: bool,
    /// Whether all its precipitation below 0 °C at the requested elevation is snow.
    pub snow_by_rule: bool,
    /// South, north, west, east, for a regional model.
    pub domain: Option<[f64; 4]>,
}

const GLOBAL: Model = Model {
    name: "best_match",
    horizon_h: 384,
    every_h: 6,
    grid: 0.125,
    warm: 0.0,
    wet: 1.0,
    late: 0.0,
    growth: 1.0,
    depth: Some(0.9),
    gusts: true,
    freezing_level: true,
    snow_by_rule: false,
    domain: None,
};

/// Every model that can be requested.
pub static MODELS: [Model; 10] = [
    GLOBAL,
    Model {
        name: "ecmwf_ifs025",
        horizon_h: 360,
        every_h: 12,
        grid: 0.25,
        warm: -0.3,
        late: 0.2,
        growth: 0.9,
        ..GLOBAL
    },
    Model {
        name: "ecmwf_aifs025_single",
        horizon_h: 360,
        grid: 0.25,
        warm: 0.2,
        wet: 0.85,
        late: -0.3,
        depth: None,
        gusts: false,
        freezing_level: false,
        growth: 0.95,
        ..GLOBAL
    },
    Model { name: "gfs_seamless", warm: 0.6, wet: 1.15, late: 0.9, depth: Some(0.7), growth: 1.25, ..GLOBAL },
    Model { name: "icon_seamless", horizon_h: 180, warm: -0.4, wet: 1.1, late: -0.5, growth: 1.1, ..GLOBAL },
    Model {
        name: "gem_seamless",
        horizon_h: 240,
        every_h: 12,
        grid: 0.15,
        warm: -0.8,
        wet: 1.2,
        late: 0.6,
        growth: 1.5,
        ..GLOBAL
    },
    Model {
        name: "jma_seamless",
        horizon_h: 264,
        every_h: 12,
        grid: 0.5,
        warm: 0.5,
        wet: 0.8,
        late: -0.9,
        depth: None,
        gusts: false,
        freezing_level: false,
        snow_by_rule: true,
        growth: 1.7,
        ..GLOBAL
    },
    Model {
        name: "meteofrance_seamless",
        horizon_h: 96,
        grid: 0.25,
        wet: 1.05,
        late: 0.4,
        depth: None,
        ..GLOBAL
    },
    Model {
        name: "ukmo_seamless",
        horizon_h: 168,
        grid: 0.1,
        warm: 0.3,
        wet: 0.95,
        snow_by_rule: true,
        ..GLOBAL
    },
    Model {
        name: "icon_d2",
        horizon_h: 48,
        every_h: 3,
        grid: 0.02,
        domain: Some([43.18, 58.08, -3.94, 20.34]),
        ..GLOBAL
    },
];

impl Model {
    /// Returns the model with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        MODELS.iter().find(|model| model.name == name)
    }

    /// Returns its index in the table, which seeds its errors.
    #[must_use]
    pub fn number(&self) -> u64 {
        MODELS.iter().zip(0u64..).find(|(model, _)| model.name == self.name).map_or(0, |(_, number)| number)
    }

    /// Returns whether it has data for a place.
    #[must_use]
    pub fn covers(&self, lat: f64, lon: f64) -> bool {
        self.domain.is_none_or(|[south, north, west, east]| {
            (south..=north).contains(&lat) && (west..=east).contains(&lon)
        })
    }

    /// Returns the start of the newest run that is available at `now`: runs need about six hours.
    #[must_use]
    pub fn run(&self, now: Timestamp) -> Timestamp {
        let every = self.every_h * HOUR_MS;
        Timestamp::from_millis((now.millis() - 6 * HOUR_MS).div_euclid(every) * every)
    }

    /// Returns the centre of the grid cell of a coordinate.
    #[must_use]
    pub fn cell(&self, degrees: f64) -> f32 {
        (libm::round(degrees / self.grid) * self.grid) as f32
    }

    /// Returns the model as gone bad: two and a half times the water, and next week's error today.
    #[must_use]
    pub fn gone_bad(self) -> Self {
        Self { wet: self.wet * 2.5, growth: self.growth * 6.0, ..self }
    }

    /// Returns the model's forecast of the drivers: `truth` with its delay, `error` from its own waves, `lead_h` hours
    /// ahead.
    #[must_use]
    pub fn forecast(&self, truth: Drivers, error: Drivers, lead_h: f64) -> Drivers {
        // No error in the first hours, almost only error after two weeks.
        let doubt = (lead_h.max(0.0) * self.growth / 330.0).min(1.0);
        Drivers {
            storm: truth.storm * (1.0 - 0.7 * doubt) + error.storm * doubt,
            air: truth.air * (1.0 - 0.6 * doubt) + error.air * doubt + self.warm,
            planned_mm: truth.planned_mm * (1.0 - 0.7 * doubt),
        }
    }
}

#[cfg(test)]
mod tests;
