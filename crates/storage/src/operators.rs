//! Operators: organisations and what they were granted, keys by their digest, reports and edits with what stood before them,
//! and who did what. What a report or an edit means is the caller's business.

pub mod access;
pub mod audit;
pub mod edits;
pub mod reports;
