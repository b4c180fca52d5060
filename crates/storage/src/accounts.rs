//! Rows of accounts: people, their browsers and tokens, saved resorts and the audit log. The crate `accounts` decides
//! what is valid and for how long; this module reads, writes and commits.
//!
//! Every change of an account's rights is written in the same transaction as its line of the audit log.

pub mod audit;
pub mod billing;
pub mod browsers;
pub mod ceremonies;
pub mod challenges;
pub mod identification;
pub mod passkeys;
pub mod people;
pub mod saved;
pub mod sessions;
pub mod tokens;
