//! Browsers that were signed in to an account before. Such a browser keeps a name, signed out or not, so that the mails which it asks
//! for are not counted with those that strangers ask for in the same address's name. The name opens nothing.

use conditions_core::time::{DAY_MS, Timestamp};

use crate::secret::{Digest, Made};
use crate::span;

/// For so long after its last sign-in a browser is known.
pub const HOLDS_MS: i64 = 400 * DAY_MS;
/// Letters of a name: 190 bits.
const LETTERS: usize = 32;

/// A new name of random bytes; `None` when they do not suffice.
#[must_use]
pub fn make(random: &[u8; 64]) -> Option<Made> {
    Made::random(LETTERS, random)
}

/// The digest of a text that may be a browser's name.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// Whether a browser that signed in then is known.
#[must_use]
pub fn holds(seen_at: Timestamp, now: Timestamp) -> bool {
    span::holds(seen_at, HOLDS_MS, now)
}
