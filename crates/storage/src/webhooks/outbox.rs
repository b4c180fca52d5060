//! The outbox: deliveries from creation to end.
//!
//! Only the oldest unfinished delivery of a subscription and lane has a `ready_at` and can be claimed; when it ends,
//! the next one gets its `ready_at`. A claim is a lease under a fresh id, and only that id ends it. Every change of a
//! delivery happens under the lock of its subscription's row.

use webhooks::policy::DeliveryPolicy;

use crate::error::StoreError;

mod census;
mod claim;
mod enqueue;
mod finish;
mod lanes;
mod lock;
mod prune;
mod view;

pub use census::{Census, census};
pub use claim::{ClaimedDelivery, ReturnedClaim, claim, hand_back, next_wait_ms, void_all};
pub(super) use enqueue::{New, insert};
pub use enqueue::{enqueue_one, redeliver, test};
pub use finish::{EndedAttempt, FinishOutcome, finish};
pub(super) use lanes::discard;
pub(super) use lock::{lock, lock_at};
pub use prune::{PruneCounts, prune};
pub use view::{LONGEST_PAGE, history, last_delivery};

/// Maximum length of the stored snippet of a response body, in bytes.
pub const SNIPPET: usize = DeliveryPolicy::CONTRACT.most_snippet;

/// Minimum number of ended deliveries that a subscription retains; a few more exist until they are deleted together.
pub const KEPT: i64 = 100;

/// Rows per statement on PostgreSQL: far below its 65 535 parameters.
const BATCH: usize = 500;

/// The origin of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An event.
    Event,
    /// A test that the owner requested.
    Test,
    /// A redelivery of an event that the owner requested.
    EventAgain,
    /// A redelivery of a test that the owner requested.
    TestAgain,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Event, Self::Test, Self::EventAgain, Self::TestAgain];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Test => "test",
            Self::EventAgain => "event again",
            Self::TestAgain => "test again",
        }
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        found.ok_or_else(|| StoreError::Invalid(format!("stored kind of delivery `{text}`")))
    }

    const fn is_test(self) -> bool {
        matches!(self, Self::Test | Self::TestAgain)
    }

    /// Returns whether the delivery affects the health of its subscription. A delivery that the owner requested does
    /// not: otherwise requests could keep a dead receiver subscribed or end a living one.
    const fn counts(self) -> bool {
        matches!(self, Self::Event)
    }

    /// Returns the kind of its redelivery.
    const fn again(self) -> Self {
        match self {
            Self::Event | Self::EventAgain => Self::EventAgain,
            Self::Test | Self::TestAgain => Self::TestAgain,
        }
    }
}

/// Values of the column `stage`.
mod stage {
    pub(super) const WAITING: &str = "waiting";
    pub(super) const CLAIMED: &str = "claimed";
    pub(super) const DELIVERED: &str = "delivered";
    pub(super) const FAILED: &str = "failed";
    pub(super) const DISCARDED: &str = "discarded";
}
