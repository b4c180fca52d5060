//! Health of ingest as the outside may see it: when each lane last succeeded, what it last failed with.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use conditions_core::time::Timestamp;
use serde::Serialize;

/// Health of one lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LaneHealth {
    /// When it last fetched something usable.
    pub last_success_at: Option<Timestamp>,
    /// When it last failed.
    pub last_failure_at: Option<Timestamp>,
    /// What it failed with.
    pub last_failure: Option<String>,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// Why it is not asked at all, where it must not be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<String>,
}

/// Health of every lane.
#[derive(Debug, Default)]
pub struct Status(Mutex<BTreeMap<String, LaneHealth>>);

impl Status {
    /// A lane fetched something usable.
    pub fn succeeded(&self, lane: &str, at: Timestamp) {
        let mut lanes = self.lock();
        let health = lanes.entry(lane.to_owned()).or_default();
        health.last_success_at = Some(at);
        health.not_asked = None;
        health.consecutive_failures = 0;
    }

    /// A lane failed.
    pub fn failed(&self, lane: &str, at: Timestamp, what: &str) {
        let mut lanes = self.lock();
        let health = lanes.entry(lane.to_owned()).or_default();
        health.last_failure_at = Some(at);
        health.not_asked = None;
        health.last_failure = Some(what.to_owned());
        health.consecutive_failures = health.consecutive_failures.saturating_add(1);
    }

    /// A lane must not be asked.
    pub fn not_asked(&self, lane: &str, why: &str) {
        self.lock().entry(lane.to_owned()).or_default().not_asked = Some(why.to_owned());
    }

    /// Health of every lane that was tried.
    #[must_use]
    pub fn lanes(&self) -> BTreeMap<String, LaneHealth> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, LaneHealth>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
