//! The quantities that the service reads from a forecast, and their units. The unit that the response names is
//! converted; an unknown unit is rejected.

use conditions_core::hourly::{HourlySeries, LEAST_WATER_MM};

/// A quantity of [`HourlySeries`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    Temperature,
    Humidity,
    /// Precipitation of the hour, rain and snow as water.
    Precipitation,
    /// Snowfall of the hour, at the upstream's fixed ratio.
    Snowfall,
    /// Mean wind.
    Wind,
    /// Direction that the mean wind blows from.
    WindDirection,
    /// Strongest gust of the hour.
    Gust,
    Cloud,
    /// 0 °C level.
    FreezingLevel,
    SnowDepth,
}

impl Quantity {
    pub const ALL: [Self; 10] = [
        Self::Temperature,
        Self::Humidity,
        Self::Precipitation,
        Self::Snowfall,
        Self::Wind,
        Self::WindDirection,
        Self::Gust,
        Self::Cloud,
        Self::FreezingLevel,
        Self::SnowDepth,
    ];

    /// Returns the upstream's name for it.
    #[must_use]
    pub const fn variable(self) -> &'static str {
        match self {
            Self::Temperature => "temperature_2m",
            Self::Humidity => "relative_humidity_2m",
            Self::Precipitation => "precipitation",
            Self::Snowfall => "snowfall",
            Self::Wind => "wind_speed_10m",
            Self::WindDirection => "wind_direction_10m",
            Self::Gust => "wind_gusts_10m",
            Self::Cloud => "cloud_cover",
            Self::FreezingLevel => "freezing_level_height",
            Self::SnowDepth => "snow_depth",
        }
    }

    /// Returns the quantity that the upstream calls `variable`, under its current or its former name.
    #[must_use]
    pub fn from_variable(variable: &str) -> Option<Self> {
        let present = match variable {
            "relativehumidity_2m" => "relative_humidity_2m",
            "windspeed_10m" => "wind_speed_10m",
            "winddirection_10m" => "wind_direction_10m",
            "windgusts_10m" => "wind_gusts_10m",
            "cloudcover" => "cloud_cover",
            "freezinglevel_height" => "freezing_level_height",
            name => name,
        };
        Self::ALL.into_iter().find(|quantity| quantity.variable() == present)
    }

    /// Returns the conversion from `unit` to the series' unit; `None` if the unit is unknown for this quantity.
    #[must_use]
    pub fn conversion(self, unit: &str) -> Option<Conversion> {
        let unit = unit.trim();
        let centimetres = || length_m(unit).map(|factor| factor * 100.0);
        let factor = match self {
            Self::Temperature => return temperature(unit),
            Self::WindDirection => (unit == "°").then_some(1.0),
            Self::Humidity | Self::Cloud => (unit == "%").then_some(1.0),
            // One kilogram of water per square metre is one millimetre.
            Self::Precipitation if unit == "kg/m²" => Some(1.0),
            Self::Precipitation => length_m(unit).map(|factor| factor * 1_000.0),
            Self::Snowfall | Self::SnowDepth => centimetres(),
            Self::Wind | Self::Gust => speed_mps(unit),
            Self::FreezingLevel => length_m(unit),
        }?;
        Some(Conversion { factor, shift: 0.0 })
    }

    /// Returns the minimum possible value. Precipitation slightly below zero is rounding, which the days' sums repair.
    #[must_use]
    pub const fn least(self) -> f32 {
        match self {
            Self::Temperature | Self::FreezingLevel => f32::NEG_INFINITY,
            Self::Precipitation => LEAST_WATER_MM,
            Self::Humidity
            | Self::Snowfall
            | Self::Wind
            | Self::WindDirection
            | Self::Gust
            | Self::Cloud
            | Self::SnowDepth => 0.0,
        }
    }

    /// Returns the column of a series.
    #[must_use]
    pub const fn column(self, series: &mut HourlySeries) -> &mut Vec<Option<f32>> {
        match self {
            Self::Temperature => &mut series.temp_c,
            Self::Humidity => &mut series.humidity_pct,
            Self::Precipitation => &mut series.precipitation_mm,
            Self::Snowfall => &mut series.snowfall_cm,
            Self::Wind => &mut series.wind_mps,
            Self::WindDirection => &mut series.wind_from_deg,
            Self::Gust => &mut series.gust_mps,
            Self::Cloud => &mut series.cloud_pct,
            Self::FreezingLevel => &mut series.freezing_level_m,
            Self::SnowDepth => &mut series.snow_depth_cm,
        }
    }
}

/// A linear conversion of units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conversion {
    factor: f64,
    shift: f64,
}

impl Conversion {
    /// Converts a value; `None` if the result is not a finite number of the series' width.
    #[must_use]
    pub fn apply(self, value: f64) -> Option<f32> {
        let value = ((value + self.shift) * self.factor) as f32;
        // Adding zero turns negative zero into zero.
        value.is_finite().then_some(value + 0.0)
    }
}

fn temperature(unit: &str) -> Option<Conversion> {
    match unit {
        "°C" => Some(Conversion { factor: 1.0, shift: 0.0 }),
        "°F" => Some(Conversion { factor: 5.0 / 9.0, shift: -32.0 }),
        "K" => Some(Conversion { factor: 1.0, shift: -273.15 }),
        _ => None,
    }
}

/// Returns the metres in one unit.
fn length_m(unit: &str) -> Option<f64> {
    match unit {
        "m" => Some(1.0),
        "cm" => Some(0.01),
        "mm" => Some(0.001),
        "inch" | "in" => Some(0.025_4),
        "ft" => Some(0.304_8),
        _ => None,
    }
}

/// Returns the metres per second in one unit. Open-Meteo writes `mp/h` for miles per hour.
fn speed_mps(unit: &str) -> Option<f64> {
    match unit {
        "m/s" => Some(1.0),
        "km/h" => Some(1.0 / 3.6),
        "mp/h" | "mph" => Some(0.447_04),
        "kn" | "kt" => Some(1_852.0 / 3_600.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
