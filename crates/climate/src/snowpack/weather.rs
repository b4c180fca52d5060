//! The weather of a few hours, as input of the model.

/// The weather of at most a few hours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weather {
    /// Duration, hours.
    pub hours: f64,
    /// Air temperature, °C.
    pub temp_c: Option<f64>,
    /// Relative humidity, percent; without it only the temperature decides the phase.
    pub humidity_pct: Option<f64>,
    /// Precipitation, snow and rain, millimetres of water.
    pub water_mm: Option<f64>,
}
