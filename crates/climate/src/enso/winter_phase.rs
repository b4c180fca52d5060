//! The phase of a winter: that of the event which contains the season at its heart.
//!
//! DJF of a year is centred on its January, so the phase of the northern winter 2015-16 is that of DJF 2016, and the
//! phase of a southern winter that of JJA of its year. A run at the end of the index that is still too short for an
//! event leaves the phase undecided, because it may become one.

use super::events::{Event, runs};
use super::index::{Season, Series, tenths};
use super::phase::Phase;
use super::policy::EnsoPolicy;
use crate::winter::{Hemisphere, Winter};

/// Phase and index of a winter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WinterPhase {
    pub phase: Phase,
    /// Index at the heart of the winter, hundredths of a degree.
    pub anomaly: i32,
    /// Whether the phase was strong; always false for neutral winters.
    pub strong: bool,
}

/// Returns the season at the heart of a winter.
#[must_use]
pub fn heart(winter: Winter) -> Season {
    match winter.hemisphere() {
        Hemisphere::North => Season::around(winter.year() + 1, 0),
        Hemisphere::South => Season::around(winter.year(), 6),
    }
}

/// The phases of winters by one index.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    series: Series,
    runs: Vec<Event>,
    policy: EnsoPolicy,
}

impl Phases {
    #[must_use]
    pub fn new(series: Series, policy: EnsoPolicy) -> Self {
        Self { runs: runs(&series, &policy), series, policy }
    }

    #[must_use]
    pub const fn series(&self) -> &Series {
        &self.series
    }

    #[must_use]
    pub const fn policy(&self) -> &EnsoPolicy {
        &self.policy
    }

    /// Returns the run of any length that contains a season.
    #[must_use]
    pub fn run(&self, season: Season) -> Option<&Event> {
        self.runs.iter().find(|run| run.contains(season))
    }

    /// Returns whether a run is an event.
    #[must_use]
    pub fn is_event(&self, run: &Event) -> bool {
        run.seasons() >= self.policy.event_seasons
    }

    /// Returns the phase of a winter, or `None` if the index does not contain or not yet decide it.
    #[must_use]
    pub fn winter_phase(&self, winter: Winter) -> Option<WinterPhase> {
        let heart = heart(winter);
        let anomaly = self.series.at(heart)?;
        let neutral = WinterPhase { phase: Phase::Neutral, anomaly, strong: false };
        let Some(run) = self.run(heart) else { return Some(neutral) };
        if self.is_event(run) {
            let strong = tenths(anomaly).abs() >= self.policy.strong_tenths;
            return Some(WinterPhase { phase: run.phase, anomaly, strong });
        }
        (!run.open).then_some(neutral)
    }
}

#[cfg(test)]
mod tests;
