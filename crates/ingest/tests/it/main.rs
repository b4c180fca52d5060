//! Tests the lanes through their public interface.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails by panicking and prints its table, helpers included"
)]

mod first_month;
