//! What a winter is told in, day by day: five columns, each with its range and the step that it is packed in.
//!
//! A number outside of its range says nothing. Ice is told from nonsense: a glacier's cell shows tens of metres of depth, and
//! they are many.

use crate::cells::{known, packed};
use crate::day::Day;
use crate::policy::Policy;

/// More is no depth of anything, centimetres: the deepest ice of a cell is some tens of metres.
const MOST_DEPTH_CM: f64 = 60_000.0;
/// Packed temperatures are counted from here, °C: below it nothing on earth has been measured.
const COLDEST_C: f64 = -100.0;
/// The warmest that a temperature may be, °C.
const WARMEST_C: f64 = 60.0;
/// More has never fallen in a day, millimetres.
const MOST_WATER_MM: f64 = 2_000.0;

/// A column, in the order in which winters hold them. Append only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Snowfall, tenths of a centimetre.
    Snowfall,
    /// Mean snow depth, centimetres.
    Depth,
    /// Lowest air temperature, tenths of a degree above −100 °C.
    TempMin,
    /// Highest air temperature, the same.
    TempMax,
    /// What fell, snow and rain, tenths of a millimetre of water.
    Water,
}

impl Column {
    /// Every column.
    pub(crate) const ALL: [Self; 5] =
        [Self::Snowfall, Self::Depth, Self::TempMin, Self::TempMax, Self::Water];

    /// How many a winter had before its weather was asked for.
    pub(crate) const WITHOUT_WEATHER: usize = 2;

    /// What a day says of it.
    pub(crate) const fn of(self, day: &Day) -> Option<f64> {
        match self {
            Self::Snowfall => day.snowfall_cm,
            Self::Depth => day.depth_cm,
            Self::TempMin => day.weather.temp_min_c,
            Self::TempMax => day.weather.temp_max_c,
            Self::Water => day.weather.water_mm,
        }
    }

    /// The cell of a number; `None` outside of its range.
    pub(crate) fn packed(self, policy: &Policy, value: f64) -> Option<u16> {
        match self {
            Self::Snowfall => packed(value, 10.0, policy.most_snowfall_cm),
            Self::Depth => packed(value, 1.0, MOST_DEPTH_CM),
            Self::TempMin | Self::TempMax => packed(value - COLDEST_C, 10.0, WARMEST_C - COLDEST_C),
            Self::Water => packed(value, 10.0, MOST_WATER_MM),
        }
    }

    /// The number in a cell; `None` for an unknown day.
    pub(crate) fn value(self, cell: u16) -> Option<f64> {
        let units = f64::from(known(cell)?);
        Some(match self {
            Self::Depth => units,
            Self::Snowfall | Self::Water => units / 10.0,
            Self::TempMin | Self::TempMax => units / 10.0 + COLDEST_C,
        })
    }
}
