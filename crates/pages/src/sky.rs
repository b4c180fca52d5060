//! The symbol and the word of a sky, by day and by night.

use conditions_core::sky::Sky;
use conditions_core::time::Timestamp;

use crate::symbols::Symbol;
use crate::words::Words;

/// Returns the symbol of a sky by day or by night.
pub(crate) const fn symbol(sky: Option<Sky>, is_night: bool) -> Symbol {
    let Some(sky) = sky else { return Symbol::Unknown };
    match (sky, is_night) {
        (Sky::Clear, false) => Symbol::Clear,
        (Sky::Clear, true) => Symbol::ClearNight,
        (Sky::Fair, false) => Symbol::Fair,
        (Sky::Fair, true) => Symbol::FairNight,
        (Sky::PartlyCloudy, false) => Symbol::Partly,
        (Sky::PartlyCloudy, true) => Symbol::PartlyNight,
        (Sky::SnowShowers, false) => Symbol::Sunsnow,
        (Sky::SnowShowers, true) => Symbol::Moonsnow,
        (Sky::Overcast, _) => Symbol::Overcast,
        (Sky::LightSnow, _) => Symbol::Snow1,
        (Sky::Snow, _) => Symbol::Snow2,
        (Sky::HeavySnow, _) => Symbol::Snow3,
        (Sky::Sleet, _) => Symbol::Sleet,
        (Sky::LightRain, _) => Symbol::Rain1,
        (Sky::Rain, _) => Symbol::Rain2,
        (Sky::HeavyRain, _) => Symbol::Rain3,
    }
}

/// Returns the name of a sky by day or by night.
pub(crate) fn name(sky: Option<Sky>, words: &Words, is_night: bool) -> &'static str {
    let [clear, fair] = words.morning.night_skies;
    match sky {
        Some(Sky::Clear) if is_night => clear,
        Some(Sky::Fair) if is_night => fair,
        Some(sky) => Sky::ALL
            .iter()
            .zip(words.morning.skies)
            .find(|(known, _)| **known == sky)
            .map_or("", |(_, name)| name),
        None => words.morning.sky_unknown,
    }
}

/// Returns whether the sun is below the horizon, from its position within about half a degree.
pub(crate) fn is_night(at: Timestamp, lat: f64, lon: f64) -> bool {
    const J2000_DAYS: f64 = 10_957.5;
    const DAY_MS: f64 = 86_400_000.0;
    // Refraction and the radius of the sun.
    const HORIZON: f64 = -0.833;
    let days = at.millis() as f64 / DAY_MS - J2000_DAYS;
    let anomaly = (357.529 + 0.985_600_28 * days).to_radians();
    let longitude =
        (280.459 + 0.985_647_36 * days + 1.915 * anomaly.sin() + 0.02 * (2.0 * anomaly).sin()).to_radians();
    let tilt = 23.439_f64.to_radians();
    let declination = (tilt.sin() * longitude.sin()).asin();
    let ascension = (tilt.cos() * longitude.sin()).atan2(longitude.cos());
    let sidereal = (280.460_618_37 + 360.985_647_366_29 * days + lon).to_radians();
    let lat = lat.to_radians();
    let height =
        (lat.sin() * declination.sin() + lat.cos() * declination.cos() * (sidereal - ascension).cos()).asin();
    height.to_degrees() < HORIZON
}

#[cfg(test)]
mod tests;
