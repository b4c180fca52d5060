//! A day of a winter as received: the archive's snow and weather.

use chrono::NaiveDate;

/// One day as received from the archive.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Day {
    /// The resort's local date.
    pub date: NaiveDate,
    /// Snowfall, centimetres.
    pub snowfall_cm: Option<f64>,
    /// Mean snow depth, centimetres.
    pub depth_cm: Option<f64>,
    /// Weather, from which the snow of the bands is modelled.
    pub weather: DayWeather,
}

/// A day's weather at the requested elevation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DayWeather {
    /// Lowest air temperature, °C.
    pub temp_min_c: Option<f64>,
    /// Highest air temperature, °C.
    pub temp_max_c: Option<f64>,
    /// Precipitation, snow and rain, millimetres of water.
    pub water_mm: Option<f64>,
}
