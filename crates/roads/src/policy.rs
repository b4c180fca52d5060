//! Thresholds of all statements about roads.

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoadPolicy {
    /// Distance from a resort within which something is on a road to it, kilometres.
    pub near_km: f64,
    /// Distance from the straight line between a feeder town and a resort within which something may be on the route,
    /// kilometres.
    pub corridor_km: f64,
    /// Distance from a resort within which cameras and stations are listed, kilometres.
    pub roadside_km: f64,
    /// Distance within which towns feed a resort, kilometres in a straight line.
    pub town_km: f64,
    /// Maximum number of towns that are listed.
    pub towns: usize,
    /// Maximum age of roadside measurements that are shown, milliseconds.
    pub reading_ms: i64,
    /// Largest difference between sensors in one road's surface, kelvin. In 75 stations with two sensors, those that
    /// differed by more than 5 K were broken; sun and shade add some.
    pub sensors_apart_k: f64,
    /// Most by which a surface can be colder than the air above it, kelvin.
    pub colder_than_air_k: f64,
    /// Most by which a surface can be warmer than the air above it, kelvin: dark asphalt in the sun of a calm day.
    pub warmer_than_air_k: f64,
    /// Most by which an agency's clock may be ahead of ours, milliseconds.
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

    /// Returns whether a statement made at `said_at` and valid for `for_ms` milliseconds is valid at `now`; a statement
    /// from the future never is.
    #[must_use]
    pub const fn is_valid(&self, said_at: Timestamp, for_ms: i64, now: Timestamp) -> bool {
        let age = now.since(said_at);
        age <= for_ms && age >= -self.ahead_ms
    }
}
