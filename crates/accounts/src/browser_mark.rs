//! Marks of browsers that were signed in to an account before. Such a browser keeps a mark after signing out, so that
//! emails it requests are not counted with those that strangers request for the same address. The mark gives no access.

use conditions_core::time::{DAY_MS, Timestamp};

use crate::secret::{Digest, NewSecret};
use crate::span;

/// Lifetime of a browser mark after the last sign-in.
pub const HOLDS_MS: i64 = 400 * DAY_MS;
/// Length of a mark in letters: 190 bits.
const LETTERS: usize = 32;

/// Makes a mark from random bytes; `None` if they do not suffice.
#[must_use]
pub fn make(random: &[u8; 64]) -> Option<NewSecret> {
    NewSecret::random(LETTERS, random)
}

/// Returns the digest of a text that may be a browser mark.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// Returns whether a browser that signed in at that time is still known.
#[must_use]
pub fn is_valid(seen_at: Timestamp, now: Timestamp) -> bool {
    span::is_within(seen_at, HOLDS_MS, now)
}
