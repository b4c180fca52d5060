//! An index of observations by topic: each is classified once instead of once per field.
//!
//! Observations after the first [`MARKED`], which no resort has, are not in the index, and every field reads them.

use crate::evidence::{Claim, Observation};
use crate::record::Band;

/// Maximum number of indexed observations: one bit each.
const MARKED: usize = u64::BITS as usize;

/// The subject of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    DepthBase,
    DepthMid,
    DepthSummit,
    Lifts,
    Runs,
    Surface,
    Status,
    SeasonOpening,
    SeasonClosing,
    LiftsTotal,
    RunsTotal,
    Ability,
    LongestRun,
    Snowfall24h,
    Snowfall48h,
    Snowfall7d,
}

impl Topic {
    /// Number of topics.
    const COUNT: usize = Self::Snowfall7d as usize + 1;

    /// Returns the topic of a band's depth.
    pub(crate) const fn depth(band: Band) -> Self {
        match band {
            Band::Base => Self::DepthBase,
            Band::Mid => Self::DepthMid,
            Band::Summit => Self::DepthSummit,
        }
    }

    const fn from_claim(claim: &Claim) -> Self {
        match claim {
            Claim::Depth { band, .. } => Self::depth(*band),
            Claim::Lifts(_) => Self::Lifts,
            Claim::Runs(_) => Self::Runs,
            Claim::Surface(_) => Self::Surface,
            Claim::Status(_) => Self::Status,
            Claim::SeasonOpening(_) => Self::SeasonOpening,
            Claim::SeasonClosing(_) => Self::SeasonClosing,
            Claim::LiftsTotal(_) => Self::LiftsTotal,
            Claim::RunsTotal(_) => Self::RunsTotal,
            Claim::Ability(_) => Self::Ability,
            Claim::LongestRun(_) => Self::LongestRun,
            Claim::Snowfall24h(_) => Self::Snowfall24h,
            Claim::Snowfall48h(_) => Self::Snowfall48h,
            Claim::Snowfall7d(_) => Self::Snowfall7d,
        }
    }
}

/// A bit mask of the first observations for each topic.
#[derive(Debug)]
pub(crate) struct Topics([u64; Topic::COUNT]);

impl Topics {
    /// Indexes these observations.
    pub(crate) fn from_observations(observations: &[Observation]) -> Self {
        let mut marks = [0; Topic::COUNT];
        for (place, seen) in observations.iter().take(MARKED).enumerate() {
            if let Some(mark) = marks.get_mut(Topic::from_claim(&seen.claim) as usize) {
                *mark |= 1 << place;
            }
        }
        Self(marks)
    }

    /// Returns the observations about a topic from the indexed list, followed by all that are not indexed.
    pub(crate) fn about<'a>(
        &self,
        topic: Topic,
        observations: &'a [Observation],
    ) -> impl Iterator<Item = &'a Observation> + use<'a> {
        let mut marks = self.0.get(topic as usize).copied().unwrap_or(0);
        let marked = core::iter::from_fn(move || {
            let place = (marks != 0).then(|| marks.trailing_zeros())?;
            marks &= marks - 1;
            observations.get(place as usize)
        });
        marked.chain(observations.get(MARKED..).unwrap_or(&[]))
    }
}

#[cfg(test)]
mod tests;
