//! Rows of webhooks: subscriptions, baselines, events and the outbox. The crate `webhooks` decides how a delivery
//! proceeds; this module reads, locks, writes and commits.
//!
//! One rule coordinates several replicas: a transaction that changes deliveries locks the row of their subscription
//! first; several subscriptions in the order of their ids. Everything that it reads of a subscription after that is
//! complete.

mod clock;
pub mod events;
pub mod listen;
pub mod outbox;
pub mod subscriptions;
mod text;
pub(crate) mod wake;
