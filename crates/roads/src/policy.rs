//! Thresholds of everything that is said of roads.

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};

/// The thresholds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoadPolicy {
    /// What is this near a resort is on a road to it, kilometres.
    pub near_km: f64,
    /// What is this near the straight line from a feeder town to a resort may be on the way, kilometres.
    pub corridor_km: f64,
    /// Cameras and stations this near a resort are listed, kilometres.
    pub roadside_km: f64,
    /// Towns this near feed a resort, kilometres in a straight line.
    pub town_km: f64,
    /// So many towns are listed at most.
    pub towns: usize,
    /// Measurements of the roadside are shown up to this age, milliseconds.
    pub reading_ms: i64,
    /// Sensors in one road's surface differ by at most this much, kelvin. In 75 stations with two sensors, those that differed by
    /// more than 5 K were broken; sun and shade add some.
    pub sensors_apart_k: f64,
    /// A surface is at most this much colder than the air above it, kelvin.
    pub colder_than_air_k: f64,
    /// A surface is at most this much warmer than the air above it, kelvin: dark asphalt in the sun of a calm day.
    pub warmer_than_air_k: f64,
    /// An agency's clock may be this far ahead of ours, milliseconds.
    pub ahead_ms: i64,
}

impl RoadPolicy {
    /// The thresholds in force.
    pub const DEFAULT: Self = Self {
        near_km: 30.0,
        corridor_km: 15.0,
        roadside_km: 40.0,
        town_km: 250.0,
        towns: 4,
        reading_ms: 2 * HOUR_MS,
        sensors_apart_k: 8.0,
        colder_than_air_k: 20.0,
        warmer_than_air_k: 40.0,
        ahead_ms: 10 * MINUTE_MS,
    };

    /// Whether what was said at an instant still holds `for_ms` milliseconds later; what lies ahead of a clock never does.
    #[must_use]
    pub const fn holds(&self, said_at: Timestamp, for_ms: i64, now: Timestamp) -> bool {
        let age = now.since(said_at);
        age <= for_ms && age >= -self.ahead_ms
    }
}
