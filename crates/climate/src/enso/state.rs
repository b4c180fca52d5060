//! The present state of the tropical Pacific, by the newest season of an index. It is not a forecast.

use chrono::{Datelike, NaiveDate};

use super::events::Event;
use super::index::Season;
use super::phase::Phase;
use super::winter_phase::Phases;

/// The state of the tropical Pacific in the newest season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The newest season.
    pub season: Season,
    /// Value of the newest season, hundredths of a degree.
    pub anomaly: i32,
    /// Phase of that value on its own.
    pub phase: Phase,
    /// The current run of warm or cold seasons; `None` if neutral.
    pub run: Option<Event>,
    /// Whether that run is long enough to be an event.
    pub is_event: bool,
}

/// Reason why the present state is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownReason {
    /// The index is empty.
    Empty,
    /// The index ends too long ago, with this season.
    Stale(Season),
}

/// Returns the state at a date.
///
/// # Errors
/// Returns [`UnknownReason`] if the newest season is too old to describe the present.
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
        phase: Phase::from_value(anomaly, phases.policy()),
        run,
        is_event: run.is_some_and(|run| phases.is_event(&run)),
    })
}

#[cfg(test)]
mod tests;
