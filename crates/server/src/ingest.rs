//! Fetching: which resorts are due, within which allowance, and what becomes of the answers.

pub mod backfill;
pub mod client;
pub mod common;
pub mod enso;
pub mod forecast;
pub mod lifts;
mod outcome;
pub mod pauses;
pub mod progress;
pub mod queue;
pub mod stations;
pub mod winters;
