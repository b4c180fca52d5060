//! The synthetic world's El Niño and its effect on winters: a planted signal, so that tests know where it should be
//! found, and where it should not.
//!
//! Both the index and the response are invented. The signs roughly match the real ones, so that a demonstration does
//! not look absurd; the values say nothing about any real winter.

use libm::{exp, sin};

use crate::noise::{hash, unit};

/// A part of the world whose winters respond to the index.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Region {
    /// Name in tests.
    pub name: &'static str,
    /// South, north, west, east, degrees.
    pub within: [f64; 4],
    /// Logarithm of the factor on snowfall, per kelvin of the index.
    pub response: f64,
}

/// The regions that respond; every other place does not.
pub const REGIONS: [Region; 4] = [
    Region { name: "south-western North America", within: [30.0, 40.0, -121.0, -103.0], response: 0.22 },
    Region { name: "north-western North America", within: [42.0, 62.0, -152.0, -110.0], response: -0.18 },
    Region { name: "Andes", within: [-45.0, -28.0, -75.0, -65.0], response: 0.2 },
    Region { name: "New Zealand", within: [-47.0, -38.0, 165.0, 179.0], response: -0.12 },
];

/// Shortest period of the waves of the index, months; periods are drawn from here to the longest one.
const SHORTEST: f64 = 30.0;
const LONGEST: f64 = 76.0;
/// Standard deviation of the index, kelvin.
const DEVIATION: f64 = 0.95;
const WAVES: u64 = 4;

/// Returns the index of a month, kelvin from normal; the synthetic RONI and ONI are means of it. `month` is 1 to 12.
#[must_use]
pub fn nino(seed: u64, year: i32, month: u32) -> f64 {
    const TURN: f64 = core::f64::consts::TAU;
    let at = f64::from(year - 1950) * 12.0 + f64::from(month);
    let amplitude = DEVIATION * libm::sqrt(2.0 / WAVES as f64);
    let wave = |number: u64| {
        let draw = |what: u64| unit(hash(hash(seed, 501 + what), number));
        let period = SHORTEST + (LONGEST - SHORTEST) * draw(0);
        amplitude * sin(at / period * TURN + draw(1) * TURN)
    };
    (0..WAVES).map(wave).sum()
}

/// Returns the index of a winter that begins in `year`: the mean of December to February in the north, and of June to
/// August in the south.
#[must_use]
pub fn nino_of_winter(seed: u64, year: i32, south: bool) -> f64 {
    let months = if south { [(0, 6), (0, 7), (0, 8)] } else { [(0, 12), (1, 1), (1, 2)] };
    months.iter().map(|(later, month)| nino(seed, year + later, *month)).sum::<f64>() / 3.0
}

/// Returns the planted response of a place, see [`Region::response`]; 0 if there is none.
#[must_use]
pub fn response(lat: f64, lon: f64) -> f64 {
    let holds = |region: &&Region| {
        let [south, north, west, east] = region.within;
        (south..=north).contains(&lat) && (west..=east).contains(&lon)
    };
    REGIONS.iter().find(holds).map_or(0.0, |region| region.response)
}

/// Returns the factor on the snowfall of the winter that begins in `year`, at a place.
#[must_use]
pub fn winter_factor(seed: u64, year: i32, lat: f64, lon: f64) -> f64 {
    exp(response(lat, lon) * nino_of_winter(seed, year, lat < 0.0)).clamp(0.35, 2.5)
}

#[cfg(test)]
mod tests;
