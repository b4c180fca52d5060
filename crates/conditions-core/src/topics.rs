//! Which observations are about what: one look at each instead of one per field.
//!
//! Where more than [`MARKED`] observations speak of a resort, which none does, every field looks at those beyond itself.

use crate::evidence::{Claim, Observation};
use crate::record::Band;

/// How many observations are told apart: a bit each.
const MARKED: usize = u64::BITS as usize;

/// What a claim is about.
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
    /// How many topics there are.
    const COUNT: usize = Self::Snowfall7d as usize + 1;

    /// The topic of a band's depth.
    pub(crate) const fn depth(band: Band) -> Self {
        match band {
            Band::Base => Self::DepthBase,
            Band::Mid => Self::DepthMid,
            Band::Summit => Self::DepthSummit,
        }
    }

    const fn of(claim: &Claim) -> Self {
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

/// A bit for each of the first observations by topic.
#[derive(Debug)]
pub(crate) struct Topics([u64; Topic::COUNT]);

impl Topics {
    /// The topics of these observations.
    pub(crate) fn of(observations: &[Observation]) -> Self {
        let mut marks = [0; Topic::COUNT];
        for (place, seen) in observations.iter().take(MARKED).enumerate() {
            if let Some(mark) = marks.get_mut(Topic::of(&seen.claim) as usize) {
                *mark |= 1 << place;
            }
        }
        Self(marks)
    }

    /// The observations about a topic, out of those that the topics were made of; beyond the marked ones, all.
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
