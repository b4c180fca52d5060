//! The phase of a winter: that of the event which holds the season at its heart.
//!
//! DJF of a year is centred on its January, so the northern winter 2015-16 is judged by DJF 2016; a southern one by its
//! mirror, JJA of its year. A run that the index ends with and that is too short yet for an event decides nothing: it may become
//! one.

use super::events::{Event, runs};
use super::index::{Season, Series, tenths};
use super::phase::Phase;
use super::policy::EnsoPolicy;
use crate::winter::{Hemisphere, Winter};

/// What a winter was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WinterPhase {
    /// Its phase.
    pub phase: Phase,
    /// The index at its heart, hundredths of a degree.
    pub anomaly: i32,
    /// Whether it was a strong one of its phase; never of a neutral winter.
    pub strong: bool,
}

/// The season at the heart of a winter.
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
    /// By this index.
    #[must_use]
    pub fn new(series: Series, policy: EnsoPolicy) -> Self {
        Self { runs: runs(&series, &policy), series, policy }
    }

    /// The index.
    #[must_use]
    pub const fn series(&self) -> &Series {
        &self.series
    }

    /// The thresholds.
    #[must_use]
    pub const fn policy(&self) -> &EnsoPolicy {
        &self.policy
    }

    /// The run that holds a season, of whatever length.
    #[must_use]
    pub fn run(&self, season: Season) -> Option<&Event> {
        self.runs.iter().find(|run| run.holds(season))
    }

    /// Whether a run is an event.
    #[must_use]
    pub fn is_event(&self, run: &Event) -> bool {
        run.seasons() >= self.policy.event_seasons
    }

    /// What a winter was; `None` when the index does not say, or not yet.
    #[must_use]
    pub fn of(&self, winter: Winter) -> Option<WinterPhase> {
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
