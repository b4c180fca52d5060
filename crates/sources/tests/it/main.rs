//! Tests of the lanes through the public interface.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot continue stops; helpers are not exempt automatically"
)]
#![expect(clippy::print_stdout, reason = "a test that compares nothing says so")]

mod abroad;
mod bounds;
mod bulletins;
mod lifts;
mod mutations;
mod payloads;
mod stations;
mod table;
