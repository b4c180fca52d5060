//! Operators: organisations and their grants, keys by digest, reports and edits with the state before them, and the
//! audit log. The meaning of a report or an edit is up to the caller.

pub mod access;
pub mod audit;
pub mod edits;
pub mod reports;
