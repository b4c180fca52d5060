//! How a delivery lives and ends: what an attempt's outcome means, when it is tried again, what it does to its
//! subscription, and which deliveries may be claimed. Carries the specification's limits and `contract-decisions` 12.

pub mod attempt;
pub mod networks;
mod pace;
pub mod queue;
pub mod slots;
pub mod subscription;
pub mod view;

pub use attempt::{Ending, Failure};
