//! Data that a resort provides about itself: reports and their checks, keys and roles, drafts and content. No I/O, no
//! clock and no random source: `now` and random bytes are arguments.
//!
//! ```text
//! JSON, a form, a line of CSV, AlpineBits, an e-mail --entry--> Report | every problem with it
//! Report + earlier reports --statement--> claims of the operator, each with the time for which it is valid
//! Report + records without and with it --checks--> warnings, each with its number and a correction
//! edits + content --content--> new content and its changes | every problem, field by field
//! ```
//! Scores and ratings cannot be expressed: there is no such field.

pub mod access;
pub mod alpinebits;
pub mod checks;
pub mod confirmed;
pub mod content;
pub mod csv;
pub mod entry;
pub mod keys;
pub mod list;
pub mod mail;
pub mod optimism;
pub mod plain_text;
pub mod policy;
pub mod problem;
pub mod report;
pub mod review;
pub mod statement;
pub mod statements;
pub mod status;
pub mod surface;
pub mod units;
