//! Evidence: the typed input of the resolver, in the units of the contract.
//!
//! The types are plain and owned, and (with feature `serde`) readable from JSON, so that scenarios, test vectors and
//! embedding services share one form of evidence. Reading is strict: an unknown member or word is an error, because
//! half-understood evidence would resolve to a value that no source reported.
//!
//! Minor versions add kinds of evidence, so [`Evidence`], [`Observation`], [`Claim`] and [`Profile`] are
//! `#[non_exhaustive]`: make them with [`Evidence::default`], [`Observation::new`] and [`Profile::new`], and set the
//! fields you know. The other types have public fields and no such attribute, so that a program that converts its own
//! readings gets a compiler error when a field is added.

use alloc::string::String;
use alloc::vec::Vec;

use chrono::NaiveDate;
use chrono_tz::Tz;

use crate::record::{AbilityPct, Band, LongestRun, OpenTotal, OperatingStatus};
use crate::source::AcquisitionTier;
use crate::text::ShownName;
use crate::time::Timestamp;

mod days;
mod hours;
mod make;
mod mapped;
mod past_hours;
mod snowpack;
mod stated;
#[cfg(feature = "serde")]
mod strict;
mod wind;

pub use days::ModelDays;
pub(crate) use days::{HeldDay, SnowFrom};
pub use hours::{HourColumn, HourlyWeather, ModelWeather};
pub use mapped::MappedFacts;
pub use past_hours::{PAST_HOURS, PastHours};
pub use snowpack::ModelledSnow;
pub use wind::MeanWind;

macro_rules! evidence {
    ($($item:item)*) => { $(
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "camelCase", rename_all_fields = "camelCase"))]
        #[derive(Debug, Clone, PartialEq)]
        $item
    )* };
}

macro_rules! evidence_struct {
    ($($item:item)*) => { $(
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
        #[derive(Debug, Clone, PartialEq)]
        $item
    )* };
}

