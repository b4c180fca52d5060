//! A report on its way in, and what its sender is told of it.

use ::operators::checks::Warning;
use ::operators::confirmed::ConfirmedValues;
use ::operators::optimism::Pair;
use ::operators::report::Report;
use ::operators::review::{Change, Expiry};
use conditions_core::time::Timestamp;
use serde::{Serialize, Serializer};
use storage::operators::reports::ReportState;
use uuid::Uuid;

/// What is done with a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing but the answer.
    DryRun,
    /// It is kept, and seen by the resort alone.
    Draft,
    /// It is published.
    Publish,
}

/// A report on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Sending {
    /// The report.
    pub report: Report,
    /// How it came in.
    pub channel: &'static str,
    /// The same for a repeated request.
    pub id: Uuid,
    /// Digest of the request.
    pub request: String,
    /// What is done with it.
    pub mode: Mode,
    /// Values that the sender confirms although they look like slips.
    pub confirmed: ConfirmedValues,
}

/// What a report would change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// When it is true of.
    pub observed_at: Timestamp,
    /// What looks like a slip, with what was probably meant. One with `confirm` is published only when that is sent with it.
    pub warnings: Vec<Warning>,
    /// The fields of the record that change, before and after, with the rule that decides.
    pub changes: Vec<Change>,
    /// How long each value holds.
    pub expires: Vec<Expiry>,
    /// Its new snow beside a station's, where both are known.
    #[serde(skip)]
    pub(super) beside: Option<Pair>,
}

/// The state of a report as its sender reads it: `dry_run`, `draft`, `published` or `undone`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerState {
    /// Nothing was stored.
    DryRun,
    /// The state that is stored.
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

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Its id; null for a dry run.
    pub id: Option<String>,
    /// Its state.
    pub state: AnswerState,
    /// When it was published.
    pub published_at: Option<Timestamp>,
    /// Until when it can be taken back.
    pub undo_until: Option<Timestamp>,
    /// Whether this server shows it by now; others do within three seconds.
    pub is_live: bool,
    /// What it changes; null for a repeated request, whose report is on record.
    pub review: Option<Review>,
}
