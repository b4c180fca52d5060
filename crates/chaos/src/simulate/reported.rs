//! Events as their readers know them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use conditions_core::time::Timestamp;
use webhooks::events::snow_report::Report;

/// The events that were sent, in the order of evaluation.
#[derive(Debug, Clone, Default)]
pub(super) struct SentEvents {
    pub(super) reports: BTreeMap<Rc<str>, Report>,
    /// Per resort the time of the last alert, the time of its snow, and its snow.
    pub(super) alerts: BTreeMap<Rc<str>, (Timestamp, Timestamp, i32)>,
    /// Time of the last evaluated publication.
    pub(super) evaluated: Option<Timestamp>,
    /// Keys of all events.
    pub(super) keys: Rc<BTreeSet<Rc<str>>>,
}
