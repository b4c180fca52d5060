//! Accounts as rows: people, their browsers and tokens, what they saved, and what was done. What counts, and for how long, the
//! crate `accounts` decides; here it is read, written and committed.
//!
//! Every act that changes what somebody may do is written together with its line of the audit log.

pub mod audit;
pub mod billing;
pub mod browsers;
pub mod ceremonies;
pub mod challenges;
pub mod passkeys;
pub mod people;
pub mod saved;
pub mod sessions;
pub mod tokens;
pub mod who;
