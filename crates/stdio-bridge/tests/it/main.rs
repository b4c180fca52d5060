//! Tests the bridge between a client on pipes and a small HTTP server that follows a script.

mod carrying;
mod harness;
mod program;
mod troubles;
