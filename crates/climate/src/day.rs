//! A day of a winter as it arrives: what the archive says of its snow and of its weather.

use chrono::NaiveDate;

/// One day as it arrives.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Day {
    /// The resort's local date.
    pub date: NaiveDate,
    /// Snowfall, centimetres.
    pub snowfall_cm: Option<f64>,
    /// Mean snow depth, centimetres.
    pub depth_cm: Option<f64>,
    /// Its weather, from which the snow of the bands is modelled.
    pub weather: DayWeather,
}

/// A day's weather at the elevation that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DayWeather {
    /// Lowest air temperature, °C.
    pub temp_min_c: Option<f64>,
    /// Highest air temperature, °C.
    pub temp_max_c: Option<f64>,
    /// What fell, snow and rain, millimetres of water.
    pub water_mm: Option<f64>,
}
