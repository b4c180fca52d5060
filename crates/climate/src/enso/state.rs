//! The present state of the tropical Pacific by the newest season of an index. No forecast: the index looks back.

use chrono::{Datelike, NaiveDate};

use super::events::Event;
use super::index::Season;
use super::phase::Phase;
use super::winter_phase::Phases;

/// The present state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The newest season.
    pub season: Season,
    /// Its value, hundredths of a degree.
    pub anomaly: i32,
    /// The phase of that value by itself.
    pub phase: Phase,
    /// The run of warm or cold seasons that goes on; `None` while it is neutral.
    pub run: Option<Event>,
    /// Whether that run is long enough to be an event.
    pub is_event: bool,
}

/// Why there is no present state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownReason {
    /// The index is empty.
    Empty,
    /// The index ended too long ago.
    Stale(Season),
}

/// The state at a date.
///
/// # Errors
/// [`UnknownReason`] when the newest season is too old to speak of the present.
pub fn state(phases: &Phases, today: NaiveDate) -> Result<State, UnknownReason> {
    let (season, anomaly) = phases.series().seasons().next_back().ok_or(UnknownReason::Empty)?;
    let month = i64::from(today.year()) * 12 + i64::from(today.month0());
    if month - season.0 > phases.policy().stale_months {
        return Err(UnknownReason::Stale(season));
    }
    let run = phases.run(season).copied();
    Ok(State {
        season,
        anomaly,
        phase: Phase::of(anomaly, phases.policy()),
        run,
        is_event: run.is_some_and(|run| phases.is_event(&run)),
    })
}

#[cfg(test)]
mod tests;