evidence_struct! {
    /// All evidence about one resort. The order of the lists does not matter.
    #[derive(Default)]
    #[non_exhaustive]
    pub struct Evidence {
        /// Claims by the operator, a scraper or any other source that names a field directly.
        #[cfg_attr(feature = "serde", serde(default))]
        pub observations: Vec<Observation>,
        /// Readings of stations near the resort.
        #[cfg_attr(feature = "serde", serde(default))]
        pub stations: Vec<StationReading>,
        /// The newest forecast snapshot.
        #[cfg_attr(feature = "serde", serde(default))]
        pub forecast: Option<ForecastSnapshot>,
        /// Climate of this calendar day.
        #[cfg_attr(feature = "serde", serde(default))]
        pub climate: Option<Climate>,
        /// Snow on the ground, modelled from the season's weather.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        pub snowpack: Option<ModelledSnow>,
    }

    /// One claim, with its origin and the time at which it was true.
    #[non_exhaustive]
    pub struct Observation {
        /// Origin of the claim: decides rank, trust and time to live.
        pub origin: Origin,
        /// Time of the observation, if known.
        #[cfg_attr(feature = "serde", serde(default))]
        pub observed_at: Option<Timestamp>,
        /// One field and the value claimed for it, in the units of the contract.
        pub claim: Claim,
    }

    /// Air, wind and snow at one station: the freshest reading of the instrument.
    pub struct StationReading {
        /// Name of the station network's lane, such as `snotel`.
        pub network: String,
        /// Identifier within the network.
        pub station_id: String,
        /// Name of the station in its network.
        #[cfg_attr(feature = "serde", serde(default))]
        pub name: Option<ShownName>,
        /// Kind of place where the station is located.
        #[cfg_attr(feature = "serde", serde(default))]
        pub site: Site,
        /// Elevation, in metres above sea level.
        #[cfg_attr(feature = "serde", serde(default))]
        pub elevation_m: Option<f64>,
        /// Distance from the resort, in kilometres.
        pub distance_km: f64,
        /// Time of the reading.
        pub observed_at: Timestamp,
        /// Air temperature, degrees Celsius.
        #[cfg_attr(feature = "serde", serde(default))]
        pub temp_c: Option<f64>,
        /// Mean wind, metres per second.
        #[cfg_attr(feature = "serde", serde(default))]
        pub wind_mps: Option<f64>,
        /// Snow depth, centimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub snow_depth_cm: Option<f64>,
        /// Snow water equivalent, millimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub swe_mm: Option<f64>,
        /// Snow-surface temperature, degrees Celsius.
        #[cfg_attr(feature = "serde", serde(default))]
        pub surface_temp_c: Option<f64>,
        /// New snow of the past 24 hours, centimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub new_snow24h_cm: Option<f64>,
        /// New snow of the past 48 hours, centimetres; null if a part of them is not covered.
        // Omitted rather than null, so that readings without it serialise as they did before the field existed.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        pub new_snow48h_cm: Option<f64>,
        /// New snow of the past 7 days, centimetres; null if a part of them is not covered.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        pub new_snow7d_cm: Option<f64>,
        /// Water equivalent of the past 24 hours' new snow, millimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub new_swe24h_mm: Option<f64>,
        /// Whether the air both thawed and froze within the past 48 hours.
        #[cfg_attr(feature = "serde", serde(default))]
        pub thaw_freeze48h: Option<bool>,
        /// Whether a value of the past hours was dropped because the station's own history contradicts it.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
        pub doubted: bool,
    }

    /// One fetch of the weather models for one resort, already summed to the resort's local days.
    pub struct ForecastSnapshot {
        /// Time at which the fetch succeeded; staleness is measured from it.
        pub captured_at: Timestamp,
        /// One entry per model that responded.
        pub models: Vec<ModelRun>,
        /// Current and coming weather at mid mountain, for modelled snow quality.
        #[cfg_attr(feature = "serde", serde(default))]
        pub weather: Option<ModelWeather>,
        /// Hourly weather around the capture; null in snapshots that were stored before hours existed.
        #[cfg_attr(feature = "serde", serde(default))]
        pub hours: Option<HourlyWeather>,
    }

    /// Response of one model.
    pub struct ModelRun {
        /// Name of the model at the upstream.
        pub model: String,
        /// Time at which this run became available upstream.
        #[cfg_attr(feature = "serde", serde(default))]
        pub available_at: Option<Timestamp>,
        /// Local days in any order; days with missing hours contain nulls.
        pub days: ModelDays,
        /// Snow depth at capture at the requested elevation (mid mountain), centimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub depth_cm: Option<f64>,
        /// New snow of the 24 hours before capture at mid mountain, centimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub past24h_cm: Option<f64>,
        /// New snow of the 48 hours before capture at mid mountain, centimetres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub past48h_cm: Option<f64>,
    }

    /// One model's local day.
    pub struct ModelDay {
        /// Local date of the resort.
        pub date: NaiveDate,
        /// New snow by band, centimetres.
        pub snow_cm: PerBand<Option<f64>>,
        /// Rain by band, millimetres.
        pub rain_mm: PerBand<Option<f64>>,
        /// Lowest air temperature by band, degrees Celsius.
        pub temp_min_c: PerBand<Option<f64>>,
        /// Highest air temperature by band, degrees Celsius.
        pub temp_max_c: PerBand<Option<f64>>,
        /// Mean elevation of the 0 °C level, metres above sea level.
        #[cfg_attr(feature = "serde", serde(default))]
        pub freezing_level_m: Option<f64>,
        /// Highest mean wind, metres per second.
        #[cfg_attr(feature = "serde", serde(default))]
        pub wind_max_mps: Option<f64>,
        /// Highest gust, metres per second.
        #[cfg_attr(feature = "serde", serde(default))]
        pub gust_max_mps: Option<f64>,
        /// Mean wind with its direction, over the hours of the day.
        // Omitted rather than null, so that older snapshots serialise as they did before the field existed.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        pub wind: Option<MeanWind>,
        /// Mean cloud cover, percent.
        #[cfg_attr(feature = "serde", serde(default))]
        pub cloud_pct: Option<f64>,
        /// Whether small gaps in the day's hours were repaired.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
        pub gap_filled: bool,
    }

    /// One value per elevation band.
    #[derive(Copy, Default)]
    pub struct PerBand<T> {
        /// Value at the base.
        pub base: T,
        /// Value at mid mountain.
        pub mid: T,
        /// Value at the summit.
        pub summit: T,
    }

    /// Historical average for this calendar day (± 7 days).
    pub struct Climate {
        /// Band to which the average applies.
        pub band: Band,
        /// Number of winters on which the average is based.
        pub winters: u16,
        /// Mean depth, centimetres.
        pub mean_depth_cm: f64,
    }

    /// Reference data of a resort.
    #[non_exhaustive]
    pub struct Profile {
        /// Slug of the resort, repeated in the record.
        pub slug: String,
        /// IANA time zone, which defines the local days.
        pub zone: Tz,
        /// Elevation by band, metres above sea level; a band without a known elevation is null.
        pub elevation_m: PerBand<Option<f64>>,
        /// Number of lifts, open or closed.
        #[cfg_attr(feature = "serde", serde(default))]
        pub lifts_total: Option<u32>,
        /// Number of runs, open or closed.
        #[cfg_attr(feature = "serde", serde(default))]
        pub runs_total: Option<u32>,
        /// Shares of the terrain by ability, percent.
        #[cfg_attr(feature = "serde", serde(default))]
        pub ability_pct: Option<AbilityPct>,
        /// The longest run: its name, and its length in kilometres.
        #[cfg_attr(feature = "serde", serde(default))]
        pub longest_run: Option<LongestRun>,
        /// The season of a usual winter, used if no source reports dates.
        #[cfg_attr(feature = "serde", serde(default))]
        pub season: Option<UsualSeason>,
        /// Time at which the reference row was checked.
        #[cfg_attr(feature = "serde", serde(default))]
        pub checked_at: Option<Timestamp>,
        /// Facts of the above that come from an imported map.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "MappedFacts::is_empty"))]
        pub mapped: MappedFacts,
    }

    /// The usual season, as days of the year.
    #[derive(Copy)]
    pub struct UsualSeason {
        /// First day of the usual season.
        pub opens: MonthDay,
        /// Last day of the usual season; in the next year if it is earlier in the year than `opens`.
        pub closes: MonthDay,
    }

    /// A day of the year. 29 February is placed on the 28th in common years.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    pub struct MonthDay {
        /// Month, 1–12.
        pub month: u8,
        /// Day of the month, 1–31.
        pub day: u8,
    }
}

