//! A submitted report, and the answer to its sender.

use ::operators::checks::Warning;
use ::operators::confirmed::ConfirmedValues;
use ::operators::optimism::Pair;
use ::operators::report::Report;
use ::operators::review::{Change, Expiry};
use conditions_core::time::Timestamp;
use serde::{Serialize, Serializer};
use storage::operators::reports::ReportState;
use uuid::Uuid;

/// Handling of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Preview only.
    DryRun,
    /// Stored, and visible only to the resort.
    Draft,
    /// Stored and shown to everyone.
    Publish,
}

/// A report to be processed.
#[derive(Debug, Clone, PartialEq)]
pub struct Sending {
    pub report: Report,
    /// Channel of the report.
    pub channel: &'static str,
    /// Id, the same for a repeated request.
    pub id: Uuid,
    /// Digest of the request.
    pub request: String,
    pub mode: Mode,
    /// Values that the sender confirms although they look like slips.
    pub confirmed: ConfirmedValues,
}

/// Preview of a report's changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Time of the observation.
    pub observed_at: Timestamp,
    /// Values that look like slips, with the probably intended value. One with `confirm` is published only if that text
    /// is sent with it.
    pub warnings: Vec<Warning>,
    /// Changed fields of the record, before and after, with the deciding rule.
    pub changes: Vec<Change>,
    /// Expiry of each value.
    pub expires: Vec<Expiry>,
    /// Its new snow together with a station's, if both are known.
    #[serde(skip)]
    pub(super) beside: Option<Pair>,
}

/// State of a report as its sender reads it: `dry_run`, `draft`, `published` or `undone`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerState {
    /// Nothing was stored.
    DryRun,
    /// The stored state.
    Stored(ReportState),
}

impl Serialize for AnswerState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::DryRun => serializer.serialize_str("dry_run"),
            Self::Stored(state) => state.serialize(serializer),
        }
    }
}

/// Result of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Id of the report; null for a dry run.
    pub id: Option<String>,
    /// State of the report.
    pub state: AnswerState,
    /// Time of publication.
    pub published_at: Option<Timestamp>,
    /// End of the time within which it can be withdrawn.
    pub undo_until: Option<Timestamp>,
    /// True if this server shows the report already; others do within three seconds.
    pub is_live: bool,
    /// Preview of the changes; null for a repeated request, whose report is stored.
    pub review: Option<Review>,
}
