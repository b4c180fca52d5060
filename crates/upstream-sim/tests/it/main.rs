//! Tests of the simulator with the lanes' own requests and parsers.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot continue stops; helpers are not exempt automatically"
)]

mod archive;
mod faults;
mod forecast;
mod lifts;
mod stations;
mod wire;
