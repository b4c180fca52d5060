//! The winters of the past from the archive: which days are still to be asked, in which calls, and what an answer makes of
//! the winters on record.

use conditions_core::time::Timestamp;

pub mod answers;
pub mod running;
pub mod spans;

/// What was asked of a winter so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Resort slug.
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// The last day that the archive was taken to know when it was asked, days since 1970-01-01.
    pub asked_through: i32,
    /// How often the answer up to that day came short; 0 when it came whole.
    pub came_short: u32,
}

/// A winter on record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Its days, packed by `climate::pack`.
    pub days: String,
    /// As in [`Asked::asked_through`].
    pub asked_through: i32,
    /// As in [`Asked::came_short`].
    pub came_short: u32,
    /// When these days were fetched.
    pub fetched_at: Timestamp,
}
