//! The record: the resolved values in the shape of the contract's `data`, and the values that are resolved in addition
//! to it.
//!
//! Every member of the specification's "data (resort conditions)", "Forecast outlook" and "measuredNow" is defined
//! here. The rules are in the modules named after them.
//!
//! The contract gains members in minor versions, so these types are `#[non_exhaustive]`. A record is made by `resolve`,
//! or read (feature `serde`); a reader ignores unknown members.

use alloc::string::String;
use alloc::vec::Vec;

use chrono::NaiveDate;

use crate::field::Field;
use crate::source::{AcquisitionTier, Kind};
use crate::text::ShownName;
use crate::time::{MINUTE_MS, Timestamp};
use crate::units::{Hundredths, Tenths};

mod closed_lists;
mod flag;
mod name;

pub use closed_lists::*;
pub use flag::Flag;
pub use name::Name;

/// Derives shared by every wire type: camelCase, closed, described.
macro_rules! wire {
    ($($item:item)*) => { $(
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields, transform = crate::schema::require_all))]
        #[derive(Debug, Clone, PartialEq)]
        $item
    )* };
}

mod daily;

pub use daily::{DailyRow, Spread};

wire! {
    /// Conditions of one resort: the contract's `data`.
    #[non_exhaustive]
    pub struct Record {
        /// Slug of the resort, as in the paths of the API.
        pub slug: String,
        /// Time of the resolution.
        pub resolved_at: Timestamp,
        /// Operating status: OPEN, CLOSED_TODAY, PRE_SEASON, OFF_SEASON or UNKNOWN. Never defaults to OPEN.
        pub status: Field<OperatingStatus>,
        /// First day of the season, ISO date in the resort's local calendar.
        pub season_opening: Field<NaiveDate>,
        /// Last day of the season, ISO date in the resort's local calendar.
        pub season_closing: Field<NaiveDate>,
        /// Snow depth on the ground by elevation band, centimetres; bands are reconciled independently.
        pub depth: DepthProfile,
        /// Headline depth, centimetres: base, else mid, else summit. A fresh measured band displaces a model or derived
        /// base; without a base the order does not change. Null when no band has a value.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<Field<crate::schema::Amount>>"))]
        pub display_depth_cm: Option<Field<Tenths>>,
        /// Place and rule of the headline depth; null when displayDepthCm is null.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "schemars", schemars(extend("x-optional" = true)))]
        pub display_depth_detail: Option<DisplayDepthDetail>,
        /// Acquisition tier of the headline depth when it is a scraped value; otherwise null.
        pub reported_source_tier: Option<AcquisitionTier>,
        /// Deprecated, use displayDepthCm: the base-preferred depth, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Field<crate::schema::Amount>", extend("deprecated" = true)))]
        pub base_depth_cm: Field<Tenths>,
        /// Headline depth as a percentage of the historical average, whole percent. Null when the depth is past its
        /// time to live.
        #[cfg_attr(feature = "schemars", schemars(with = "Field<crate::schema::WholePercent>"))]
        pub depth_vs_avg_pct: Field<i32>,
        /// Inputs of depthVsAvgPct, or the reason why it is withheld.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "schemars", schemars(with = "DepthVsAvgBasis", extend("x-optional" = true)))]
        pub depth_vs_avg_basis: Option<DepthVsAvgBasis>,
        /// Set when measured and modelled depth, as published, contradict each other, at any age.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "schemars", schemars(extend("x-optional" = true)))]
        pub depth_disagreement: Option<DepthDisagreement>,
        /// Lifts open and in total, from one source.
        pub lifts: Field<OpenTotal>,
        /// Runs open and in total, from one source.
        pub runs: Field<OpenTotal>,
        /// Snow surface in the words of its source.
        pub surface: Field<String>,
        /// Terrain split by ability, percent.
        pub ability_pct: Field<AbilityPct>,
        /// The longest run: its name, and its length in kilometres.
        pub longest_run: Field<LongestRun>,
        /// Snow quality, measured from a station's density or modelled from current weather.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "schemars", schemars(extend("x-optional" = true)))]
        pub snow_quality: Option<Field<SnowQuality>>,
        /// Measured snow-surface temperature.
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "schemars", schemars(extend("x-optional" = true)))]
        pub snow_surface_temp: Option<Field<SnowSurfaceTemp>>,
        /// Forecast outlook; always from weather models.
        pub forecast: ForecastOutlook,
        /// Machine-readable reconciliation issues, lower snake_case, sorted, distinct. New ones may appear.
        #[cfg_attr(feature = "schemars", schemars(with = "flag::Flags"))]
        pub flags: Vec<Flag>,
    }

    /// Snow depth by elevation band. A band is null when no evidence names it; never interpolated.
    #[non_exhaustive]
    pub struct DepthProfile {
        /// Depth at the base, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<Field<crate::schema::Amount>>"))]
        pub base: Option<Field<Tenths>>,
        /// Depth at mid mountain, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<Field<crate::schema::Amount>>"))]
        pub mid: Option<Field<Tenths>>,
        /// Depth at the summit, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<Field<crate::schema::Amount>>"))]
        pub summit: Option<Field<Tenths>>,
    }

    /// Place and rule of the headline depth.
    #[non_exhaustive]
    pub struct DisplayDepthDetail {
        /// Source of the headline depth.
        pub source: Kind,
        /// Band of the headline.
        pub elevation_band: Band,
        /// Metres above sea level: the station's for a station reading, else the band's.
        pub elevation_m: Option<Tenths>,
        /// Public network or lane name.
        pub source_label: Option<String>,
        /// Station name, for a station reading.
        pub station_name: Option<ShownName>,
        /// Rule that chose the band.
        pub rule: HeadlineRule,
    }

    /// Inputs of `depthVsAvgPct`, or the reason why it is withheld.
    #[non_exhaustive]
    pub struct DepthVsAvgBasis {
        /// Historical average, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub average_cm: Option<Tenths>,
        /// Band of the average.
        pub average_band: Band,
        /// Band of the reading.
        pub reading_band: Option<Band>,
        /// Source of the reading.
        pub reading_source: Option<Kind>,
        /// Reason why the percentage is withheld; null when it is published.
        pub suppressed_reason: Option<Suppression>,
    }

    /// A contradiction between measured and modelled depth.
    #[non_exhaustive]
    pub struct DepthDisagreement {
        /// Kind of contradiction.
        pub kind: DisagreementKind,
        /// The measured depth, with its band and source.
        pub measured: MeasuredSide,
        /// The modelled depth, with its band.
        pub model: ModelSide,
        /// Model centimetres divided by measured centimetres, two decimals.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Amount"))]
        pub ratio: Hundredths,
        /// Description in words, ready to show.
        pub note: String,
    }

    /// Measured side of a disagreement.
    #[non_exhaustive]
    pub struct MeasuredSide {
        /// Band of the measured depth.
        pub band: Band,
        /// Measured depth, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Amount"))]
        pub cm: Tenths,
        /// Source of the measured depth.
        pub source: Kind,
    }

    /// Model side of a disagreement.
    #[non_exhaustive]
    pub struct ModelSide {
        /// Band of the modelled depth.
        pub band: Band,
        /// Modelled depth, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Amount"))]
        pub cm: Tenths,
    }

    /// Open and total, from the same source.
    #[derive(Copy, Eq)]
    pub struct OpenTotal {
        /// Number open; null when it cannot be reconciled with the total.
        pub open: Option<u32>,
        /// Total number.
        pub total: Option<u32>,
    }

    /// Terrain split by ability, percent; the four sum to about 100.
    #[derive(Copy)]
    pub struct AbilityPct {
        /// Beginner, percent.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Part"))]
        pub beginner: f64,
        /// Intermediate, percent.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Part"))]
        pub intermediate: f64,
        /// Advanced, percent.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Part"))]
        pub advanced: f64,
        /// Expert, percent.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::Part"))]
        pub expert: f64,
    }

    /// The longest run of a resort. Name and length may each be unknown.
    pub struct LongestRun {
        /// Name given by the resort; null when only the length is known.
        pub name: Option<ShownName>,
        /// Length, kilometres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub km: Option<f64>,
    }

    /// State of the snow, from a station's density or from current weather.
    #[non_exhaustive]
    pub struct SnowQuality {
        /// Snow water equivalent divided by depth, g/cm³, for the measured tier; null for the modelled tier.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Density>"))]
        pub density_ratio: Option<Hundredths>,
        /// State of the snow, in one word.
        pub label: QualityLabel,
        /// Description in words, ready to show.
        pub description: String,
        /// Risk that a wet surface freezes in the coming 24 hours; modelled tier only.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "schemars", schemars(with = "RefreezeRisk", extend("x-optional" = true)))]
        pub refreeze_risk: Option<RefreezeRisk>,
        /// Whether the label comes from a station's density or from current weather.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "schemars", schemars(with = "QualityBasis", extend("x-optional" = true)))]
        pub basis: Option<QualityBasis>,
    }

    /// Measured snow-surface temperature.
    #[non_exhaustive]
    pub struct SnowSurfaceTemp {
        /// Degrees Celsius, at most 0.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::AtMostZero"))]
        pub temp_c: Tenths,
        /// State of the surface relative to melting, in one word.
        pub state: SurfaceState,
        /// Description in words, ready to show.
        pub description: String,
    }

    /// The forecast: the only part of the record that describes the future.
    #[non_exhaustive]
    pub struct ForecastOutlook {
        /// Blended snowfall of the forward 7 local days at mid mountain, centimetres: the sum of the first seven daily
        /// rows. Null, never 0, when the blend has no data, and when an unreported day is between reported days.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::field::Forecast"))]
        pub next7d_cm: Field<Tenths>,
        /// Blended snowfall of the forward 14 local days at mid mountain, centimetres, range-guarded. Null, never 0,
        /// when the blend has no data or when an unreported day is between reported days. Null with source none for a
        /// caller without the Pro tier.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::field::Forecast"))]
        pub next14d_cm: Field<Tenths>,
        /// Biggest single day of the 7-day window; null when no snow is forecast, and when next7dCm is null.
        pub peak: Option<Peak>,
    }

    /// The biggest single day of the 7-day window.
    #[derive(Copy, Eq)]
    #[non_exhaustive]
    pub struct Peak {
        /// Local date of the resort.
        pub date: NaiveDate,
        /// New snow of that day, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::PositiveAmount"))]
        pub snowfall_cm: Tenths,
        /// Number of days in the window: always 7.
        #[cfg_attr(feature = "schemars", schemars(extend("minimum" = 7, "maximum" = 7)))]
        pub window_days: u8,
    }

    /// Live measured evidence near the resort: context for `data`, never an input to it.
    #[non_exhaustive]
    pub struct MeasuredNow {
        /// Freshest reading per instrument, highest elevation first.
        pub stations: Vec<StationNow>,
        /// Number of stations listed.
        pub station_count: u32,
        /// Station networks, sorted, distinct.
        #[cfg_attr(feature = "schemars", schemars(extend("uniqueItems" = true)))]
        pub sources: Vec<Name>,
        /// Elevation where the measured temperature crosses 0 °C, metres above sea level.
        pub freezing_line_m: Option<i32>,
        /// Newest observation in the set.
        pub observed_at: Option<Timestamp>,
    }

    /// One station's freshest reading.
    #[non_exhaustive]
    pub struct StationNow {
        /// Station network lane name.
        pub source: Name,
        /// Identifier within the network.
        pub station_id: Name,
        /// Name of the station in its network; null when it has no name.
        pub name: Option<Name>,
        /// Elevation, metres above sea level.
        pub elevation_m: Option<Tenths>,
        /// Position relative to the resort's terrain.
        pub role: StationRole,
        /// Air temperature, degrees Celsius.
        pub temp_c: Option<Tenths>,
        /// Mean wind, metres per second.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub wind_mps: Option<Tenths>,
        /// Snow depth, centimetres.
        #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::Amount>"))]
        pub snow_depth_cm: Option<Tenths>,
        /// Time of the reading.
        pub observed_at: Timestamp,
        /// Age of the reading when the response was built, whole minutes.
        pub age_minutes: u32,
    }
}

impl MeasuredNow {
    /// Sets the ages of the stations to their age at `now`.
    #[must_use]
    pub fn aged(mut self, now: Timestamp) -> Self {
        for station in &mut self.stations {
            let minutes = now.since(station.observed_at).max(0) / MINUTE_MS;
            station.age_minutes = u32::try_from(minutes).unwrap_or(u32::MAX);
        }
        self
    }
}

/// Result of one resolution: the record, and the values that are resolved in addition to it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Resolution {
    /// The contract's `data`.
    pub record: Record,
    /// The contract's `measuredNow`.
    pub measured_now: Option<MeasuredNow>,
    /// Snowfall of the past 24 hours, centimetres (`contract-decisions` 10).
    pub snowfall24h_cm: Field<Tenths>,
    /// Snowfall of the past 48 hours, centimetres.
    pub snowfall48h_cm: Field<Tenths>,
    /// Snowfall of the past 7 days, centimetres.
    pub snowfall7d_cm: Field<Tenths>,
    /// Density of the past 24 hours' new snow, water over snow (g/cm³); measured only.
    pub new_snow_density: Field<Hundredths>,
}
