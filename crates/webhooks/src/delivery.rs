//! The life of a delivery: the meaning of an attempt's outcome, the time of the retry, the effect on the subscription,
//! and which deliveries may be claimed. Implements the specification's limits and `contract-decisions` 12.

pub mod attempt;
pub mod networks;
mod pace;
pub mod queue;
pub mod slots;
pub mod subscription;
pub mod view;

pub use attempt::{Ending, Failure};
