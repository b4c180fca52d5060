//! Roads in winter: the statements of road agencies about chain controls, roadside weather and cameras, and their use.
//! No I/O, no clock.
//!
//! ```text
//! a response of an agency --(crate sources)--> Sheet --(crate world: its road data)--> near a resort or on a leg
//! Control, now --Control::stands--> a level, or the reason why there is none
//! ```
//! Facts that an agency does not state are unknown: never "no restriction", never zero.

pub mod agency;
pub mod camera;
pub mod control;
pub mod place;
pub mod policy;
pub mod towns;
pub mod weather;

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

pub use camera::{Camera, CameraState};
pub use control::{Control, Level, UnknownReason};
pub use place::Spot;
pub use policy::RoadPolicy;
pub use weather::{RoadReading, RoadStation};

/// Content of one response of an agency.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// The lane that fetched it.
    pub lane: String,
    /// The times that its records state as their own, each once, in order. An agency that rewrites its whole file every
    /// few minutes puts that minute into each record: the newest one gives the file's age.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Timestamp>,
    /// Chain controls and passes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<Control>,
    /// Roadside stations. A list of stations lacks readings, and readings may come without the list's facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<RoadStation>,
    /// Cameras, each with a link to its still.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
}

impl Sheet {
    /// Returns the times of records, in order and each once, for [`Sheet::written`].
    #[must_use]
    pub fn times(times: impl IntoIterator<Item = Timestamp>) -> Vec<Timestamp> {
        let mut times: Vec<Timestamp> = times.into_iter().collect();
        times.sort_unstable();
        times.dedup();
        times
    }

    /// Returns when a control of this sheet was last stated: its own time if it has one, else the file's. Future times
    /// are ignored, so that one wrong record does not count for its neighbours.
    #[must_use]
    pub fn as_of(&self, control: &Control, policy: &RoadPolicy, now: Timestamp) -> Option<Timestamp> {
        let newest = || self.written.iter().rev().find(|at| at.since(now) <= policy.ahead_ms).copied();
        control.as_of.or_else(newest)
    }

    /// Returns the time of the newest statement or measurement, ignoring future times.
    #[must_use]
    pub fn newest(&self, policy: &RoadPolicy, now: Timestamp) -> Option<Timestamp> {
        let stated = self.controls.iter().filter_map(|control| control.as_of);
        let measured = self.stations.iter().filter_map(|station| station.reading.as_ref()?.observed_at);
        let times = self.written.iter().copied().chain(stated).chain(measured);
        times.filter(|at| at.since(now) <= policy.ahead_ms).max()
    }

    /// Returns the requirement of a control of this sheet at `now`.
    ///
    /// # Errors
    /// Returns the reason why it is unknown.
    pub fn stands(
        &self,
        control: &Control,
        policy: &RoadPolicy,
        now: Timestamp,
    ) -> Result<Level, UnknownReason> {
        control.level_at(policy, self.as_of(control, policy, now), now)
    }
}

#[cfg(test)]
mod tests;
