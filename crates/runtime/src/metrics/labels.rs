//! Labels of the metrics.

use prometheus_client::encoding::EncodeLabelSet;

/// Labels of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Request {
    pub(super) route: String,
    pub(super) status: u16,
}

/// Labels of a lane.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Lane {
    pub(super) lane: &'static str,
}

/// Labels of a fetch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Fetch {
    pub(super) lane: &'static str,
    pub(super) outcome: &'static str,
}

/// Labels of values that were left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct DropLabels {
    pub(super) lane: &'static str,
    pub(super) reason: &'static str,
}

/// Labels of connections that were not let in or were ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Reason {
    pub(super) reason: &'static str,
}

/// Labels of changes that the database lost.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Topic {
    pub(super) topic: &'static str,
}

/// Labels of a background task.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Task {
    pub(super) task: &'static str,
}

/// Labels of the database's hosts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct HostState {
    pub(super) state: &'static str,
}

/// Labels of a failed call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct FailedFetch {
    pub(super) lane: &'static str,
    pub(super) class: &'static str,
}

/// Labels of an allowance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Allowance {
    pub(super) ledger: &'static str,
    pub(super) window: &'static str,
}

/// Labels of waiting transactions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Transactions {
    pub(super) access: &'static str,
}

/// Labels of emails.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Emails {
    pub(super) kind: &'static str,
    pub(super) outcome: &'static str,
}

/// Labels of waiting emails.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct WaitingEmails {
    pub(super) kind: &'static str,
}

/// Labels of sign-ins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct SignIn {
    pub(super) method: &'static str,
    pub(super) outcome: &'static str,
}

/// Labels of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct ToolCall {
    pub(super) tool: &'static str,
    pub(super) outcome: &'static str,
}
