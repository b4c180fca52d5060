//! What the owner of a subscription sees of its deliveries: each with every attempt that ended.

use conditions_core::text::ShownText;
use conditions_core::time::Timestamp;
use uuid::Uuid;

use crate::events::EventName;

/// A delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryView {
    /// Its id.
    pub id: Uuid,
    /// Its place among the subscription's deliveries; the cursor of its pages. Sent once more, it has a new one.
    pub sequence: i64,
    /// Its event.
    pub event: EventName,
    /// Whether the owner asked for it as a test.
    pub is_test: bool,
    /// `waiting`, `claimed` (under way), `delivered`, `failed` or `discarded`.
    pub stage: &'static str,
    /// When it was made.
    pub created_at: Timestamp,
    /// Not before when it is tried next; none when it is under way, over, or behind another one of its lane.
    pub due_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Every attempt that ended, oldest first.
    pub attempts: Vec<AttemptView>,
}

/// An attempt that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptView {
    /// Number, from 1, counted over redeliveries.
    pub number: u32,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Status code of the answer; none when there was none.
    pub status: Option<u16>,
    /// Why there was no answer.
    pub error_code: Option<String>,
    /// The beginning of the answer's body.
    pub snippet: Option<ShownText>,
}

/// The newest delivery of a subscription that was tried, and its last attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastDelivery {
    /// Its id.
    pub id: Uuid,
    /// Its event.
    pub event: EventName,
    /// As in [`DeliveryView::stage`].
    pub stage: &'static str,
    /// The last attempt.
    pub attempt: AttemptView,
}
