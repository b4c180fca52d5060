//! The columns of a winter by day: five quantities, each with its range and its packing step.
//!
//! A number outside its range is unknown. Ice is distinguished from invalid values: the cell of a glacier has tens of
//! metres of depth, and there are many of these.

use crate::cells::{known, packed};
use crate::day::Day;
use crate::policy::Policy;

/// Maximum depth, in centimetres: the deepest ice of a cell is some tens of metres.
const MOST_DEPTH_CM: f64 = 60_000.0;
/// Zero point of packed temperatures, °C: lower temperatures have never been measured on earth.
const COLDEST_C: f64 = -100.0;
/// Highest valid temperature, °C.
const WARMEST_C: f64 = 60.0;
/// Maximum precipitation of a day, in millimetres.
const MOST_WATER_MM: f64 = 2_000.0;

/// A column, in the order of storage. Append only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Snowfall, tenths of a centimetre.
    Snowfall,
    /// Mean snow depth, centimetres.
    Depth,
    /// Lowest air temperature, tenths of a degree above −100 °C.
    TempMin,
    /// Highest air temperature, tenths of a degree above −100 °C.
    TempMax,
    /// Precipitation, snow and rain, tenths of a millimetre of water.
    Water,
}

impl Column {
    pub(crate) const ALL: [Self; 5] =
        [Self::Snowfall, Self::Depth, Self::TempMin, Self::TempMax, Self::Water];

    /// Number of columns of a winter stored before weather was requested.
    pub(crate) const WITHOUT_WEATHER: usize = 2;

    /// Returns the value of a day.
    pub(crate) const fn value_on(self, day: &Day) -> Option<f64> {
        match self {
            Self::Snowfall => day.snowfall_cm,
            Self::Depth => day.depth_cm,
            Self::TempMin => day.weather.temp_min_c,
            Self::TempMax => day.weather.temp_max_c,
            Self::Water => day.weather.water_mm,
        }
    }

    /// Returns the cell of a number, or `None` outside its range.
    pub(crate) fn packed(self, policy: &Policy, value: f64) -> Option<u16> {
        match self {
            Self::Snowfall => packed(value, 10.0, policy.most_snowfall_cm),
            Self::Depth => packed(value, 1.0, MOST_DEPTH_CM),
            Self::TempMin | Self::TempMax => packed(value - COLDEST_C, 10.0, WARMEST_C - COLDEST_C),
            Self::Water => packed(value, 10.0, MOST_WATER_MM),
        }
    }

    /// Returns the number in a cell, or `None` for an unknown day.
    pub(crate) fn value(self, cell: u16) -> Option<f64> {
        let units = f64::from(known(cell)?);
        Some(match self {
            Self::Depth => units,
            Self::Snowfall | Self::Water => units / 10.0,
            Self::TempMin | Self::TempMax => units / 10.0 + COLDEST_C,
        })
    }
}
