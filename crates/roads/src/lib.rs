//! Roads in winter: what road agencies say of chain controls, roadside weather and cameras, and what may be made of it.
//! No I/O, no clock.
//!
//! ```text
//! an answer of an agency --(crate sources)--> Sheet --(crate world: the shelf)--> what lies near a resort or along a leg
//! Control, now --Control::stands--> a level, or why there is none
//! //! ```
//! What an agency does not say is unknown: never "no restriction", never zero.

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

/// What one answer of an agency holds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// The lane that brought it.
    pub lane: String,
    /// The times that its records name as their own, each once, in order. An agency that writes its whole file anew every
    /// few minutes puts that minute into each record: the newest says how old the file is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Timestamp>,
    /// Chain controls and passes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<Control>,
    /// Stations beside the road; a list of stations has no readings, and readings may come without the list's facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<RoadStation>,
    /// Cameras, each a still by link.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
}

impl Sheet {
    /// The times of records, in order and each once: for [`Sheet::written`].
    #[must_use]
    pub fn times(times: impl IntoIterator<Item = Timestamp>) -> Vec<Timestamp> {
        let mut times: Vec<Timestamp> = times.into_iter().collect();
        times.sort_unstable();
        times.dedup();
        times
    }

    /// When a control of this sheet was last stated: its own time where it has one, else that of the file. A time that
    /// lies ahead is no time, so that one wrong record does not speak for its neighbours.
    #[must_use]
    pub fn as_of(&self, control: &Control, policy: &RoadPolicy, now: Timestamp) -> Option<Timestamp> {
        let newest = || self.written.iter().rev().find(|at| at.since(now) <= policy.ahead_ms).copied();
        control.as_of.or_else(newest)
    }

    /// Returns the time of the newest statement or measurement; one that lies ahead does not count.
    #[must_use]
    pub fn newest(&self, policy: &RoadPolicy, now: Timestamp) -> Option<Timestamp> {
        let stated = self.controls.iter().filter_map(|control| control.as_of);
        let measured = self.stations.iter().filter_map(|station| station.reading.as_ref()?.observed_at);
        let times = self.written.iter().copied().chain(stated).chain(measured);
        times.filter(|at| at.since(now) <= policy.ahead_ms).max()
    }

    /// What a control of this sheet demands at `now`.
    ///
    /// # Errors
    /// Why that is not known.
    pub fn stands(
        &self,
        control: &Control,
        policy: &RoadPolicy,
        now: Timestamp,
    ) -> Result<Level, UnknownReason> {
        control.stands(policy, self.as_of(control, policy, now), now)
    }
}

#[cfg(test)]
mod tests;
