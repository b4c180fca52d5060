//! Sign-in by email: a six-digit code that is valid in the requesting browser, and a link that is valid in any.
//!
//! A code can be guessed, so it belongs to one challenge, whose name only the requesting browser knows, with a limited
//! number of attempts. A request for someone else's address therefore uses up only challenges of the requester. The
//! link has 190 random bits and needs no limit: a person who has used up the emails of an hour signs in with the link
//! in one of them.

use conditions_core::time::{MINUTE_MS, Timestamp};
use zeroize::Zeroizing;

use crate::secret::{Digest, alphanumeric};
use crate::span;

/// Lifetime of a sign-in code or link.
pub const HOLDS_MS: i64 = 10 * MINUTE_MS;
/// Lifetime of a link made by the service's operator.
pub const RESET_HOLDS_MS: i64 = 24 * 60 * MINUTE_MS;
/// Maximum number of wrong codes per challenge.
pub const ATTEMPTS: i64 = 5;
/// Length of a challenge's name and of a link, in letters.
const LETTERS: usize = 32;

/// Random input of a challenge.
#[derive(Debug)]
pub struct Random {
    pub name: [u8; 64],
    pub link: [u8; 64],
    pub code: u64,
}

/// A challenge: values for the browser, the email and the store.
#[derive(Debug)]
pub struct Challenge {
    /// Name, for the browser's form.
    pub name: Zeroizing<String>,
    /// Six digits, for the email.
    pub code: Zeroizing<String>,
    /// Part of the link's address, for the email.
    pub link: Zeroizing<String>,
}

impl Challenge {
    /// Makes a challenge; `None` if the random bytes do not suffice.
    #[must_use]
    pub fn new(random: &Random) -> Option<Self> {
        // 2^64 is 18 million million times 10^6, so no code is noticeably more likely than another.
        let code = Zeroizing::new(format!("{:06}", random.code % 1_000_000));
        Some(Self {
            name: alphanumeric(LETTERS, &random.name)?,
            code,
            link: alphanumeric(LETTERS, &random.link)?,
        })
    }

    /// Returns the digest of the row's key.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::from_text(&self.name)
    }

    /// Returns the digest that a code is compared with.
    #[must_use]
    pub fn code_digest(&self) -> Digest {
        code_digest(&self.name, &self.code)
    }

    /// Returns the digest of the link's key.
    #[must_use]
    pub fn link_digest(&self) -> Digest {
        Digest::from_text(&self.link)
    }
}

/// Hashes a code with its challenge's name, which is not in the database: a million guesses on a copy find nothing.
#[must_use]
pub fn code_digest(name: &str, code: &str) -> Digest {
    Digest::of_pair(name, code)
}

/// Returns the digest of a text that may be a challenge's name or a link.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// Extracts the six digits of a typed code without blanks and hyphens; `None` for anything else.
#[must_use]
pub fn digits(typed: &str) -> Option<Zeroizing<String>> {
    let typed: Zeroizing<String> =
        Zeroizing::new(typed.chars().filter(|c| !c.is_whitespace() && *c != '-').take(7).collect());
    (typed.len() == 6 && typed.bytes().all(|b| b.is_ascii_digit())).then_some(typed)
}

/// Returns whether a code or link made at that time is still valid.
#[must_use]
pub fn is_valid(made_at: Timestamp, for_ms: i64, now: Timestamp) -> bool {
    span::is_within(made_at, for_ms, now)
}

#[cfg(test)]
mod tests;
