//! Passkeys: how many an account may have, and for how long a ceremony with one counts. What one proves, the module `passkeys`
//! decides.

use conditions_core::time::{MINUTE_MS, Timestamp};

use crate::secret::{Digest, Made};
use crate::{span, token};

/// For so long a ceremony that was begun may be ended.
pub const HOLDS_MS: i64 = 5 * MINUTE_MS;
/// Passkeys of an account at most.
pub const MOST: usize = 20;
/// Letters of a ceremony's name: 190 bits.
const LETTERS: usize = 32;

/// A ceremony's name, which the browser that began it keeps; `None` when the random bytes do not suffice.
#[must_use]
pub fn ceremony(random: &[u8; 64]) -> Option<Made> {
    Made::random(LETTERS, random)
}

/// The digest of a text that may be a ceremony's name.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// Whether a ceremony that was begun then still counts.
#[must_use]
pub fn holds(made_at: Timestamp, now: Timestamp) -> bool {
    span::holds(made_at, HOLDS_MS, now)
}

/// What a person calls a passkey; `None` for nothing.
#[must_use]
pub fn name(text: &str) -> Option<String> {
    token::name(text)
}

#[cfg(test)]
mod tests;
