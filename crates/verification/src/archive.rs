//! The archive of issued forecasts: every member's snow by day and the blend as published, at mid mountain.
//!
//! There is one row per resort and local day: the first complete snapshot of that day. Later snapshots already know
//! most of the day. The day is local, because at midnight UTC a day in America is nearly over.

use std::collections::BTreeMap;

use chrono::{NaiveDate, Timelike};
use conditions_core::evidence::{ForecastSnapshot, Profile};
use conditions_core::forecast;
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use crate::policy::{Grading, LEADS};

/// Version of the stored form.
const VERSION: u8 = 1;
/// Number of complete days that a model must report to count for completeness.
const WHOLE_DAYS: usize = 7;

/// A stored forecast: tenths of a centimetre by day, day 1 first; null for a day that was not completely reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    v: u8,
    /// Local hour of the capture.
    pub hour: u8,
    /// Whether learnt weights were in force.
    pub learnt: bool,
    /// The blend as published.
    pub blend: Vec<Option<i32>>,
    /// Every member, by name.
    pub members: BTreeMap<String, Vec<Option<i32>>>,
}

/// An issue with its resort and day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedIssue {
    /// Slug of the resort.
    pub slug: String,
    /// Local day of the capture.
    pub day: NaiveDate,
    /// The forecast.
    pub issue: Issue,
}

impl Issue {
    /// Makes an issue from its parts, with days in order of lead.
    #[must_use]
    pub const fn new(
        hour: u8,
        learnt: bool,
        blend: Vec<Option<i32>>,
        members: BTreeMap<String, Vec<Option<i32>>>,
    ) -> Self {
        Self { v: VERSION, hour, learnt, blend, members }
    }

    /// Makes the issue of a current snapshot, with its local day; `None` if the snapshot is incomplete. `asked` is the
    /// number of models that were queried.
    #[must_use]
    pub fn from_snapshot(
        grading: &Grading,
        policy: &Policy,
        profile: &Profile,
        snapshot: &ForecastSnapshot,
        asked: usize,
    ) -> Option<(NaiveDate, Self)> {
        let now = snapshot.captured_at;
        let compared = forecast::compare(now, policy, profile, Some(snapshot))?;
        let whole = compared.models.iter().filter(|model| model.total(WHOLE_DAYS).is_some()).count();
        if whole == 0 || whole < grading.complete_models.min(asked) {
            return None;
        }
        let units = |cm: Option<Tenths>| cm.map(Tenths::units);
        let rows = forecast::daily(now, policy, profile, Some(snapshot), Band::Mid);
        let members = compared.models.into_iter().map(|run| (run.model, run.days.map(units).to_vec()));
        let local = now.utc().with_timezone(&profile.zone);
        let hour = u8::try_from(local.hour()).unwrap_or(0);
        let blend = rows.iter().map(|row| units(row.snowfall_cm)).collect();
        Some((local.date_naive(), Self::new(hour, policy.weights_since.is_some(), blend, members.collect())))
    }

    /// Serialises the issue for storage.
    #[must_use]
    pub fn encode(&self) -> String {
        // String keys and whole numbers: writing to memory cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses the stored form; `None` if the text is malformed.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        let issue: Self = serde_json::from_str(text).ok()?;
        let sane =
            |days: &Vec<Option<i32>>| days.len() <= LEADS && days.iter().flatten().all(|units| *units >= 0);
        let whole = issue.v == VERSION && sane(&issue.blend) && issue.members.values().all(sane);
        whole.then_some(issue)
    }
}

#[cfg(test)]
mod tests;