evidence! {
    /// Origin of a claim: decides rank, trust and time to live.
    pub enum Origin {
        /// The resort, through the operator portal.
        Operator,
        /// A station of a public network.
        Station {
            /// Name of the network's lane, such as `snotel`.
            network: String,
            /// Name of the station in its network.
            name: Option<ShownName>,
            /// Elevation, in metres above sea level.
            elevation_m: Option<f64>,
        },
        /// The resort's own site or feed.
        Scraped {
            /// How the value was acquired.
            #[cfg_attr(feature = "serde", serde(deserialize_with = "strict::tier"))]
            tier: AcquisitionTier,
            /// Name of the lane that acquired it, published as `sourceLabel`.
            label: Option<String>,
        },
        /// A weather model or a blend of models.
        Model {
            /// Name of the lane that acquired it, published as `sourceLabel`.
            label: Option<String>,
            /// Agreement of the models, 0–1; null for a single model.
            agreement: Option<f64>,
        },
        /// Reference data, such as a catalogue of resorts.
        Profile,
    }

    /// One field and the value claimed for it, in the units of the contract.
    #[non_exhaustive]
    pub enum Claim {
        /// Snow depth in one band.
        Depth {
            /// Elevation band.
            band: Band,
            /// Depth, centimetres.
            cm: f64,
        },
        /// Number of lifts open, and in total.
        Lifts(OpenTotal),
        /// Number of runs open, and in total.
        Runs(OpenTotal),
        /// Snow surface in the source's words.
        Surface(String),
        /// Operating status.
        #[cfg_attr(feature = "serde", serde(deserialize_with = "strict::status"))]
        Status(OperatingStatus),
        /// First day of the season.
        SeasonOpening(NaiveDate),
        /// Last day of the season.
        SeasonClosing(NaiveDate),
        /// Total number of lifts, stated once by the resort's own staff. It has no effect from another origin.
        LiftsTotal(u32),
        /// Total number of runs, stated once by the resort's own staff. It has no effect from another origin.
        RunsTotal(u32),
        /// Shares of the terrain by ability, percent.
        Ability(AbilityPct),
        /// The longest run: its name, and its length in kilometres.
        LongestRun(LongestRun),
        /// New snow of the past 24 hours, centimetres.
        Snowfall24h(f64),
        /// New snow of the past 48 hours, centimetres.
        Snowfall48h(f64),
        /// New snow of the past 7 days, centimetres.
        Snowfall7d(f64),
    }

    /// Kind of place where a station is located.
    #[derive(Copy, Default)]
    pub enum Site {
        /// A mountain station.
        #[default]
        Mountain,
        /// A mountain station that reports snow, at longer intervals.
        Snow,
        /// An airport weather station.
        Airport,
        /// A roadside weather station.
        Road,
    }
}
