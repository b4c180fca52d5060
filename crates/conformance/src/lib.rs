//! The conformance kit: the contract's rules, pointed at a running server, a file or a connector.
//!
//! `rules` judges JSON and does no I/O; `live` adds what only a running server shows, `vectors` what a resolver must
//! make of given evidence, and `selftest` proves that every check can fail.

#![warn(missing_docs)]

pub mod client;
mod connector;
pub mod judge;
pub mod live;
pub mod report;
pub mod rules;
pub mod run;
pub mod selftest;
pub mod vectors;
pub mod webhooks;
pub mod write;
