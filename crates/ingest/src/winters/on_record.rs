//! What storage holds of winters, in the words of this crate.

use conditions_core::time::Timestamp;

/// How far a winter on record has been asked for, without its days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// Resort slug.
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// The last day that the archive was taken to know when it was asked, days since 1970-01-01.
    pub asked_through: i32,
    /// How often the answer up to that day came short; 0 when it came whole.
    pub came_short: u32,
    /// Whether it was asked for with its weather. One that was not is asked for anew, whole.
    pub has_weather: bool,
}

/// A winter on record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Its days, packed by `climate::pack`.
    pub days: String,
    /// As in [`Coverage::asked_through`].
    pub asked_through: i32,
    /// As in [`Coverage::came_short`].
    pub came_short: u32,
    /// When these days were fetched.
    pub fetched_at: Timestamp,
}
