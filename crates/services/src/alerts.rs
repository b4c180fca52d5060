//! Alerts of accounts: what is published is looked at on a schedule, what is news is written down with the reading that it
//! follows from, and letters tell it; and what else an account holds.

pub mod evaluate;
pub mod holdings;
pub mod look;
pub mod post;
pub mod ways;
