//! Thresholds of what may hold up a ski day in the coming 48 hours, and of what counts as a storm.
//!
//! No standard exists for most of them; where a published scale does, it is named. All are choices of this project that
//! a deployment may change, and all are served as data.

/// Three thresholds of one quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steps {
    /// Low risk from here on.
    pub low: f64,
    /// Moderate risk from here on.
    pub moderate: f64,
    /// High risk from here on.
    pub high: f64,
}

/// Thresholds of operating risk. Bounds belong to the higher risk.
#[derive(Debug, Clone, PartialEq)]
pub struct Hazards {
    /// Hours ahead that are looked at.
    pub window_hours: u8,
    /// Wind hold by gusts at or above, m/s: about 50, 65 and 80 km/h, between the limits that chairlifts and
    /// enclosed lifts usually run to.
    pub gust_mps: Steps,
    /// Wind hold by mean wind at or above, m/s.
    pub wind_mps: Steps,
    /// Visibility by falling snow at or above, mm of water per hour. 1.0 and 2.5 mm divide light, moderate and heavy
    /// snow by liquid equivalent (Rasmussen et al. 2001, *Bull. Amer. Meteor. Soc.* 82).
    pub snow_water_mm: Steps,
    /// Visibility by cloud: its base at or below this height over the summit, m. Negative lies below the summit.
    pub cloud_clearance_m: Steps,
    /// Cloud covers the mountain only at or above this cover, percent.
    pub cloud_cover_pct: f64,
    /// Wind chill at or below, °C: the lower bounds of Environment Canada's classes, discomfort, frostbite within
    /// half an hour, frostbite within ten minutes.
    pub wind_chill_c: Steps,
    /// Heavy snow in one hour at or above, cm.
    pub snow1h_cm: Steps,
    /// Heavy snow in [`Hazards::snow_hours`] at or above, cm.
    pub snow_sum_cm: Steps,
    /// Hours of the longer sum of heavy snow.
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

/// What is a storm in the daily rows, and how sure one is.
#[derive(Debug, Clone, PartialEq)]
pub struct Storms {
    /// Least snow of each day of a storm, cm.
    pub day_cm: f64,
    /// Least snow of the whole storm, cm.
    pub total_cm: f64,
    /// `locked` needs at least this share of the models ...
    pub locked_share: f64,
    /// ... and begins at most this many days ahead.
    pub locked_lead_days: u8,
    /// `likely` needs at least this share of the models ...
    pub likely_share: f64,
    /// ... and begins at most this many days ahead.
    pub likely_lead_days: u8,
    /// Fewer models than this are never more than `watching`.
    pub min_models: u8,
    /// Models agree highly on a total at or above this.
    pub agreement_high: f64,
    /// Models agree fairly on a total at or above this.
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
