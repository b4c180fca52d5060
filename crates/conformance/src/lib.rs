//! The conformance kit: points the contract's rules at a running server, a file or a connector, and shows what broke.
//!
//! The rules about JSON live in `contract::rules`; this crate adds what only a running server shows, the vectors, and
//! the proof that the checks can fail (`selftest`).

pub mod client;
mod connector;
pub mod judge;
pub mod live;
pub mod report;
pub mod run;
pub mod selftest;
pub mod vectors;
pub mod webhooks;
