//! Faults of a station itself: an instrument that sticks, spikes, freezes, changes its unit, is marked as bad or falls
//! silent; a clock that goes back; a station that is moved; a member that is renamed.
//!
//! A trap is for one station, or for all of a network's if it names none, and for a window of time. It changes the
//! instrument's reading before it is written in the network's format, so that the format stays valid.

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::station::{Network, Station};

/// A quantity that a station measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SensorQuantity {
    Temp,
    /// Mean wind.
    Wind,
    /// Strongest wind of the interval.
    Gust,
    Depth,
    /// Water equivalent of the snow.
    Swe,
    /// Temperature of the snow surface.
    Surface,
    /// New snow of 24 hours.
    NewSnow,
}

/// Kind of fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Trap {
    /// Repeats the value of the window's start.
    Stuck {
        /// The affected quantity.
        what: SensorQuantity,
    },
    /// Sometimes far off, for one reading.
    Spike {
        /// The affected quantity.
        what: SensorQuantity,
        /// Size of the spike, °C, m/s, cm or mm.
        by: f64,
        /// Interval of the spikes, hours; the other readings are true.
        every_h: i64,
    },
    /// Ice: no wind, no gust, and the temperature of the window's start.
    Frozen,
    /// The number of another unit under the same name: inches for centimetres, Fahrenheit for Celsius; the other way
    /// round if the network's own units are inches and Fahrenheit.
    OtherUnit {
        /// The affected quantity: depth or a temperature; others are unchanged.
        what: SensorQuantity,
    },
    /// A missing value, as the network writes it: null, a text, a number that means it, or an absent member.
    Missing {
        /// The affected quantity.
        what: SensorQuantity,
    },
    /// A number with the network's code for "do not use"; nothing if the network has no such codes.
    BadQuality {
        /// The affected quantity.
        what: SensorQuantity,
    },
    /// The station's clock is slow: new readings under old times. Has no effect if the whole response has one time
    /// (TAWES, AMeDAS).
    ClockBack {
        /// Delay of the clock, hours.
        hours: i64,
    },
    /// The list of stations gives another place.
    Moved {
        /// Distance to the north, kilometres.
        north_km: f64,
        /// Additional elevation, metres.
        up_m: f64,
    },
    /// The member has another name.
    Renamed {
        /// The affected quantity.
        what: SensorQuantity,
    },
}

/// A trap, with its place and time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sensor {
    /// The network of the affected stations.
    pub network: Network,
    /// Identifier of the only affected station; `None` for every station of the network.
    #[serde(default)]
    pub station: Option<String>,
    /// First millisecond of the fault.
    pub from: Timestamp,
    /// First millisecond after the fault.
    pub until: Timestamp,
    /// Kind of the fault.
    pub trap: Trap,
}

impl Sensor {
    /// Returns whether it affects a station at a time.
    #[must_use]
    pub fn strikes(&self, station: &Station, at: Timestamp) -> bool {
        self.network == station.network
            && self.station.as_ref().is_none_or(|id| *id == station.id)
            && self.from <= at
            && at < self.until
    }
}
