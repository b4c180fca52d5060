//! Runs the lanes: leases, allowances, network and storage of every upstream.

pub mod archive_lane;
pub mod common;
mod driver;
pub mod estimate;
pub mod filling;
pub mod forecast_lane;
mod lease;
pub mod lift_lanes;
pub mod options;
pub mod pictures;
pub mod progress;
pub mod reels;
mod refund;
pub mod station_lanes;
pub mod store;
pub mod winter_file;

pub use driver::{LaneError, drive, finish};
