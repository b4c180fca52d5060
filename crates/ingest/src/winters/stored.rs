//! Types for the stored winters.

use conditions_core::time::Timestamp;

/// The range of a stored winter that has been requested, without its days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// The last day that the archive was taken to know at the time of the request, days since 1970-01-01.
    pub asked_through: i32,
    /// Number of incomplete responses up to that day; 0 if it was complete.
    pub came_short: u32,
    /// Whether it was requested with its weather. If not, it is requested again from scratch.
    pub has_weather: bool,
}

/// A stored winter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Its days, packed by `climate::pack`.
    pub days: String,
    /// See [`Coverage::asked_through`].
    pub asked_through: i32,
    /// See [`Coverage::came_short`].
    pub came_short: u32,
    /// When these days were fetched.
    pub fetched_at: Timestamp,
}
