//! El Niño indices and their effect on every resort: computed when an index or a winter changes, and shared between
//! worlds until then.

use chrono::NaiveDate;
use climate::enso::{
    EnsoPolicy, MissingReason, Phases, Series, Signal, State, Tier, UnknownReason, complete, hold_to_rate,
    signal, state,
};
use conditions_core::time::Timestamp;
use conditions_core::units::ranks;
use evidence::ElNinoIndex;

use crate::dataset::Dataset;
use crate::resort_evidence::ResortEvidence;

/// A stored index.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptIndex {
    /// `RONI` or `ONI`.
    pub name: String,
    /// Time when its values were first fetched.
    pub fetched_at: Timestamp,
    /// The index, and the phases of winters derived from it.
    pub phases: Phases,
}

/// Names of indices, the deciding one first: the official one, else the older one.
const ORDER: [&str; 2] = ["RONI", "ONI"];

/// A resort whose effect has an interval, with the data that a ranking needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedEffect {
    /// Position in the world.
    pub at: usize,
    /// Meaning of El Niño there; `None` if the evidence supports no tier.
    pub tier: Option<Tier>,
    /// Whether El Niño's effect is clear in the comparison of all resorts.
    pub clear: bool,
}

/// The indices and signals of a world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EnsoData {
    /// Indices in the order of [`ORDER`].
    indices: Vec<KeptIndex>,
    /// Signals by position in the world; empty without an index.
    signals: Vec<Result<Signal, MissingReason>>,
    /// Ranking, best first.
    ranking: Vec<RankedEffect>,
    /// Ranks by position in the world, from 1.
    ranks: Vec<Option<usize>>,
}

impl Dataset for EnsoData {
    type Form = ElNinoIndex;

    fn insert(&mut self, subject: &str, captured_at: Timestamp, series: Series) {
        if !ORDER.contains(&subject) {
            return;
        }
        self.remove(subject);
        let phases = Phases::new(series, EnsoPolicy::DEFAULT);
        self.indices.push(KeptIndex { name: subject.to_owned(), fetched_at: captured_at, phases });
        self.indices.sort_by_key(|index| ORDER.iter().position(|name| *name == index.name));
    }

    fn remove(&mut self, subject: &str) {
        self.indices.retain(|index| index.name != subject);
    }

    fn settle(&mut self, resorts: &[&ResortEvidence]) {
        let Some(deciding) = self.indices.first() else {
            *self = Self::default();
            return;
        };
        let of = |held: &&ResortEvidence| signal(&deciding.phases, &complete(&held.winters));
        let mut signals: Vec<Result<Signal, MissingReason>> = resorts.iter().map(of).collect();
        hold_to_rate(signals.iter_mut().filter_map(|signal| signal.as_mut().ok()), deciding.phases.policy());
        self.signals = signals;
        self.ranking = ranking(&self.signals, resorts);
        self.ranks = vec![None; self.signals.len()];
        let least = |ranked: &RankedEffect| {
            Some(self.signals.get(ranked.at)?.as_ref().ok()?.el_nino().interval_pct?.0)
        };
        let ranks: Vec<usize> = ranks(self.ranking.iter().map(least)).collect();
        for (rank, ranked) in ranks.into_iter().zip(&self.ranking) {
            if let Some(slot) = self.ranks.get_mut(ranked.at) {
                *slot = Some(rank);
            }
        }
    }
}

/// Ranks the resorts whose effect has an interval: the highest lower end first, ties by slug.
fn ranking(signals: &[Result<Signal, MissingReason>], resorts: &[&ResortEvidence]) -> Vec<RankedEffect> {
    let ranked = signals.iter().zip(resorts).enumerate().filter_map(|(at, (signal, held))| {
        let signal = signal.as_ref().ok()?;
        let effect = signal.el_nino();
        let (low, _) = effect.interval_pct?;
        let tier = signal.tier;
        Some((low, held.resort.slug.as_str(), RankedEffect { at, tier, clear: !effect.low_evidence }))
    });
    let mut ranked: Vec<(f64, &str, RankedEffect)> = ranked.collect();
    ranked.sort_by(|(a, slug, _), (b, other, _)| b.total_cmp(a).then_with(|| slug.cmp(other)));
    ranked.into_iter().map(|(_, _, ranked)| ranked).collect()
}

impl EnsoData {
    /// Returns the deciding index; `None` if none is stored.
    #[must_use]
    pub fn deciding(&self) -> Option<&KeptIndex> {
        self.indices.first()
    }

    /// Returns every stored index, the deciding one first.
    #[must_use]
    pub fn indices(&self) -> &[KeptIndex] {
        &self.indices
    }

    /// Returns the signal of the resort at a position; `None` without an index.
    #[must_use]
    pub fn signal(&self, position: usize) -> Option<&Result<Signal, MissingReason>> {
        self.signals.get(position)
    }

    /// Returns the resorts whose effect has an interval: the highest lower end first, ties by slug.
    #[must_use]
    pub fn ranking(&self) -> &[RankedEffect] {
        &self.ranking
    }

    /// Returns the rank of the resort at a position in [`EnsoData::ranking`], from 1.
    #[must_use]
    pub fn rank(&self, position: usize) -> Option<usize> {
        self.ranks.get(position).copied().flatten()
    }

    /// Returns the thresholds.
    #[must_use]
    pub fn policy(&self) -> &EnsoPolicy {
        self.deciding().map_or(&EnsoPolicy::DEFAULT, |index| index.phases.policy())
    }

    /// Returns the current state by the deciding index; `None` without one.
    #[must_use]
    pub fn state(&self, today: NaiveDate) -> Option<Result<State, UnknownReason>> {
        self.deciding().map(|index| state(&index.phases, today))
    }
}
