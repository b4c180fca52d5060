//! The states of resorts with reports that can still be undone, without these reports. They depend on the time of the
//! world, so they are not shared between worlds.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::ResolvedResort;
use crate::datasets::{Datasets, ListedDataset as _};
use crate::report_data::OwnDataSet;

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
