//! Alerts of accounts: publications are evaluated on a schedule, news is recorded with the reading that caused it, and
//! emails report it; and the other data of an account.

pub mod channels;
pub mod evaluate;
pub mod holdings;
pub mod morning;
pub mod post;
pub mod snapshot;
