//! Precipitation: wet-bulb temperature, the share of snow, and the depth of new snow. The same rules apply to
//! forecasts, the current winter and past winters.
//!
//! Implements `contract-decisions` 8: "one rule of phase and one of snow:liquid ratio"; "water is conserved: what is
//! not snow is rain". The numbers in this module are physics and fits to records, not thresholds of the contract; a
//! deployment does not tune them.
//!
//! Sources:
//! - Saturation vapour pressure and the psychrometer equation: WMO-No. 8, *Guide to Meteorological Instruments and
//!   Methods of Observation*, annex 4.B (water, −45 to 60 °C; Assmann coefficient). The formula over water is used
//!   below 0 °C too, because relative humidity is reported over water: the result is then continuous at 0 °C and never
//!   above the air temperature. Stull (2011, *J. Appl. Meteor. Climatol.* 50) is not used: it is fitted to sea-level
//!   pressure and gives wet-bulb temperatures above the air temperature in cold dry air.
//! - Pressure by elevation: ICAO standard atmosphere.
//! - Share of snow: all snow at or below [`ALL_SNOW_C`] wet-bulb, all rain at or above [`ALL_RAIN_C`], linear between.
//!   Inside the window of −0.5 to 1.5 °C that agrees with Wang et al. (2019, *Geophys. Res. Lett.* 46), and fitted in it
//!   to the published split of Col de Porte: `docs/verification.md`. Without humidity the air has `WET_WEATHER_PCT`,
//!   because precipitation falls through humid, but rarely through saturated air.
//! - Snow:liquid ratio: a bell curve over the air temperature, 4.2 + 10.6 exp(−((T + 12) / 10)²), as lines between
//!   knots. Dendrites grow near −12 to −15 °C and form the lightest snow; crystals of colder and warmer air pack more
//!   densely. A day's fall also compresses under its own weight: light falls stay looser, heavy ones become denser
//!   ([`settled_cm`]). Both are fitted to the new snow of Alta, Utah and Col de Porte, with halves of the decades held
//!   out: `docs/verification.md`.

/// Decrease of the air temperature with height, °C per metre (ICAO standard atmosphere).
pub const LAPSE_C_PER_M: f64 = 0.0065;

/// Upper bound of a day's snow:liquid ratio, cm of snow per cm of water.
pub const MAX_RATIO: f64 = 21.1;

/// Ratio if the temperature is unknown: between the overall means of Alta (12) and Col de Porte (9).
const UNKNOWN_RATIO: f64 = 10.0;

/// Fixed ratio of the upstream, by which its snowfall is converted back to water.
pub const UPSTREAM_RATIO: f64 = 7.0;

/// Air temperature in °C, and centimetres of snow per centimetre of water for a day of 15 mm; ascending.
const RATIOS: [(f64, f64); 9] = [
    (-30.0, 4.7),
    (-24.0, 6.8),
    (-20.0, 10.0),
    (-16.0, 13.3),
    (-12.0, 14.9),
    (-8.0, 13.3),
    (-4.0, 10.0),
    (0.0, 6.8),
    (4.0, 5.0),
];

/// Wet-bulb temperature at or below which all precipitation is snow, °C.
pub const ALL_SNOW_C: f64 = -0.1;

/// Wet-bulb temperature at or above which all precipitation is rain, °C.
pub const ALL_RAIN_C: f64 = 0.6;

/// Relative humidity of unmeasured air while it precipitates, percent. Fitted to the split of Col de Porte by the
/// extremes of days.
const WET_WEATHER_PCT: f64 = 78.0;

/// Air temperatures for which the vapour-pressure formula is used, °C.
const SOLVABLE_C: core::ops::RangeInclusive<f64> = -80.0..=60.0;

/// Precipitation over a period, split into snow and rain.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Fall {
    /// New snow, centimetres; for a day or longer, valid only after [`settled_cm`].
    pub snow_cm: f64,
    /// Water in the new snow, millimetres. With the rain it is the total precipitation.
    pub frozen_mm: f64,
    /// Rain, millimetres.
    pub rain_mm: f64,
}

/// Returns the wet-bulb temperature in °C of air at `temp_c` °C and `humidity_pct` relative humidity (over water).
///
/// `elevation_m` gives the pressure; unknown counts as sea level. The result is never above `temp_c`. Humidity above
/// 100 % counts as saturated. Returns `None` for NaN, infinities, negative humidity and air outside −80 to 60 °C.
#[must_use]
pub fn wet_bulb_c(temp_c: f64, humidity_pct: f64, elevation_m: Option<f64>) -> Option<f64> {
    if !SOLVABLE_C.contains(&temp_c) || !humidity_pct.is_finite() || humidity_pct < 0.0 {
        return None;
    }
    let vapour = saturation_hpa(temp_c) * (humidity_pct / 100.0).min(1.0);
    let coefficient = 6.53e-4 * pressure_hpa(elevation_m);
    // Vapour pressure implied by a wet-bulb temperature, minus the actual one. It is increasing and convex in the
    // wet-bulb temperature, so Newton's method from the air temperature descends to the root and never passes it.
    let mut wet = temp_c;
    for _ in 0..16 {
        let saturation = saturation_hpa(wet);
        let spread = temp_c - wet;
        let excess = saturation - coefficient * (1.0 + 9.44e-4 * wet) * spread - vapour;
        let slope = saturation * 17.62 * 243.12 / ((243.12 + wet) * (243.12 + wet))
            + coefficient * (1.0 + 9.44e-4 * (wet - spread));
        let step = excess / slope;
        wet -= step;
        if step.abs() < 1e-6 {
            break;
        }
    }
    Some(wet.min(temp_c))
}

