//! Thresholds of hazards in the coming 48 hours, and of storms.
//!
//! Most of them have no standard; a published scale is named if there is one. All are choices of this project that a
//! deployment may change, and all are served as data.

/// Three thresholds of one quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steps {
    /// Threshold of low risk.
    pub low: f64,
    /// Threshold of moderate risk.
    pub moderate: f64,
    /// Threshold of high risk.
    pub high: f64,
}

/// Thresholds of operating risk. A value at a threshold belongs to the higher risk.
#[derive(Debug, Clone, PartialEq)]
pub struct Hazards {
    /// Number of hours ahead to assess.
    pub window_hours: u8,
    /// Gusts that cause a wind hold, m/s: about 50, 65 and 80 km/h, between the usual limits of chairlifts and enclosed
    /// lifts.
    pub gust_mps: Steps,
    /// Mean wind that causes a wind hold, m/s.
    pub wind_mps: Steps,
    /// Falling snow that reduces visibility, mm of water per hour. 1.0 and 2.5 mm divide light, moderate and heavy snow
    /// by liquid equivalent (Rasmussen et al. 2001, *Bull. Amer. Meteor. Soc.* 82).
    pub snow_water_mm: Steps,
    /// Height of the cloud base over the summit at or below which cloud reduces visibility, m; negative is below the
    /// summit.
    pub cloud_clearance_m: Steps,
    /// Minimum cloud cover at which cloud counts as covering the mountain, percent.
    pub cloud_cover_pct: f64,
    /// Wind chill thresholds (at or below), °C: the lower bounds of Environment Canada's classes, discomfort, frostbite
    /// within half an hour, frostbite within ten minutes.
    pub wind_chill_c: Steps,
    /// Heavy snow in one hour, cm.
    pub snow1h_cm: Steps,
    /// Heavy snow in [`Hazards::snow_hours`], cm.
    pub snow_sum_cm: Steps,
    /// Length of the longer sum of heavy snow, in hours.
    pub snow_hours: u8,
}

impl Hazards {
    pub(super) const CONTRACT: Self = Self {
        window_hours: 48,
        gust_mps: Steps { low: 14.0, moderate: 18.0, high: 22.0 },
        wind_mps: Steps { low: 10.0, moderate: 13.0, high: 17.0 },
        snow_water_mm: Steps { low: 0.3, moderate: 1.0, high: 2.5 },
        cloud_clearance_m: Steps { low: 200.0, moderate: 0.0, high: -500.0 },
        cloud_cover_pct: 80.0,
        wind_chill_c: Steps { low: -10.0, moderate: -28.0, high: -40.0 },
        snow1h_cm: Steps { low: 1.0, moderate: 2.5, high: 5.0 },
        snow_sum_cm: Steps { low: 5.0, moderate: 10.0, high: 15.0 },
        snow_hours: 6,
    };
}

/// Thresholds of storms in the daily rows, and of their certainty.
#[derive(Debug, Clone, PartialEq)]
pub struct Storms {
    /// Minimum snow of each day of a storm, cm.
    pub day_cm: f64,
    /// Minimum snow of the whole storm, cm.
    pub total_cm: f64,
    /// Minimum share of models for `locked`.
    pub locked_share: f64,
    /// Maximum lead of `locked`, in days.
    pub locked_lead_days: u8,
    /// Minimum share of models for `likely`.
    pub likely_share: f64,
    /// Maximum lead of `likely`, in days.
    pub likely_lead_days: u8,
    /// With fewer models than this the tier is at most `watching`.
    pub min_models: u8,
    /// Agreement on a total from which it is high.
    pub agreement_high: f64,
    /// Agreement on a total from which it is medium.
    pub agreement_medium: f64,
}

impl Storms {
    pub(super) const CONTRACT: Self = Self {
        day_cm: 5.0,
        total_cm: 20.0,
        locked_share: 0.8,
        locked_lead_days: 2,
        likely_share: 0.5,
        likely_lead_days: 5,
        min_models: 3,
        agreement_high: 0.7,
        agreement_medium: 0.45,
    };
}
