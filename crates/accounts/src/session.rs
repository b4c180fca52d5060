//! Sessions of browsers: 256 random bits in a cookie, so long since it was used, so long in all.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

use crate::secret::{Digest, Made};
use crate::span;

/// Unused for so long, a session ends.
pub const IDLE_MS: i64 = 30 * DAY_MS;
/// So long after its sign-in a session ends, however much it is used.
pub const ABSOLUTE_MS: i64 = 180 * DAY_MS;
/// For so long after a sign-in a session may do what cannot be undone.
pub const FRESH_MS: i64 = 15 * MINUTE_MS;
/// Its use is written down again after so long.
pub const SEEN_MS: i64 = HOUR_MS;
/// Sessions of an account at most; the one that was used least lately ends for a new one.
pub const MOST: usize = 50;
/// Letters of the cookie's value: 256 bits.
const LETTERS: usize = 43;

/// A new session of random bytes; `None` when they do not suffice.
#[must_use]
pub fn make(random: &[u8; 96]) -> Option<Made> {
    Made::random(LETTERS, random)
}

/// The digest of a text that may be a session's value.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// When a session was begun and last used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// The sign-in.
    pub signed_in_at: Timestamp,
    /// The last use that was written down.
    pub seen_at: Timestamp,
}

impl Times {
    /// Whether the session still counts.
    #[must_use]
    pub fn holds(self, now: Timestamp) -> bool {
        span::holds(self.signed_in_at, ABSOLUTE_MS, now) && span::holds(self.seen_at, IDLE_MS, now)
    }

    /// Whether it may do what cannot be undone.
    #[must_use]
    pub fn is_fresh(self, now: Timestamp) -> bool {
        span::holds(self.signed_in_at, FRESH_MS, now)
    }

    /// Whether its use is to be written down.
    #[must_use]
    pub fn is_stale(self, now: Timestamp) -> bool {
        !span::holds(self.seen_at, SEEN_MS, now)
    }
}

#[cfg(test)]
mod tests;
