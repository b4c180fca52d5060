//! Every threshold of the resolver, in one value. The numbers are defaults that a deployment may change.
//!
//! Implements the numbers of `contract-decisions` 1–10; the rules contain none.

use alloc::borrow::Cow;

use crate::score::ScorePolicy;
use crate::source::AcquisitionTier;
use crate::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

mod chances;
mod hazards;
mod labels;
mod learned;
mod readings;
mod validate;
mod weights;

pub use chances::Chances;
pub use hazards::{Hazards, Steps, Storms};
pub use labels::Labels;
pub use readings::Readings;
pub use validate::PolicyError;
pub use weights::ModelWeight;

/// Live window and time to live of one field for operator values, milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Maximum age of a `live` operator value.
    pub live_ms: i64,
    /// Maximum age of a `recent` operator value.
    pub ttl_ms: i64,
}

/// A range of plausible values, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Lowest plausible value.
    pub low: f64,
    /// Highest plausible value.
    pub high: f64,
}

impl Range {
    /// Returns whether `value` is finite and in the range.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }
}

/// Every threshold of the resolver. New rules add fields: start from [`Policy::contract`], set the fields that differ,
/// and call [`Policy::validate`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Policy {
    /// Windows of depth (operator values). Sections 1 and 2 of `contract-decisions`.
    pub depth: Window,
    /// Windows of lift and run counts.
    pub terrain: Window,
    /// Windows of `surface` and recent snowfall.
    pub surface: Window,
    /// Windows of the operating status.
    pub status: Window,
    /// Time to live of a station reading, ms.
    pub station_ttl_ms: i64,
    /// Time to live of a scraped value, ms.
    pub scraped_ttl_ms: i64,
    /// Time to live of a model snapshot from its capture, ms.
    pub model_ttl_ms: i64,
    /// Maximum usable age of expired operator, station or scraped evidence, ms.
    pub measured_usable_ms: i64,
    /// Maximum usable age of claims that apply to a whole season (season dates, ability, longest run), ms.
    pub standing_usable_ms: i64,
    /// Maximum usable age of a model snapshot, ms.
    pub model_usable_ms: i64,
    /// Observations up to this far in the future count as now, ms.
    pub future_tolerance_ms: i64,
    /// Maximum age of a `live` forecast, ms.
    pub forecast_live_ms: i64,
    /// Maximum age of a `recent` forecast, ms.
    pub forecast_recent_ms: i64,

    /// Plausible depth, cm.
    pub plausible_depth_cm: Range,
    /// Plausible temperature, °C.
    pub plausible_temp_c: Range,
    /// Plausible wind, m/s.
    pub plausible_wind_mps: Range,
    /// Thresholds of labels: direction of a wind, phase of an hour, doubtful depth.
    pub labels: Labels,
    /// Plausible number of lifts, open or in total.
    pub plausible_lifts: Range,
    /// Plausible number of runs, open or in total.
    pub plausible_runs: Range,
    /// Plausible density of snow, g/cm³.
    pub plausible_density: Range,
    /// Plausible snowfall in 24 h, cm.
    pub plausible_snowfall24h_cm: Range,
    /// Plausible snowfall in 48 h, cm.
    pub plausible_snowfall48h_cm: Range,
    /// Plausible snowfall in 7 days, cm.
    pub plausible_snowfall7d_cm: Range,
    /// Plausible longest run, km.
    pub plausible_longest_run_km: Range,

    /// Confidence of an operator value within the live window.
    pub confidence_operator_live: f64,
    /// Confidence of an operator value within its time to live.
    pub confidence_operator: f64,
    /// Confidence of a station reading.
    pub confidence_station: f64,
    /// Confidence of scraped values, one per [`AcquisitionTier`], best first.
    pub confidence_scraped: [f64; 5],
    /// Confidence of models in full agreement.
    pub confidence_model: f64,
    /// Confidence of a single model.
    pub confidence_model_alone: f64,
    /// Lowest confidence of a modelled value: 0 would mean "no value".
    pub confidence_least: f64,
    /// Constant added to the mean of the models before their spread is divided by it, cm: a smaller spread is not a
    /// disagreement.
    pub agreement_floor_cm: f64,
    /// Confidence of reference data.
    pub confidence_profile: f64,
    /// Fraction of a confidence that remains at the end of the last usable hour.
    pub confidence_floor_fraction: f64,

    /// Minimum number of winters of an average. Section 4.
    pub average_min_winters: u16,
    /// Minimum average to compute a percentage of, cm.
    pub average_min_cm: f64,
    /// Maximum published percentage of average; above it the ratio counts as unbounded.
    pub average_max_pct: f64,
    /// Fraction of a measured upper band below which a model base disagrees.
    pub disagreement_fraction: f64,
    /// Two depths diverge if they differ by more than this fraction of the larger and by more than `divergence_cm`.
    pub divergence_fraction: f64,
    /// Minimum difference of depths that diverge, cm.
    pub divergence_cm: f64,

    /// The season is widened by this many days on both sides. Section 5.
    pub season_slack_days: i64,
    /// Minimum depth, cm, at which running lifts count as open if the season is unknown.
    pub open_min_depth_cm: f64,
    /// The status is `PRE_SEASON` within this many days of opening.
    pub pre_season_days: i64,

    /// Fraction by which a total may differ from the profile's. Section 6.
    pub total_mismatch_fraction: f64,
    /// Tolerance of the sum of the ability split around 100, percent.
    pub ability_tolerance_pct: f64,

    /// Minimum depth for a density, cm. Section 7.
    pub density_min_depth_cm: f64,
    /// Minimum depth for `powder`, cm.
    pub powder_min_depth_cm: f64,
    /// Densities that have a label; a density outside is null.
    pub labelled_density: Range,
    /// Upper bound of `powder`.
    pub density_powder: f64,
    /// Upper bound of `packed`.
    pub density_packed: f64,
    /// Upper bound of `dense`.
    pub density_dense: f64,
    /// Upper bound of the class of wet, spring and dense snow.
    pub density_firn: f64,
    /// Wet-bulb temperature at or below which the refreeze risk is high, °C.
    pub refreeze_high_c: f64,
    /// Wet-bulb temperature at or below which the refreeze risk is moderate, °C.
    pub refreeze_moderate_c: f64,
    /// Surface temperature from which the state is `melting`, °C.
    pub surface_melting_c: f64,
    /// Surface temperature from which the state is `near-freezing`, °C.
    pub surface_near_freezing_c: f64,
    /// Surface temperature from which the state is `firm`, °C.
    pub surface_firm_c: f64,
    /// Highest measured surface temperature that counts as 0 °C; above it the sensor does not see snow.
    pub surface_cap_c: f64,

    /// New snow of 24 hours from which the label describes the new snow, cm.
    pub new_label_cm: f64,
    /// Minimum new snow of 24 hours for a published density of new snow, cm.
    pub new_density_min_cm: f64,
    /// Modelled depth below which there is no snow, cm.
    pub surface_min_depth_cm: f64,
    /// Modelled surface: rain in 6 hours that wets the surface, mm.
    pub surface_wet_rain_mm: f64,
    /// Modelled surface: wet-bulb temperature above which the surface is `wet`, °C.
    pub surface_wet_bulb_c: f64,
    /// Modelled surface: thawing hours in 24 that wet the surface.
    pub surface_thaw_hours: u8,
    /// Modelled surface: wind that moves dry snow if it lasts for three hours, m/s.
    pub surface_wind_mps: f64,
    /// Modelled surface: minimum new snow of `wind-affected`, cm.
    pub surface_wind_snow_cm: f64,
    /// Modelled surface: minimum new snow of `dry powder`, cm.
    pub surface_powder_cm: f64,
    /// Modelled surface: highest temperature of the past 24 hours for `dry powder`, °C.
    pub surface_powder_max_c: f64,
    /// Modelled surface: minimum new snow of `soft`, cm.
    pub surface_soft_cm: f64,
    /// Modelled surface: highest temperature of the past 24 hours for `soft` and `wind-affected`, °C.
    pub surface_soft_max_c: f64,

    /// Weights of the models; a model that is not listed has weight 1. Section 8.
    pub weights: Cow<'static, [ModelWeight]>,
    /// Time since which these weights, learnt from the verification archive, are in force; `None` for the defaults.
    pub weights_since: Option<Timestamp>,
    /// Number of days from today on to which `early` weights apply.
    pub early_days: usize,
    /// Last day to which `late` weights apply; `far` weights apply after it.
    pub late_days: usize,
    /// Multiple of the models' typical distance from the median beyond which a model's total of new snow counts for
    /// less, so that its pull stays constant.
    pub robust_reach: f64,
    /// Minimum of the typical distance, cm.
    pub robust_floor_cm: f64,
    /// Coefficients of the distributions of new snow.
    pub chances: Chances,
    /// Time since which these coefficients, learnt from the verification archive, are in force; `None` for the
    /// defaults. With learnt coefficients the confidence of forecast snow is a probability.
    pub chances_since: Option<Timestamp>,
    /// Number of reporting models from which the highest and lowest value are dropped from the weighted mean, for
    /// quantities that do not add up over days.
    pub trim_from: usize,
    /// Number of reporting models from which the median is used, below `trim_from`.
    pub median_from: usize,
    /// Plausible rain in a day, mm.
    pub plausible_rain_mm: Range,
    /// Plausible elevation of the 0 °C level, m.
    pub plausible_freezing_level_m: Range,
    /// Plausible cloud cover, percent.
    pub plausible_cloud_pct: Range,

    /// Maximum distance of a station, km. Section 9.
    pub station_radius_km: f64,
    /// Maximum distance of an airport, km.
    pub airport_radius_km: f64,
    /// Tolerance around the resort's elevation range for stations, m.
    pub station_elevation_slack_m: f64,
    /// Tolerance around the resort's elevation range for a station whose depth represents a band, m.
    pub band_elevation_slack_m: f64,
    /// Fraction of the confidence of a band's depth that is lost at the edge of the stations' radius.
    pub station_distance_loss: f64,
    /// Difference in height between station and band from which `station_height_loss` applies in full, m.
    pub station_height_m: f64,
    /// Fraction of the confidence of a band's depth that is lost at `station_height_m` and beyond.
    pub station_height_loss: f64,
    /// Maximum age of a station's latest reading, ms.
    pub reading_window_ms: i64,
    /// Maximum age of the latest reading of a snow-only station, ms.
    pub snow_reading_window_ms: i64,
    /// Fraction of the vertical, at the top and the bottom, in which a station's role is `summit` or `village`.
    pub role_fraction: f64,
    /// Freezing line: minimum vertical span of the stations, m.
    pub freezing_min_vertical_m: f64,
    /// Freezing line: temperature by which a station may break the order and is ignored as noise, °C.
    pub freezing_noise_c: f64,
    /// Freezing line: maximum time between the two readings, ms.
    pub freezing_max_apart_ms: i64,
    /// Thresholds that turn a station's recent values into a reading.
    pub readings: Readings,

    /// Thresholds of operating risk.
    pub hazards: Hazards,
    /// Thresholds of storms and of their certainty. Section 8.
    pub storms: Storms,
    /// Points and curves of the snow score.
    pub score: ScorePolicy,
}

