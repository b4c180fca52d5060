//! Every threshold of the resolver, in one value. A number here is a default; a deployment may change it.
//!
//! Carries the numbers of `contract-decisions` 1–10; the rules carry none.

use alloc::borrow::Cow;

use crate::score::ScorePolicy;
use crate::source::AcquisitionTier;
use crate::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

mod chances;
mod hazards;
mod learnt;
mod readings;
mod validate;
mod weights;

pub use chances::Chances;
pub use hazards::{Hazards, Steps, Storms};
pub use readings::Readings;
pub use validate::PolicyError;
pub use weights::ModelWeight;

/// Live window and time to live of one field for operator values, milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// An operator value this young is `live`.
    pub live_ms: i64,
    /// An operator value this young is `recent`.
    pub ttl_ms: i64,
}

/// A range of values that are taken for true, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Lowest value that is taken; what is below is dropped.
    pub low: f64,
    /// Highest value that is taken; what is above is dropped.
    pub high: f64,
}

impl Range {
    /// Whether `value` is finite and inside.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }
}

/// Every threshold of the resolver. New rules bring new ones: take [`Policy::contract`], set the fields that differ, and
/// call [`Policy::validate`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Policy {
    /// Section 1 and 2: windows per field (operator values).
    pub depth: Window,
    /// Windows of lift and run counts.
    pub terrain: Window,
    /// Windows of `surface` and recent snowfall.
    pub surface: Window,
    /// How long a status is live and how long it counts.
    pub status: Window,
    /// Station reading, time to live, ms.
    pub station_ttl_ms: i64,
    /// Scraped value, time to live, ms.
    pub scraped_ttl_ms: i64,
    /// Model snapshot, time to live from capture, ms.
    pub model_ttl_ms: i64,
    /// Expired operator, station or scraped evidence is usable this long, ms.
    pub measured_usable_ms: i64,
    /// Claims that stand for a season (season dates, ability, longest run) are usable this long, ms.
    pub standing_usable_ms: i64,
    /// A model snapshot is usable this long, ms.
    pub model_usable_ms: i64,
    /// Observations up to this far in the future count as now, ms.
    pub future_tolerance_ms: i64,
    /// `forecast` freshness: live up to, ms.
    pub forecast_live_ms: i64,
    /// `forecast` freshness: recent up to, ms.
    pub forecast_recent_ms: i64,

    /// Plausible depth, cm.
    pub plausible_depth_cm: Range,
    /// Plausible temperature, °C.
    pub plausible_temp_c: Range,
    /// Plausible wind, m/s.
    pub plausible_wind_mps: Range,
    /// Plausible number of lifts, open or in all.
    pub plausible_lifts: Range,
    /// Plausible number of runs, open or in all.
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
    /// Confidence of one model alone.
    pub confidence_model_alone: f64,
    /// Confidence that a modelled value always has: 0 is that of nothing.
    pub confidence_least: f64,
    /// Added to the mean of the models before their spread is divided by it, cm: a spread below it is no disagreement.
    pub agreement_floor_cm: f64,
    /// Confidence of reference data.
    pub confidence_profile: f64,
    /// What is left of a confidence at the end of the last usable hour.
    pub confidence_floor_fraction: f64,

    /// Section 4: averages rest on at least this many winters.
    pub average_min_winters: u16,
    /// Averages below this are too small to divide by, cm.
    pub average_min_cm: f64,
    /// Ratios above this are unbounded, percent.
    pub average_max_pct: f64,
    /// A model base below this fraction of a measured upper band disagrees.
    pub disagreement_fraction: f64,
    /// Two depths diverge when they differ by more than this fraction of the larger ...
    pub divergence_fraction: f64,
    /// ... and by more than this, cm.
    pub divergence_cm: f64,

    /// Section 5: the season is widened by this many days on both sides.
    pub season_slack_days: i64,
    /// Lifts that turn where no season is known are open on at least this much snow, cm.
    pub open_min_depth_cm: f64,
    /// `PRE_SEASON` within this many days of opening.
    pub pre_season_days: i64,

    /// Section 6: a total may differ from the profile's by this fraction.
    pub total_mismatch_fraction: f64,
    /// The ability split sums to 100 within this, percent.
    pub ability_tolerance_pct: f64,

    /// Section 7: density needs this much depth, cm.
    pub density_min_depth_cm: f64,
    /// `powder` needs this much depth, cm.
    pub powder_min_depth_cm: f64,
    /// Densities outside are null, not a label.
    pub labelled_density: Range,
    /// Upper bound of `powder`.
    pub density_powder: f64,
    /// Upper bound of `packed`.
    pub density_packed: f64,
    /// Upper bound of `dense`.
    pub density_dense: f64,
    /// Upper bound of the wet–spring–dense class.
    pub density_firn: f64,
    /// Refreeze risk is high at or below this wet-bulb temperature, °C.
    pub refreeze_high_c: f64,
    /// Refreeze risk is moderate at or below this wet-bulb temperature, °C.
    pub refreeze_moderate_c: f64,
    /// `melting` at or above, °C.
    pub surface_melting_c: f64,
    /// `near-freezing` at or above, °C.
    pub surface_near_freezing_c: f64,
    /// `firm` at or above, °C.
    pub surface_firm_c: f64,
    /// A measured surface temperature up to this counts as 0, above it is no snow surface, °C.
    pub surface_cap_c: f64,

    /// Where at least this much fell in 24 hours the label speaks of the new snow, cm.
    pub new_label_cm: f64,
    /// The density of new snow is published when at least this much fell in 24 hours, cm.
    pub new_density_min_cm: f64,
    /// Below this modelled depth there is no snow, cm.
    pub surface_min_depth_cm: f64,
    /// Modelled surface: rain in 6 hours that wets it, mm.
    pub surface_wet_rain_mm: f64,
    /// Modelled surface: `wet` above this wet-bulb temperature, °C.
    pub surface_wet_bulb_c: f64,
    /// Modelled surface: thawing hours in 24 that wet it.
    pub surface_thaw_hours: u8,
    /// Modelled surface: wind that moves dry snow when it lasts for three hours, m/s.
    pub surface_wind_mps: f64,
    /// Modelled surface: `wind-affected` needs this much new snow, cm.
    pub surface_wind_snow_cm: f64,
    /// Modelled surface: new snow of `dry powder`, cm.
    pub surface_powder_cm: f64,
    /// Modelled surface: `dry powder` stayed at or below this, °C.
    pub surface_powder_max_c: f64,
    /// Modelled surface: new snow of `soft`, cm.
    pub surface_soft_cm: f64,
    /// Modelled surface: `soft`, and snow that wind moves, stayed at or below this, °C.
    pub surface_soft_max_c: f64,

    /// Section 8: weights; a model that is not listed weighs 1.
    pub weights: Cow<'static, [ModelWeight]>,
    /// Since when these weights, learnt from the verification archive, are in force; `None` for the defaults.
    pub weights_since: Option<Timestamp>,
    /// `early` weights hold for this many days from today.
    pub early_days: usize,
    /// `late` weights hold up to this day, `far` ones after it.
    pub late_days: usize,
    /// A model whose total of new snow stands further from the median than this many times the models' typical distance from
    /// it counts for less, so that its pull grows no more.
    pub robust_reach: f64,
    /// The typical distance is taken as at least this, cm.
    pub robust_floor_cm: f64,
    /// How far forecasts of new snow are to be trusted, as distributions.
    pub chances: Chances,
    /// Since when these chances, learnt from the verification archive, are in force; `None` for the defaults. Then confidence of
    /// forecast snow is a probability.
    pub chances_since: Option<Timestamp>,
    /// Quantities that do not add up: highest and lowest are dropped from the weighted mean when at least this many models report.
    pub trim_from: usize,
    /// The median is taken when at least this many models report, and fewer than `trim_from`.
    pub median_from: usize,
    /// Plausible rain in a day, mm.
    pub plausible_rain_mm: Range,
    /// Plausible elevation of the 0 °C level, m.
    pub plausible_freezing_level_m: Range,
    /// Plausible cloud cover, percent.
    pub plausible_cloud_pct: Range,

    /// Section 9: stations within this distance, km.
    pub station_radius_km: f64,
    /// Airports within this distance, km.
    pub airport_radius_km: f64,
    /// The resort's elevation range is widened by this, m.
    pub station_elevation_slack_m: f64,
    /// A station whose depth stands for a band lies at most this far outside of the resort's own range, m.
    pub band_elevation_slack_m: f64,
    /// What the confidence of a band's depth loses at the end of the stations' radius, and ...
    pub station_distance_loss: f64,
    /// ... at this difference in height between station and band and beyond, m: ...
    pub station_height_m: f64,
    /// ... so much.
    pub station_height_loss: f64,
    /// Latest reading at most this old, ms.
    pub reading_window_ms: i64,
    /// The same for snow-only stations, ms.
    pub snow_reading_window_ms: i64,
    /// The top and the bottom fraction of the vertical that are `summit` and `village`.
    pub role_fraction: f64,
    /// Freezing line: the stations span at least this, m.
    pub freezing_min_vertical_m: f64,
    /// Freezing line: a station that breaks the order by no more than this is noise, °C.
    pub freezing_noise_c: f64,
    /// Freezing line: readings at most this far apart, ms.
    pub freezing_max_apart_ms: i64,
    /// How a station's past becomes what it says now.
    pub readings: Readings,

    /// Thresholds of operating risk.
    pub hazards: Hazards,
    /// Section 8: what makes forecast days a storm, and how sure one is.
    pub storms: Storms,
    /// Points and steps of the snow score.
    pub score: ScorePolicy,
}

impl Policy {
    /// Confidence of a scraped value by how it was acquired.
    #[must_use]
    pub fn confidence_of(&self, tier: AcquisitionTier) -> f64 {
        self.confidence_scraped.get(tier as usize).copied().unwrap_or(0.0)
    }

    /// Whether an instant lies further ahead of `now` than clocks differ. It was written while a clock was wrong and counts as
    /// absent wherever instants are compared or waited for, or it would hold something up until time has caught up with it.
    #[must_use]
    pub const fn is_ahead(&self, at: Timestamp, now: Timestamp) -> bool {
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

    /// A copy of [`Policy::CONTRACT`], to be changed or used as it is.
    #[must_use]
    pub fn contract() -> Self {
        Self::CONTRACT.clone()
    }
}
