//! The resolved state of one resort. Consecutive worlds share it until its evidence or the time changes the result.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use conditions_core::evidence::{Evidence, Profile};
use conditions_core::field::Field;
use conditions_core::forecast::{self, Storm};
use conditions_core::policy::Policy;
use conditions_core::record::{DailyRow, Flag, Resolution};
use conditions_core::resolve_until;
use conditions_core::score::{Score, score};
use conditions_core::time::Timestamp;

use super::OPEN_DAYS;
use crate::datasets::{Datasets, ListedDataset as _};
use crate::report_data::OwnDataSet;
use crate::resort_evidence::ResortEvidence;

/// One resort, resolved.
#[derive(Debug)]
pub(super) struct State {
    pub(super) held: Arc<ResortEvidence>,
    /// The published state.
    pub(super) published: ResolvedResort,
    /// Storms of all fourteen days, and of the public days. Found here, because a search over all resorts would
    /// otherwise read every model of every resort at each request.
    pub(super) storms: StormsSeen,
    /// All fourteen days at mid mountain, which rankings and trips read for every resort: blended at the first request.
    pub(super) mid: OnceLock<Box<[DailyRow; forecast::DAYS]>>,
}

/// A state that several worlds share.
#[derive(Debug, Clone)]
pub(super) struct SharedState {
    state: Arc<State>,
    /// First time at which the same evidence may have another state. Stored next to the pointer, so that a world reads
    /// it for every resort without reading the states.
    pub(super) until: Timestamp,
}

impl SharedState {
    pub(super) fn new(held: Arc<ResortEvidence>, policy: &Policy, now: Timestamp) -> Self {
        let (state, until) = State::new(held, policy, now);
        Self { state: Arc::new(state), until }
    }
}

impl Deref for SharedState {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

/// Storms by visibility; `None` without a usable forecast.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StormsSeen {
    pub(super) full: Option<Vec<Storm>>,
    pub(super) open: Option<Vec<Storm>>,
}

impl State {
    /// Resolves a resort; also returns the first time at which the result may differ.
    fn new(held: Arc<ResortEvidence>, policy: &Policy, now: Timestamp) -> (Self, Timestamp) {
        let held = held.of_day(policy, now);
        let (published, until) = ResolvedResort::new(policy, &held.profile, &held.evidence, now);
        let snapshot = held.evidence.forecast.as_ref();
        let find = |days| forecast::storms(now, policy, &held.profile, snapshot, days);
        let storms = StormsSeen { full: find(forecast::DAYS), open: find(OPEN_DAYS) };
        (Self { held, published, storms, mid: OnceLock::new() }, until)
    }
}

/// The resolved evidence of a resort.
#[derive(Debug)]
pub(super) struct ResolvedResort {
    /// For callers with 14 days.
    pub(super) full: Resolution,
    /// For all other callers.
    pub(super) open: Resolution,
    /// Equal for all callers: it uses nothing that is withheld.
    pub(super) score: Score,
}

impl ResolvedResort {
    /// Resolves evidence; also returns the first time at which the result may differ.
    pub(super) fn new(
        policy: &Policy,
        profile: &Profile,
        evidence: &Evidence,
        now: Timestamp,
    ) -> (Self, Timestamp) {
        let (full, until) = resolve_until(now, policy, profile, evidence);
        let score = score(&policy.score, &full);
        let mut open = full.clone();
        open.record.forecast.next14d_cm = Field::not_reported();
        // The flag concerns the withheld total.
        open.record.flags.retain(|flag| *flag != Flag::ForecastRangeGuarded);
        (Self { full, open, score }, until)
    }
}

/// The states of one resort. Resolved at the first request; `None` if there is no such report.
#[derive(Debug, Default)]
pub(super) struct RevocableState {
    /// Without reports whose doubtful values can still be undone.
    pub(super) listed: OnceLock<Option<Box<ResolvedResort>>>,
    /// Without any report that can still be undone.
    pub(super) settled: OnceLock<Option<Box<ResolvedResort>>>,
}

/// The states by the position of their resort.
#[derive(Debug, Default)]
pub(super) struct RevocableStates(HashMap<usize, RevocableState>);

impl RevocableStates {
    pub(super) fn new(datasets: &Datasets, slugs: &HashMap<String, usize>) -> Self {
        let positions = OwnDataSet::on(datasets).revocable().filter_map(|slug| slugs.get(slug));
        Self(positions.map(|at| (*at, RevocableState::default())).collect())
    }

    /// Returns the states of a resort; `None` if none of its reports can be undone.
    pub(super) fn get(&self, position: usize) -> Option<&RevocableState> {
        self.0.get(&position)
    }
}