impl Policy {
    /// Returns the confidence of a scraped value by its acquisition tier.
    #[must_use]
    pub fn confidence_of(&self, tier: AcquisitionTier) -> f64 {
        self.confidence_scraped.get(tier as usize).copied().unwrap_or(0.0)
    }

    /// Returns whether a time is further ahead of `now` than clocks may differ. Such a time was recorded while a clock
    /// was wrong. Treat it as absent when comparing or waiting, or the comparison stays blocked until that time has
    /// passed.
    #[must_use]
    pub const fn is_in_future(&self, at: Timestamp, now: Timestamp) -> bool {
        at.since(now) > self.future_tolerance_ms
    }

    /// The numbers of `contract-decisions`, as a constant.
    pub const CONTRACT: Self = Self {
        depth: Window { live_ms: 6 * HOUR_MS, ttl_ms: 48 * HOUR_MS },
        terrain: Window { live_ms: 3 * HOUR_MS, ttl_ms: 18 * HOUR_MS },
        surface: Window { live_ms: 6 * HOUR_MS, ttl_ms: 24 * HOUR_MS },
        status: Window { live_ms: 3 * HOUR_MS, ttl_ms: 18 * HOUR_MS },
        station_ttl_ms: 6 * HOUR_MS,
        scraped_ttl_ms: 24 * HOUR_MS,
        model_ttl_ms: 6 * HOUR_MS,
        measured_usable_ms: 14 * DAY_MS,
        standing_usable_ms: 400 * DAY_MS,
        model_usable_ms: 48 * HOUR_MS,
        future_tolerance_ms: 10 * MINUTE_MS,
        forecast_live_ms: 6 * HOUR_MS,
        forecast_recent_ms: 12 * HOUR_MS,
        plausible_depth_cm: Range { low: 0.0, high: 1500.0 },
        plausible_temp_c: Range { low: -70.0, high: 45.0 },
        plausible_wind_mps: Range { low: 0.0, high: 120.0 },
        labels: Labels::CONTRACT,
        plausible_lifts: Range { low: 0.0, high: 300.0 },
        plausible_runs: Range { low: 0.0, high: 1000.0 },
        plausible_density: Range { low: 0.01, high: 0.92 },
        plausible_snowfall24h_cm: Range { low: 0.0, high: 300.0 },
        plausible_snowfall48h_cm: Range { low: 0.0, high: 500.0 },
        plausible_snowfall7d_cm: Range { low: 0.0, high: 1000.0 },
        plausible_longest_run_km: Range { low: 0.05, high: 40.0 },
        confidence_operator_live: 0.95,
        confidence_operator: 0.90,
        confidence_station: 0.90,
        confidence_scraped: [0.80, 0.75, 0.65, 0.50, 0.45],
        confidence_model: 0.60,
        confidence_model_alone: 0.40,
        confidence_least: 0.05,
        agreement_floor_cm: 2.0,
        confidence_profile: 0.50,
        confidence_floor_fraction: 1.0 / 3.0,
        average_min_winters: 10,
        average_min_cm: 10.0,
        average_max_pct: 1000.0,
        disagreement_fraction: 0.5,
        divergence_fraction: 0.5,
        divergence_cm: 30.0,
        season_slack_days: 14,
        open_min_depth_cm: 10.0,
        pre_season_days: 90,
        total_mismatch_fraction: 0.20,
        ability_tolerance_pct: 2.0,
        density_min_depth_cm: 10.0,
        powder_min_depth_cm: 20.0,
        labelled_density: Range { low: 0.03, high: 0.917 },
        density_powder: 0.12,
        density_packed: 0.28,
        density_dense: 0.40,
        density_firn: 0.55,
        refreeze_high_c: -3.0,
        refreeze_moderate_c: 0.0,
        surface_melting_c: -0.2,
        surface_near_freezing_c: -2.0,
        surface_firm_c: -8.0,
        surface_cap_c: 0.5,
        new_label_cm: 10.0,
        new_density_min_cm: 1.0,
        surface_min_depth_cm: 5.0,
        surface_wet_rain_mm: 0.5,
        surface_wet_bulb_c: 0.5,
        surface_thaw_hours: 3,
        surface_wind_mps: 8.0,
        surface_wind_snow_cm: 1.0,
        surface_powder_cm: 10.0,
        surface_powder_max_c: -3.0,
        surface_soft_cm: 5.0,
        surface_soft_max_c: 0.0,
        weights: Cow::Borrowed(weights::DEFAULTS),
        weights_since: None,
        early_days: 3,
        late_days: 7,
        chances: Chances::CONTRACT,
        chances_since: None,
        robust_reach: 2.0,
        robust_floor_cm: 2.0,
        trim_from: 5,
        median_from: 3,
        plausible_rain_mm: Range { low: 0.0, high: 1000.0 },
        plausible_freezing_level_m: Range { low: -1000.0, high: 10_000.0 },
        plausible_cloud_pct: Range { low: 0.0, high: 100.0 },
        station_radius_km: 15.0,
        airport_radius_km: 25.0,
        station_elevation_slack_m: 400.0,
        band_elevation_slack_m: 0.0,
        station_distance_loss: 0.3,
        station_height_m: 500.0,
        station_height_loss: 0.3,
        reading_window_ms: 3 * HOUR_MS,
        snow_reading_window_ms: 6 * HOUR_MS,
        role_fraction: 0.2,
        freezing_min_vertical_m: 300.0,
        freezing_noise_c: 0.5,
        freezing_max_apart_ms: 60 * MINUTE_MS,
        readings: Readings::CONTRACT,
        hazards: Hazards::CONTRACT,
        storms: Storms::CONTRACT,
        score: ScorePolicy::CONTRACT,
    };

    /// Returns a copy of [`Policy::CONTRACT`].
    #[must_use]
    pub fn contract() -> Self {
        Self::CONTRACT.clone()
    }
}
