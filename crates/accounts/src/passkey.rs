//! Passkeys: the maximum number per account, and the lifetime of a ceremony. The module `passkeys` verifies proofs.

use conditions_core::time::{MINUTE_MS, Timestamp};

use crate::secret::{Digest, NewSecret};
use crate::{span, token};

/// Lifetime of a ceremony.
pub const HOLDS_MS: i64 = 5 * MINUTE_MS;
/// Maximum number of passkeys per account.
pub const MOST: usize = 20;
/// Length of a ceremony's name in letters: 190 bits.
const LETTERS: usize = 32;

/// Makes a ceremony's name, which its browser stores; `None` if the random bytes do not suffice.
#[must_use]
pub fn ceremony(random: &[u8; 64]) -> Option<NewSecret> {
    NewSecret::random(LETTERS, random)
}

/// Returns the digest of a text that may be a ceremony's name.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// Returns whether a ceremony begun at that time is still valid.
#[must_use]
pub fn is_valid(made_at: Timestamp, now: Timestamp) -> bool {
    span::is_within(made_at, HOLDS_MS, now)
}

/// Normalises the name that a person gives a passkey; `None` for an empty one.
#[must_use]
pub fn name(text: &str) -> Option<String> {
    token::name(text)
}

#[cfg(test)]
mod tests;
