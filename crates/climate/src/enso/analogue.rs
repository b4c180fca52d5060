//! Analogues: past winters whose index had nearly the same value at the same time of their year.
//!
//! The comparison uses only data of the same time of year: in November it uses the values of earlier Novembers, not the
//! later course of those winters. Once the season at the heart of the winter is known, that season is compared.

use super::index::Season;
use super::state::State;
use super::winter_phase::{Phases, heart};
use crate::winter::Winter;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analogue {
    pub winter: Winter,
    /// Season of its year that was compared.
    pub season: Season,
    /// Index in that season, in hundredths of a degree.
    pub anomaly: i32,
    /// Index at the heart of the winter, in hundredths of a degree.
    pub heart: i32,
}

/// Returns the winters of `candidates` that were nearest to `state` at the same time of `winter`, nearest first, the
/// later one on ties.
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
