//! A day of which only the extremes are known, as eight periods of three hours.
//!
//! The mean temperature of a day with frost and thaw would not melt anything. A cosine between the extremes is coldest
//! in the first and the last period; precipitation is spread evenly.

use chrono::NaiveDate;

use super::weather::Weather;

/// Number of periods per day.
const STRETCHES: u8 = 8;

/// A day's weather.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// The date, for the sun's height.
    pub date: NaiveDate,
    /// Lowest air temperature, °C.
    pub temp_min_c: Option<f64>,
    /// Highest air temperature, °C.
    pub temp_max_c: Option<f64>,
    /// Mean relative humidity, percent.
    pub humidity_pct: Option<f64>,
    /// Precipitation, snow and rain, millimetres of water.
    pub water_mm: Option<f64>,
}

impl Day {
    /// Returns the periods of the day. If only one extreme is known, it is the temperature all day; swapped extremes
    /// are corrected.
    pub(crate) fn hours(&self) -> impl Iterator<Item = Weather> {
        let extremes = match (self.temp_min_c, self.temp_max_c) {
            (Some(low), Some(high)) => Some((low.min(high), low.max(high))),
            (low, high) => low.or(high).map(|temp| (temp, temp)),
        };
        let (humidity_pct, water_mm) = (self.humidity_pct, self.water_mm.map(|mm| mm / f64::from(STRETCHES)));
        (0..STRETCHES).map(move |stretch| {
            let turn = core::f64::consts::TAU * (f64::from(stretch) + 0.5) / f64::from(STRETCHES);
            let temp_c =
                extremes.map(|(low, high)| f64::midpoint(low, high) - (high - low) / 2.0 * libm::cos(turn));
            Weather { hours: 24.0 / f64::from(STRETCHES), temp_c, humidity_pct, water_mm }
        })
    }
}

#[cfg(test)]
mod tests;
