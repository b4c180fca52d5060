//! What the model is given of a few hours.

/// A stretch of weather of a few hours at most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weather {
    /// Its length, hours.
    pub hours: f64,
    /// Air temperature, °C.
    pub temp_c: Option<f64>,
    /// Relative humidity, percent; without it the temperature alone decides the phase.
    pub humidity_pct: Option<f64>,
    /// What fell, snow and rain, millimetres of water.
    pub water_mm: Option<f64>,
}
