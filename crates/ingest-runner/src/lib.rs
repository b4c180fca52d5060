//! Runs the lanes: leases, allowances, network and storage of every upstream.

pub mod common;
mod driver;
pub mod estimate;
pub mod filling;
pub mod forecast;
mod lease;
pub mod lifts;
pub mod options;
pub mod pictures;
pub mod progress;
pub mod reels;
mod refund;
pub mod stations;
pub mod store;
pub mod winter_file;
pub mod winters;

pub use driver::{Hindrance, drive, finish};
