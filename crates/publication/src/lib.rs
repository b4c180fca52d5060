//! From stored rows to published bytes: the world and its rendered answers in one atomic pointer, worlds of the past,
//! the log of days, and the grading of forecasts.

pub mod day_log;
pub mod edition;
pub mod evaluation;
pub mod grading;
#[cfg(feature = "previews")]
pub mod previews;
pub mod published;
pub mod publisher;
pub mod rendered;
pub mod replay;
pub mod resorts;
pub mod service;
pub mod store;
pub mod versions;
