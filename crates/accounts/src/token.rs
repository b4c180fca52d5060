//! Personal tokens of programs: `osc_pat_`, 32 random letters and digits, and six letters with a CRC-32 of everything
//! before them.
//!
//! The prefix lets scanners find leaked tokens, `_` allows selection by one double click, and the checksum rejects
//! mistyped or invented tokens without a query. The pattern is `osc_pat_[0-9A-Za-z]{38}`.

use zeroize::Zeroizing;

use crate::secret::{Digest, NewSecret, alphanumeric, base62, is_letters};

/// Prefix of personal tokens.
pub const PREFIX: &str = "osc_pat_";
/// Number of random letters and digits: 190 bits.
const RANDOM: usize = 32;
/// Length of the checksum in letters: 62^6 is more than 2^32.
const CHECK: usize = 6;
/// Maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 60;
/// Maximum number of tokens per account.
pub const MOST: usize = 50;
/// Selectable lifetimes of a token, in days; the first is the default.
pub const LIFETIMES_DAYS: [u16; 3] = [90, 365, 30];

/// Makes a token from random bytes; `None` if they do not suffice.
#[must_use]
pub fn make(random: &[u8; 64]) -> Option<NewSecret> {
    let body = alphanumeric(RANDOM, random)?;
    let head = Zeroizing::new(format!("{PREFIX}{}", body.as_str()));
    let text = Zeroizing::new(format!("{}{}", head.as_str(), check(&head)));
    Some(NewSecret::from_text(text))
}

fn check(head: &str) -> String {
    base62(crc32fast::hash(head.as_bytes()), CHECK)
}

/// Returns the digest of a text that may be a token; `None` for malformed text, without a query.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    let body = text.strip_prefix(PREFIX)?;
    let is_formed = is_letters(body, RANDOM + CHECK);
    let (head, sum) = text.split_at_checked(PREFIX.len() + RANDOM)?;
    (is_formed && check(head) == sum).then(|| Digest::from_text(text))
}

/// Normalises the name of a token for storage: readable and not too long; `None` for an empty one.
#[must_use]
pub fn name(text: &str) -> Option<String> {
    let name: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests;
