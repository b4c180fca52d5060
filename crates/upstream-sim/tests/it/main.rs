//! The simulator as the service meets it: through the lane's own requests and parser.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops; helpers are not exempt by themselves"
)]

mod archive;
mod faults;
mod forecast;
mod lifts;
mod stations;
mod wire;