/// Returns the share of precipitation that falls as snow, 0–1, at a wet-bulb temperature in °C. NaN gives 0.
#[must_use]
pub fn snow_fraction(wet_bulb_c: f64) -> f64 {
    if wet_bulb_c <= ALL_SNOW_C {
        1.0
    } else if wet_bulb_c < ALL_RAIN_C {
        (ALL_RAIN_C - wet_bulb_c) / (ALL_RAIN_C - ALL_SNOW_C)
    } else {
        0.0
    }
}

/// Returns the share of precipitation that falls as snow, 0–1, through air at `temp_c` °C. Unknown or invalid humidity is
/// that of wet weather.
#[must_use]
pub fn snow_share(temp_c: f64, humidity_pct: Option<f64>, elevation_m: Option<f64>) -> f64 {
    // The wet-bulb temperature is never above that of the air.
    if temp_c <= ALL_SNOW_C {
        return 1.0;
    }
    let wet = |humidity| wet_bulb_c(temp_c, humidity, elevation_m);
    let wet = humidity_pct.and_then(wet).or_else(|| wet(WET_WEATHER_PCT));
    snow_fraction(wet.unwrap_or(temp_c))
}

/// Returns the centimetres of new snow per centimetre of water at an air temperature in °C. The maximum is at −12 °C;
/// an unknown temperature (or NaN) gives 10. Above freezing the snow is wet, with a ratio of 5 to 7; the share of water
/// that is snow is not part of the ratio.
#[must_use]
pub fn snow_ratio(temp_c: Option<f64>) -> f64 {
    let Some(temp_c) = temp_c.filter(|t| !t.is_nan()) else { return UNKNOWN_RATIO };
    let [(coldest, densest), ..] = RATIOS;
    if temp_c <= coldest {
        return densest;
    }
    for pair in RATIOS.windows(2) {
        if let [(cold, below), (warm, above)] = *pair
            && temp_c <= warm
        {
            return below + (above - below) * (temp_c - cold) / (warm - cold);
        }
    }
    let [.., (_, wettest)] = RATIOS;
    wettest
}

/// Returns the new snow of a day after settling. `snow_cm` is the sum of [`new_snow_cm`] over its hours and contains
/// `water_mm` of water. A fall of 15 mm keeps the sum; 2 mm are a third looser, 50 mm a fifth denser.
#[must_use]
pub fn settled_cm(snow_cm: f64, water_mm: f64) -> f64 {
    snow_cm * libm::sqrt(libm::sqrt(20.0 / (5.0 + water_mm.max(0.0))))
}

/// Returns an hour's new snow in centimetres from `water_mm` millimetres of frozen water at an air temperature in °C.
#[must_use]
pub fn new_snow_cm(water_mm: f64, temp_c: Option<f64>) -> f64 {
    water_mm / 10.0 * snow_ratio(temp_c)
}

/// Splits `precipitation_mm` that fell through air at `temp_c` into snow and rain.
///
/// Returns `None` if precipitation is negative, or precipitation or temperature is NaN or infinite.
#[must_use]
pub fn fall(
    precipitation_mm: f64,
    temp_c: f64,
    humidity_pct: Option<f64>,
    elevation_m: Option<f64>,
) -> Option<Fall> {
    if !precipitation_mm.is_finite() || precipitation_mm < 0.0 || !temp_c.is_finite() {
        return None;
    }
    if precipitation_mm == 0.0 {
        return Some(Fall::default());
    }
    let frozen_mm = precipitation_mm * snow_share(temp_c, humidity_pct, elevation_m);
    let snow_cm = new_snow_cm(frozen_mm, Some(temp_c));
    Some(Fall { snow_cm, frozen_mm, rain_mm: precipitation_mm - frozen_mm })
}

/// Returns the saturation vapour pressure over water, hPa (WMO-No. 8, annex 4.B).
fn saturation_hpa(temp_c: f64) -> f64 {
    6.112 * libm::exp(17.62 * temp_c / (243.12 + temp_c))
}

/// Returns the pressure of the standard atmosphere, hPa; at sea level if the elevation is unknown.
fn pressure_hpa(elevation_m: Option<f64>) -> f64 {
    let elevation = elevation_m.filter(|z| z.is_finite()).unwrap_or(0.0).clamp(-500.0, 9000.0);
    1013.25 * libm::pow(1.0 - 2.255_77e-5 * elevation, 5.255_88)
}

#[cfg(test)]
mod tests;
