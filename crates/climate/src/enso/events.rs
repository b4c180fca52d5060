//! Events by the rule of NOAA's Climate Prediction Center: at least five overlapping seasons in a row at or beyond half
//! a degree from normal, each rounded to a tenth.

use super::index::{Season, Series};
use super::phase::Phase;
use super::policy::EnsoPolicy;

/// Seasons in a row on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// El Niño or La Niña.
    pub phase: Phase,
    /// The first season at or beyond the threshold.
    pub first: Season,
    /// The last one so far.
    pub last: Season,
    /// The value furthest from normal, hundredths of a degree; the earliest on ties.
    pub peak: i32,
    /// Where that was.
    pub peak_season: Season,
    /// Whether the index ends with it: it may go on.
    pub open: bool,
}

impl Event {
    /// How many seasons.
    #[must_use]
    pub fn seasons(&self) -> usize {
        usize::try_from(self.last.0 - self.first.0 + 1).unwrap_or(0)
    }

    /// Whether a season is one of them.
    #[must_use]
    pub fn holds(&self, season: Season) -> bool {
        (self.first..=self.last).contains(&season)
    }
}

/// Every run of warm or cold seasons, oldest first, however short.
#[must_use]
pub fn runs(series: &Series, policy: &EnsoPolicy) -> Vec<Event> {
    let mut runs: Vec<Event> = Vec::new();
    for (season, value) in series.seasons() {
        let phase = Phase::of(value, policy);
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

/// The runs that are long enough to be events.
#[must_use]
pub fn events(series: &Series, policy: &EnsoPolicy) -> Vec<Event> {
    let mut events = runs(series, policy);
    events.retain(|run| run.seasons() >= policy.event_seasons);
    events
}

#[cfg(test)]
mod tests;
