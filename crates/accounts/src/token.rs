//! Tokens that programs present: `osc_pat_`, 32 random letters and digits, and six of a CRC-32 over all before them.
//!
//! The prefix lets scanners find leaked ones, `_` keeps the whole in one double click, and the checksum refuses what was
//! mistyped or made up without asking the store. The pattern is `osc_pat_[0-9A-Za-z]{38}`.

use zeroize::Zeroizing;

use crate::secret::{Digest, Made, base62, is_letters, letters};

/// What personal tokens begin with.
pub const PREFIX: &str = "osc_pat_";
/// Random letters and digits: 190 bits.
const RANDOM: usize = 32;
/// Letters of the checksum: 62^6 is more than 2^32.
const CHECK: usize = 6;
/// Characters of a name at most.
pub const LONGEST_NAME: usize = 60;
/// Tokens of an account at most.
pub const MOST: usize = 50;
/// Days for which a token may be made, the first unless asked otherwise.
pub const LIFETIMES_DAYS: [u16; 3] = [90, 365, 30];

/// A new token of random bytes; `None` when they do not suffice.
#[must_use]
pub fn make(random: &[u8; 64]) -> Option<Made> {
    let body = letters(RANDOM, random)?;
    let head = Zeroizing::new(format!("{PREFIX}{}", body.as_str()));
    let text = Zeroizing::new(format!("{}{}", head.as_str(), check(&head)));
    Some(Made::of(text))
}

fn check(head: &str) -> String {
    base62(crc32fast::hash(head.as_bytes()), CHECK)
}

/// The digest of a text that may be a token; `None` for one that is none, whatever the store holds.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    let body = text.strip_prefix(PREFIX)?;
    let is_formed = is_letters(body, RANDOM + CHECK);
    let (head, sum) = text.split_at_checked(PREFIX.len() + RANDOM)?;
    (is_formed && check(head) == sum).then(|| Digest::of(text))
}

/// The name of a token as it is kept: what a person can read, not too long; `None` for an empty one.
#[must_use]
pub fn name(text: &str) -> Option<String> {
    let name: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests;
