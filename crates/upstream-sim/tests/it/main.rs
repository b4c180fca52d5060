//! Tests of the simulator with the lanes' own requests and parsers.

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
