//! The sky of a day or of a few hours, from its precipitation and cloud.

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

/// The sky, as weather symbols show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Sky {
    /// Cloud below 20 %.
    Clear,
    /// Cloud below 45 %.
    Fair,
    /// Cloud below 75 %.
    PartlyCloudy,
    /// Cloud from 75 %.
    Overcast,
    /// From 0.5 cm of snow.
    LightSnow,
    /// Snow with cloud below 65 %.
    SnowShowers,
    /// From 4 cm of snow.
    Snow,
    /// From 10 cm of snow.
    HeavySnow,
    /// Snow with rain.
    Sleet,
    /// From 0.5 mm of rain.
    LightRain,
    /// From 3 mm of rain.
    Rain,
    /// From 8 mm of rain.
    HeavyRain,
}

impl Sky {
    /// Every sky, in this order.
    pub const ALL: [Self; 12] = [
        Self::Clear,
        Self::Fair,
        Self::PartlyCloudy,
        Self::Overcast,
        Self::LightSnow,
        Self::SnowShowers,
        Self::Snow,
        Self::HeavySnow,
        Self::Sleet,
        Self::LightRain,
        Self::Rain,
        Self::HeavyRain,
    ];

    /// Returns the sky of a day from its snow in centimetres, its rain in millimetres and its cloud in percent; `None` if
    /// neither precipitation nor cloud is known.
    #[must_use]
    pub fn of_day(snow: Option<f64>, rain: Option<f64>, cloud: Option<f64>) -> Option<Self> {
        let [light, ..] = DAY_SNOW_CM;
        if snow.is_some_and(|cm| cm >= light) && rain.is_some_and(|mm| mm >= SLEET_MM) {
            return Some(Self::Sleet);
        }
        snow.and_then(|cm| Self::snow(cm, DAY_SNOW_CM, cloud))
            .or_else(|| rain.and_then(|mm| Self::rain(mm, DAY_RAIN_MM)))
            .or_else(|| Self::dry(cloud))
    }

    /// Returns the sky of three hours, from the sum of their precipitation in millimetres.
    #[must_use]
    pub fn of_three_hours(mm: Option<f64>, temp_c: Option<f64>, cloud_pct: Option<f64>) -> Option<Self> {
        let wet = mm.zip(temp_c).and_then(|(mm, temp_c)| match temp_c {
            temp_c if temp_c <= SNOW_C => Self::snow(mm, HOURS_MM, cloud_pct),
            temp_c if temp_c < RAIN_C => Self::rain(mm, HOURS_MM).map(|_| Self::Sleet),
            _ => Self::rain(mm, HOURS_MM),
        });
        wet.or_else(|| Self::dry(cloud_pct))
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

    fn dry(cloud: Option<f64>) -> Option<Self> {
        let [fair, partly, overcast] = CLOUD_PCT;
        cloud.map(|cloud| match cloud {
            cloud if cloud < fair => Self::Clear,
            cloud if cloud < partly => Self::Fair,
            cloud if cloud < overcast => Self::PartlyCloudy,
            _ => Self::Overcast,
        })
    }
}

#[cfg(test)]
mod tests;
