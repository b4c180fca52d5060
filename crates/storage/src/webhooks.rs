//! Webhooks as rows: subscriptions, what was told, what happened, and the outbox. What a delivery's life is, `webhooks`
//! decides; here its decisions are read, locked, written and committed.
//!
//! One rule keeps several replicas apart: whoever changes deliveries has locked their subscription's row first, several
//! of them in the order of their ids. What a transaction reads of a subscription after that is all there is.

mod clock;
pub mod events;
pub mod outbox;
pub mod subscriptions;
mod text;
pub mod wake;
