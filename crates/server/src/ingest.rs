//! Fetching: which resorts are due, within which allowance, and what becomes of the answers.

pub mod backfill;
pub mod client;
pub mod common;
mod driver;
pub mod forecast;
pub mod lifts;
mod outcome;
pub mod progress;
pub mod robots;
pub mod stations;
pub mod winters;

pub use driver::drive;
