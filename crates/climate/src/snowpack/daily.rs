//! A day of which only the extremes are known, as eight periods of three hours.
//!
//! The mean temperature of a day with frost and thaw would not melt anything. A curve between the extremes is coldest
//! in the first and the last period. On a dry day its warm part is shorter than its cold part, so that the mean is below
//! the middle of the extremes; on a wet day, under clouds, it is a cosine. Precipitation is spread evenly.

use chrono::NaiveDate;

use super::weather::Weather;

/// Number of periods per day.
const STRETCHES: usize = 8;
/// Precipitation from which a day is wet, millimetres.
const WET_MM: f64 = 1.0;
/// Position of each period of a wet day between the lowest and the highest temperature: half of one minus the cosine.
const WET: [f64; STRETCHES] = [0.038, 0.309, 0.691, 0.962, 0.962, 0.691, 0.309, 0.038];
/// Position of each period of a dry day: that of a wet day to the power of 1.3. The degree-hours above freezing are then
/// those of the measured hours (`docs/verification.md`).
const DRY: [f64; STRETCHES] = [0.014, 0.217, 0.619, 0.951, 0.951, 0.619, 0.217, 0.014];

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
        let (humidity_pct, water_mm) = (self.humidity_pct, self.water_mm.map(|mm| mm / STRETCHES as f64));
        let positions = if self.water_mm.is_some_and(|mm| mm >= WET_MM) { WET } else { DRY };
        positions.into_iter().map(move |position| {
            let temp_c = extremes.map(|(low, high)| low + (high - low) * position);
            Weather { hours: 24.0 / STRETCHES as f64, temp_c, humidity_pct, water_mm }
        })
    }
}

#[cfg(test)]
mod tests;
