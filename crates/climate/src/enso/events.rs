//! Events by the rule of NOAA's Climate Prediction Center: at least five consecutive overlapping seasons at or beyond
//! half a degree from normal, each rounded to a tenth.

use super::index::{Season, Series};
use super::phase::Phase;
use super::policy::EnsoPolicy;

/// Consecutive seasons on one side of normal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// El Niño or La Niña.
    pub phase: Phase,
    /// The first season at or beyond the threshold.
    pub first: Season,
    /// The last season so far.
    pub last: Season,
    /// Value furthest from normal, hundredths of a degree; the earliest on ties.
    pub peak: i32,
    /// Season of the peak.
    pub peak_season: Season,
    /// Whether the index ends with it, so that it may continue.
    pub open: bool,
}

impl Event {
    /// Returns the number of seasons.
    #[must_use]
    pub fn seasons(&self) -> usize {
        usize::try_from(self.last.0 - self.first.0 + 1).unwrap_or(0)
    }

    /// Returns whether a season is part of it.
    #[must_use]
    pub fn contains(&self, season: Season) -> bool {
        (self.first..=self.last).contains(&season)
    }
}

/// Returns every run of warm or cold seasons, oldest first, of any length.
#[must_use]
pub fn runs(series: &Series, policy: &EnsoPolicy) -> Vec<Event> {
    let mut runs: Vec<Event> = Vec::new();
    for (season, value) in series.seasons() {
        let phase = Phase::from_value(value, policy);
        if phase == Phase::Neutral {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.phase == phase && run.last.plus(1) == season => {
                run.last = season;
                if value.abs() > run.peak.abs() {
                    (run.peak, run.peak_season) = (value, season);
                }
            }
            Some(_) | None => {
                let (peak, peak_season) = (value, season);
                runs.push(Event { phase, first: season, last: season, peak, peak_season, open: false });
            }
        }
    }
    let end = series.last();
    if let Some(run) = runs.last_mut() {
        run.open = Some(run.last) == end;
    }
    runs
}

/// Returns the runs that are long enough to be events.
#[must_use]
pub fn events(series: &Series, policy: &EnsoPolicy) -> Vec<Event> {
    let mut events = runs(series, policy);
    events.retain(|run| run.seasons() >= policy.event_seasons);
    events
}

#[cfg(test)]
mod tests;
