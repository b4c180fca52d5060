//! Tests of the lanes through the public interface.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops; helpers are not exempt by themselves"
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
