//! The indices of El Niño and what they say of every resort: made when an index or a winter changes, and shared between
//! worlds until then.

use chrono::NaiveDate;
use climate::enso::{EnsoPolicy, Missing, Phases, Signal, State, Tier, Unknown, complete, signal, state};
use conditions_core::time::Timestamp;

use crate::world::Held;

/// An index that is on record.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptIndex {
    /// `RONI` or `ONI`.
    pub name: String,
    /// When its values were first fetched.
    pub fetched_at: Timestamp,
    /// The index, and what it makes of winters.
    pub phases: Phases,
}

/// Names of indices, the one that decides first: the official one, else the older one.
const ORDER: [&str; 2] = ["RONI", "ONI"];

/// A resort whose effect has an interval, as far as a ranking looks at every one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// Position in the world.
    pub at: usize,
    /// What El Niño means there; `None` without an estimate.
    pub tier: Option<Tier>,
    /// Whether El Niño's effect is clear.
    pub clear: bool,
}

/// Indices and signals of a world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EnsoBook {
    indices: Vec<KeptIndex>,
    /// By position in the world; empty without an index.
    signals: Vec<Result<Signal, Missing>>,
    /// Best first.
    ranking: Vec<Ranked>,
    /// By position in the world, from 1.
    ranks: Vec<Option<usize>>,
}

impl EnsoBook {
    /// What these indices say of resorts, given in the world's order.
    #[must_use]
    pub fn new<'h>(mut indices: Vec<KeptIndex>, resorts: impl Iterator<Item = &'h Held>) -> Self {
        let place = |index: &KeptIndex| ORDER.iter().position(|name| *name == index.name);
        indices.retain(|index| place(index).is_some());
        indices.sort_by_key(place);
        let Some(deciding) = indices.first() else { return Self::default() };
        let resorts: Vec<&Held> = resorts.collect();
        let signals: Vec<Result<Signal, Missing>> =
            resorts.iter().map(|held| signal(&deciding.phases, &complete(&held.winters))).collect();
        let mut ranked: Vec<(f64, &str, Ranked)> = signals
            .iter()
            .zip(&resorts)
            .enumerate()
            .filter_map(|(at, (signal, held))| {
                let signal = signal.as_ref().ok()?;
                let effect = signal.el_nino();
                let (low, _) = effect.interval_pct?;
                let tier = signal.tier.map(|tiered| tiered.tier);
                Some((low, held.resort.slug.as_str(), Ranked { at, tier, clear: !effect.low_evidence }))
            })
            .collect();
        ranked.sort_by(|(a, slug, _), (b, other, _)| b.total_cmp(a).then_with(|| slug.cmp(other)));
        let ranking: Vec<Ranked> = ranked.into_iter().map(|(_, _, ranked)| ranked).collect();
        let mut ranks = vec![None; signals.len()];
        for (rank, ranked) in (1..).zip(&ranking) {
            if let Some(slot) = ranks.get_mut(ranked.at) {
                *slot = Some(rank);
            }
        }
        Self { indices, signals, ranking, ranks }
    }

    /// The index that decides; `None` when none is on record.
    #[must_use]
    pub fn deciding(&self) -> Option<&KeptIndex> {
        self.indices.first()
    }

    /// Every index on record, the one that decides first.
    #[must_use]
    pub fn indices(&self) -> &[KeptIndex] {
        &self.indices
    }

    /// What is said of the resort at a position; `None` without an index.
    #[must_use]
    pub fn signal(&self, position: usize) -> Option<&Result<Signal, Missing>> {
        self.signals.get(position)
    }

    /// The resorts whose effect has an interval: the highest lower end first, ties by slug.
    #[must_use]
    pub fn ranking(&self) -> &[Ranked] {
        &self.ranking
    }

    /// Place of the resort at a position in [`EnsoBook::ranking`], from 1.
    #[must_use]
    pub fn rank(&self, position: usize) -> Option<usize> {
        self.ranks.get(position).copied().flatten()
    }

    /// The thresholds.
    #[must_use]
    pub fn policy(&self) -> &EnsoPolicy {
        self.deciding().map_or(&EnsoPolicy::DEFAULT, |index| index.phases.policy())
    }

    /// The present state by the index that decides; `None` without one.
    #[must_use]
    pub fn state(&self, today: NaiveDate) -> Option<Result<State, Unknown>> {
        self.deciding().map(|index| state(&index.phases, today))
    }
}
