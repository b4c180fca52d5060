//! Winters that stood where this one stands: the index had nearly the same value at the same time of their year.
//!
//! Like is compared with like: a November looks at what earlier Novembers knew, not at what became of them. Once the
//! season at the heart of the winter is known, that is what is compared.

use super::index::Season;
use super::state::State;
use super::winter_phase::{Phases, heart};
use crate::winter::Winter;

/// A winter that began alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analogue {
    /// The winter that began alike.
    pub winter: Winter,
    /// The season of its year that was compared.
    pub season: Season,
    /// The index then, hundredths of a degree.
    pub anomaly: i32,
    /// What the index was at its heart, hundredths of a degree.
    pub heart: i32,
}

/// The winters of `candidates` that were nearest to `state` at the time of `winter` at which it stands, nearest first,
/// the later one on ties.
#[must_use]
pub fn analogues(
    phases: &Phases,
    state: &State,
    winter: Winter,
    candidates: impl IntoIterator<Item = Winter>,
) -> Vec<Analogue> {
    let policy = phases.policy();
    let before_heart = (state.season.0 - heart(winter).0).min(0);
    let compared = |of: Winter| heart(of).plus(before_heart);
    let Some(now) = phases.series().at(compared(winter)) else { return Vec::new() };
    let mut found: Vec<Analogue> = candidates
        .into_iter()
        .filter(|candidate| candidate.year() < winter.year())
        .filter_map(|winter| {
            let (season, heart) = (compared(winter), phases.series().at(heart(winter))?);
            Some(Analogue { winter, season, anomaly: phases.series().at(season)?, heart })
        })
        .filter(|analogue| (analogue.anomaly - now).abs() <= policy.analogue_within)
        .collect();
    found.sort_by_key(|analogue| ((analogue.anomaly - now).abs(), std::cmp::Reverse(analogue.winter.year())));
    found.truncate(policy.analogues);
    found
}

#[cfg(test)]
mod tests;
