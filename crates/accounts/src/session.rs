//! Sessions of browsers: 256 random bits in a cookie, with an idle timeout and a maximum lifetime.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

use crate::secret::{Digest, NewSecret};
use crate::span;

/// Idle timeout of a session.
pub const IDLE_MS: i64 = 30 * DAY_MS;
/// Maximum lifetime of a session after its sign-in.
pub const ABSOLUTE_MS: i64 = 180 * DAY_MS;
/// Time after a sign-in within which irreversible actions are allowed.
pub const FRESH_MS: i64 = 15 * MINUTE_MS;
/// Interval after which the use is recorded again.
pub const SEEN_MS: i64 = HOUR_MS;
/// Maximum number of sessions per account; the least recently used one ends for a new one.
pub const MOST: usize = 50;
/// Length of the cookie's value in letters: 256 bits.
const LETTERS: usize = 43;

/// Makes a session from random bytes; `None` if they do not suffice.
#[must_use]
pub fn make(random: &[u8; 96]) -> Option<NewSecret> {
    NewSecret::random(LETTERS, random)
}

/// Returns the digest of a text that may be a session's value.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// Times of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Time of the sign-in.
    pub signed_in_at: Timestamp,
    /// Time of the last recorded use.
    pub seen_at: Timestamp,
}

impl Times {
    /// Returns whether the session is still valid.
    #[must_use]
    pub fn is_valid(self, now: Timestamp) -> bool {
        span::is_within(self.signed_in_at, ABSOLUTE_MS, now) && span::is_within(self.seen_at, IDLE_MS, now)
    }

    /// Returns whether irreversible actions are allowed.
    #[must_use]
    pub fn is_fresh(self, now: Timestamp) -> bool {
        span::is_within(self.signed_in_at, FRESH_MS, now)
    }

    /// Returns whether the use has to be recorded.
    #[must_use]
    pub fn is_stale(self, now: Timestamp) -> bool {
        !span::is_within(self.seen_at, SEEN_MS, now)
    }
}

#[cfg(test)]
mod tests;
