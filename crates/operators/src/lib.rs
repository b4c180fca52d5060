//! What a resort says of itself: reports and their checks, keys and roles, drafts and content. No I/O, no clock and no
//! source of chance: `now` and random bytes are arguments.
//!
//! ```text
//! JSON, a form, a line of CSV, AlpineBits, an e-mail --entry--> Report | every problem with it
//! Report + what the resort said before --statement--> claims of the operator, each with the instant it was true
//! Report + records without and with it --checks--> warnings, each with its number and a correction
//! edits + content --content--> new content and what changed | every problem, field by field
//! ```
//! Nothing here can name a score or a rating: there is no such field.

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
pub mod policy;
pub mod problem;
pub mod report;
pub mod review;
pub mod statement;
pub mod status;
pub mod surface;
pub mod text;
pub mod units;
pub mod voice;
