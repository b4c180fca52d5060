//! Webhooks at work: where a delivery goes, how it is sent, and when. What is decided without a network lives in the
//! crate `webhooks`, what is stored in `storage`.

pub mod dispatch;
pub mod evaluate;
pub mod gate;
pub mod keys;
pub mod refusal;
pub mod send;
mod send_limits;
pub mod snapshot;
pub mod start;
pub mod subscriptions;
pub mod upkeep;
