//! Webhooks in operation: destinations, sending and scheduling. Decisions without a network are in the crate
//! `webhooks`, stored data in `storage`.

pub mod denials;
pub mod dispatch;
pub mod error;
pub mod evaluate;
pub mod gate;
pub mod keys;
pub mod operator;
pub mod received;
pub mod send;
mod send_limits;
pub mod snapshot;
pub mod start;
pub mod subscriptions;
pub mod upkeep;
