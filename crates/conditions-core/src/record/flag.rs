//! Flags: issues that the resolver found and could not reconcile. The list is open: a reader keeps an unknown flag.

use alloc::boxed::Box;
use core::cmp::Ordering;
use core::fmt;

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// A machine-readable reconciliation issue. `Ord` is the order of the words, in which a record lists them.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Flag {
            $($(#[$doc])* $name,)*
            /// A flag of a newer service that this version does not list. [`Flag::from`] never returns it for a listed
            /// word.
            Other(Box<str>),
        }

        /// The position of each listed flag in [`Flag::ALL`].
        #[derive(Clone, Copy)]
        enum Place {
            $($name,)*
        }

        impl Flag {
            /// Every flag that this version lists, in the order of their words.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the word on the wire, lower snake_case.
            #[must_use]
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$name => $word,)*
                    Self::Other(word) => word,
                }
            }

            /// Returns the position in [`Flag::ALL`], or `None` for a flag that is not listed.
            pub(crate) const fn place(&self) -> Option<usize> {
                match self {
                    $(Self::$name => Some(Place::$name as usize),)*
                    Self::Other(_) => None,
                }
            }
        }
    };
}

flags! {
    /// Small gaps in the hours of a weather model were repaired.
    ForecastGapFilled = "forecast_gap_filled",
    /// Some days within the 7- or 14-day total are not reported.
    ForecastPartialHorizon = "forecast_partial_horizon",
    /// Daily rows were moved so that every total is within the range of the models that cover it.
    ForecastRangeGuarded = "forecast_range_guarded",
    /// An observation is dated more than ten minutes in the future.
    FutureTimestamp = "future_timestamp",
    /// A terrain split was dropped as implausible.
    ImplausibleAbility = "implausible_ability",
    /// A snow density was dropped as implausible.
    ImplausibleDensity = "implausible_density",
    /// A snow depth was dropped as implausible.
    ImplausibleDepth = "implausible_depth",
    /// A lift count was dropped as implausible.
    ImplausibleLifts = "implausible_lifts",
    /// A longest run was dropped as implausible.
    ImplausibleLongestRun = "implausible_longest_run",
    /// A run count was dropped as implausible.
    ImplausibleRuns = "implausible_runs",
    /// A season date was dropped as implausible.
    ImplausibleSeason = "implausible_season",
    /// A snowfall was dropped as implausible.
    ImplausibleSnowfall = "implausible_snowfall",
    /// A snow-surface temperature above 0.5 °C was dropped.
    ImplausibleSurfaceTemp = "implausible_surface_temp",
    /// A temperature was dropped as implausible.
    ImplausibleTemperature = "implausible_temperature",
    /// A wind speed was dropped as implausible.
    ImplausibleWind = "implausible_wind",
    /// Lifts are running outside the season.
    LiftsOpenOffSeason = "lifts_open_off_season",
    /// A report of the lifts does not state how many are open.
    LiftsOpenUnknown = "lifts_open_unknown",
    /// A reported lift total differs from the profile's.
    LiftsTotalMismatch = "lifts_total_mismatch",
    /// A report has more open than its total.
    OpenExceedsTotal = "open_exceeds_total",
    /// Operator and model depth differ widely.
    OperatorModelDivergence = "operator_model_divergence",
    /// Operator and station depth differ widely in one band.
    OperatorStationDivergence = "operator_station_divergence",
    /// A report of the runs does not state how many are open.
    RunsOpenUnknown = "runs_open_unknown",
    /// A reported run total differs from the profile's.
    RunsTotalMismatch = "runs_total_mismatch",
    /// A station's value was dropped: the instrument was stuck, jumped, or used another unit.
    StationValueDropped = "station_value_dropped",
    /// Two stations of one band measure very different depths.
    StationsDisagree = "stations_disagree",
    /// The operator's status contradicts a newer lift count.
    StatusLiftsConflict = "status_lifts_conflict",
}

impl From<&str> for Flag {
    fn from(word: &str) -> Self {
        let listed = Self::ALL.binary_search_by(|flag| flag.name().cmp(word)).ok();
        listed.and_then(|at| Self::ALL.get(at)).cloned().unwrap_or_else(|| Self::Other(word.into()))
    }
}

impl Ord for Flag {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.place(), other.place()) {
            (Some(one), Some(two)) => one.cmp(&two),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.name().cmp(other.name()),
        }
    }
}

impl PartialOrd for Flag {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Flag {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Flag {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <alloc::borrow::Cow<'de, str>>::deserialize(deserializer).map(|word| Self::from(&*word))
    }
}

/// Schema of the list of flags: any word in snake case, each at most once.
#[cfg(feature = "schemars")]
pub(crate) struct Flags;

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Flags {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Flags".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let known: alloc::vec::Vec<&str> = Flag::ALL.iter().map(Flag::name).collect();
        schemars::json_schema!({
            "type": "array",
            "uniqueItems": true,
            "items": { "type": "string", "pattern": "^[a-z][a-z0-9_]*$", "examples": known },
        })
    }
}

#[cfg(test)]
mod tests;
