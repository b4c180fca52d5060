//! The owner's view of a subscription's deliveries: each with all its finished attempts.

use conditions_core::text::ShownText;
use conditions_core::time::Timestamp;
use uuid::Uuid;

use crate::events::EventName;

/// A delivery, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryView {
    /// Id of the delivery.
    pub id: Uuid,
    /// Position among the subscription's deliveries, and the cursor of its pages. A redelivery gets a new one.
    pub sequence: i64,
    /// Name of the event.
    pub event: EventName,
    /// Whether the owner requested it as a test.
    pub is_test: bool,
    /// `waiting`, `claimed` (in flight), `delivered`, `failed` or `discarded`.
    pub stage: &'static str,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Earliest time of the next attempt; null if it is in flight, finished or queued after another delivery of its
    /// lane.
    pub due_at: Option<Timestamp>,
    /// Time at which it finished.
    pub ended_at: Option<Timestamp>,
    /// Finished attempts, oldest first.
    pub attempts: Vec<AttemptView>,
}

/// A finished attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptView {
    /// Number from 1, counted over redeliveries.
    pub number: u32,
    /// Start of the attempt.
    pub started_at: Timestamp,
    /// End of the attempt.
    pub ended_at: Timestamp,
    /// Status code of the response; null without a response.
    pub status: Option<u16>,
    /// Reason for a missing response.
    pub error_code: Option<String>,
    /// Beginning of the response's body.
    pub snippet: Option<ShownText>,
}

/// The newest attempted delivery of a subscription, with its last attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastDelivery {
    /// Id of the delivery.
    pub id: Uuid,
    /// Name of the event.
    pub event: EventName,
    /// As in [`DeliveryView::stage`].
    pub stage: &'static str,
    /// The last attempt.
    pub attempt: AttemptView,
}
