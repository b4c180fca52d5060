//! The sky of a day or of a few hours as a symbol and a word.

use conditions_core::record::DailyRow;
use conditions_core::time::Timestamp;

use crate::symbols::Symbol;
use crate::words::Words;

/// New snow of a day: light, moderate and heavy, centimetres.
const DAY_SNOW_CM: [f64; 3] = [0.5, 4.0, 10.0];
/// Rain of a day: light, moderate and heavy, millimetres.
const DAY_RAIN_MM: [f64; 3] = [0.5, 3.0, 8.0];
/// Rain that turns a day of snow into one of sleet, millimetres.
const SLEET_MM: f64 = 1.0;
/// Precipitation of three hours: light, moderate and heavy, millimetres.
const HOURS_MM: [f64; 3] = [0.2, 1.0, 3.0];
/// Temperatures below which precipitation is snow, and above which it is rain, degrees Celsius.
const SNOW_C: f64 = 1.0;
const RAIN_C: f64 = 2.5;
/// Cloud from which a sky is fair, partly cloudy and overcast, and up to which sun shines between showers, percent.
const CLOUD_PCT: [f64; 3] = [20.0, 45.0, 75.0];
const SHOWERS_PCT: f64 = 65.0;

/// The sky.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sky {
    Clear,
    Fair,
    Partly,
    Overcast,
    LightSnow,
    SnowShowers,
    Snow,
    HeavySnow,
    Sleet,
    LightRain,
    Rain,
    HeavyRain,
    Unknown,
}

impl Sky {
    const ALL: [Self; 13] = [
        Self::Clear,
        Self::Fair,
        Self::Partly,
        Self::Overcast,
        Self::LightSnow,
        Self::SnowShowers,
        Self::Snow,
        Self::HeavySnow,
        Self::Sleet,
        Self::LightRain,
        Self::Rain,
        Self::HeavyRain,
        Self::Unknown,
    ];

    /// Returns the sky of a day.
    pub(crate) fn of_day(day: &DailyRow) -> Self {
        let snow = day.snowfall_cm.map(|cm| cm.get());
        let rain = day.rain_mm.map(|mm| mm.get());
        let cloud = day.cloud_pct.map(f64::from);
        let [light, ..] = DAY_SNOW_CM;
        if snow.is_some_and(|cm| cm >= light) && rain.is_some_and(|mm| mm >= SLEET_MM) {
            return Self::Sleet;
        }
        snow.and_then(|cm| Self::snow(cm, DAY_SNOW_CM, cloud))
            .or_else(|| rain.and_then(|mm| Self::rain(mm, DAY_RAIN_MM)))
            .unwrap_or_else(|| Self::dry(cloud))
    }

    /// Returns the sky of three hours, from the sum of their precipitation.
    pub(crate) fn of_hours(mm: Option<f64>, celsius: Option<f64>, cloud: Option<f64>) -> Self {
        let wet = mm.zip(celsius).and_then(|(mm, celsius)| match celsius {
            celsius if celsius <= SNOW_C => Self::snow(mm, HOURS_MM, cloud),
            celsius if celsius < RAIN_C => Self::rain(mm, HOURS_MM).map(|_| Self::Sleet),
            _ => Self::rain(mm, HOURS_MM),
        });
        wet.unwrap_or_else(|| Self::dry(cloud))
    }

    fn snow(amount: f64, [light, moderate, heavy]: [f64; 3], cloud: Option<f64>) -> Option<Self> {
        let has_sun = cloud.is_some_and(|cloud| cloud < SHOWERS_PCT);
        match amount {
            amount if amount >= heavy => Some(Self::HeavySnow),
            amount if amount >= moderate && !has_sun => Some(Self::Snow),
            amount if amount >= light && has_sun => Some(Self::SnowShowers),
            amount if amount >= light => Some(Self::LightSnow),
            _ => None,
        }
    }

    fn rain(amount: f64, [light, moderate, heavy]: [f64; 3]) -> Option<Self> {
        match amount {
            amount if amount >= heavy => Some(Self::HeavyRain),
            amount if amount >= moderate => Some(Self::Rain),
            amount if amount >= light => Some(Self::LightRain),
            _ => None,
        }
    }

    fn dry(cloud: Option<f64>) -> Self {
        let [fair, partly, overcast] = CLOUD_PCT;
        match cloud {
            None => Self::Unknown,
            Some(cloud) if cloud < fair => Self::Clear,
            Some(cloud) if cloud < partly => Self::Fair,
            Some(cloud) if cloud < overcast => Self::Partly,
            Some(_) => Self::Overcast,
        }
    }

    /// Returns its symbol by day or by night.
    pub(crate) const fn symbol(self, is_night: bool) -> Symbol {
        match (self, is_night) {
            (Self::Clear, false) => Symbol::Clear,
            (Self::Clear, true) => Symbol::ClearNight,
            (Self::Fair, false) => Symbol::Fair,
            (Self::Fair, true) => Symbol::FairNight,
            (Self::Partly, false) => Symbol::Partly,
            (Self::Partly, true) => Symbol::PartlyNight,
            (Self::SnowShowers, false) => Symbol::Sunsnow,
            (Self::SnowShowers, true) => Symbol::Moonsnow,
            (Self::Overcast, _) => Symbol::Overcast,
            (Self::LightSnow, _) => Symbol::Snow1,
            (Self::Snow, _) => Symbol::Snow2,
            (Self::HeavySnow, _) => Symbol::Snow3,
            (Self::Sleet, _) => Symbol::Sleet,
            (Self::LightRain, _) => Symbol::Rain1,
            (Self::Rain, _) => Symbol::Rain2,
            (Self::HeavyRain, _) => Symbol::Rain3,
            (Self::Unknown, _) => Symbol::Unknown,
        }
    }

    /// Returns its name by day or by night.
    pub(crate) fn name(self, words: &Words, is_night: bool) -> &'static str {
        let [clear, fair] = words.morning.night_skies;
        match self {
            Self::Clear if is_night => clear,
            Self::Fair if is_night => fair,
            _ => Self::ALL
                .iter()
                .zip(words.morning.skies)
                .find(|(sky, _)| **sky == self)
                .map_or("", |(_, name)| name),
        }
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
