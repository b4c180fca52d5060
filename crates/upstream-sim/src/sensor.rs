//! What goes wrong with a station itself: an instrument that sticks, spikes, freezes, changes its unit, is marked
//! as bad or falls silent; a clock that goes back; a station that is moved; a member that is renamed.
//!
//! A trap is for one station, or for all of a network's when it names none, and for a window of time. It changes what
//! the instrument reads before it is written in the network's form, so that the form stays true.

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::station::{Network, Station};

/// What a station measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SensorQuantity {
    /// Air temperature.
    Temp,
    /// Mean wind.
    Wind,
    /// Strongest wind of the interval.
    Gust,
    /// Snow depth.
    Depth,
    /// Water equivalent of the snow.
    Swe,
    /// Temperature of the snow's surface.
    Surface,
    /// New snow of 24 hours.
    NewSnow,
}

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Trap {
    /// The value of the window's start, over and over.
    Stuck {
        /// Of what.
        what: SensorQuantity,
    },
    /// Now and then far off, for one reading.
    Spike {
        /// Of what.
        what: SensorQuantity,
        /// By how much, °C, m/s, cm or mm.
        by: f64,
        /// In every so many hours; the others are true.
        every_h: i64,
    },
    /// Ice: no wind, no gust, and the temperature of the window's start.
    Frozen,
    /// The number of another unit under the same name: inches for centimetres, Fahrenheit for Celsius; the other way
    /// round where the network's own are inches and Fahrenheit.
    OtherUnit {
        /// Of what: depth or a temperature; others are left as they are.
        what: SensorQuantity,
    },
    /// No value, as the network writes it: null, a text, a number that means it, or no member at all.
    Missing {
        /// Of what.
        what: SensorQuantity,
    },
    /// A number with the network's code that it must not be used; none where the network has no such codes.
    BadQuality {
        /// Of what.
        what: SensorQuantity,
    },
    /// The station's clock is behind: new readings under old times. Not where one time is the whole answer's (TAWES,
    /// AMeDAS).
    ClockBack {
        /// How far, hours.
        hours: i64,
    },
    /// The list of stations gives another place.
    Moved {
        /// Kilometres to the north.
        north_km: f64,
        /// Metres higher.
        up_m: f64,
    },
    /// The member has another name.
    Renamed {
        /// Of what.
        what: SensorQuantity,
    },
}

/// A trap, where and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sensor {
    /// The network whose stations it is in.
    pub network: Network,
    /// Identifier of the one station; every station of the network without one.
    #[serde(default)]
    pub station: Option<String>,
    /// The first instant at which it is at work.
    pub from: Timestamp,
    /// The first instant at which it is over.
    pub until: Timestamp,
    /// What goes wrong.
    pub trap: Trap,
}

impl Sensor {
    /// Whether it is at work on a station at an instant.
    #[must_use]
    pub fn strikes(&self, station: &Station, at: Timestamp) -> bool {
        self.network == station.network
            && self.station.as_ref().is_none_or(|id| *id == station.id)
            && self.from <= at
            && at < self.until
    }
}
