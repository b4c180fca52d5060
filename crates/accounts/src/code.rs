//! Signing in by mail: a six-digit code that counts in the browser that asked for it, and a link that counts in any.
//!
//! A code can be guessed, so it belongs to one challenge, whose name only the browser that asked knows, and a challenge takes
//! so many attempts. Whoever asks in another's name therefore wears out challenges of their own. The link has 190 random bits
//! and needs no limit: who has used up an hour's mails signs in with the link of one of them.

use conditions_core::time::{MINUTE_MS, Timestamp};
use zeroize::Zeroizing;

use crate::secret::{Digest, letters};
use crate::span;

/// For so long a code and a link count.
pub const HOLDS_MS: i64 = 10 * MINUTE_MS;
/// For so long a link counts that the service's operator made.
pub const RESET_HOLDS_MS: i64 = 24 * 60 * MINUTE_MS;
/// Wrong codes that a challenge takes.
pub const ATTEMPTS: i64 = 5;
/// Letters of a challenge's name and of a link.
const LETTERS: usize = 32;

/// What is needed to make a challenge.
#[derive(Debug)]
pub struct Random {
    /// For its name.
    pub name: [u8; 64],
    /// For its link.
    pub link: [u8; 64],
    /// For its code.
    pub code: u64,
}

/// A challenge: what the browser gets, what the mail says, what is stored.
#[derive(Debug)]
pub struct Challenge {
    /// Goes into the browser's form.
    pub name: Zeroizing<String>,
    /// Six digits, for the mail.
    pub code: Zeroizing<String>,
    /// Part of an address, for the mail.
    pub link: Zeroizing<String>,
}

impl Challenge {
    /// A new one; `None` when the random bytes do not suffice.
    #[must_use]
    pub fn new(random: &Random) -> Option<Self> {
        // 2^64 is 18 million million times 10^6: no code is noticeably likelier than another.
        let code = Zeroizing::new(format!("{:06}", random.code % 1_000_000));
        Some(Self { name: letters(LETTERS, &random.name)?, code, link: letters(LETTERS, &random.link)? })
    }

    /// By which the row is found.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.name)
    }

    /// What a code is compared with.
    #[must_use]
    pub fn code_digest(&self) -> Digest {
        code_digest(&self.name, &self.code)
    }

    /// By which the link's row is found.
    #[must_use]
    pub fn link_digest(&self) -> Digest {
        Digest::of(&self.link)
    }
}

/// Of a code under its challenge's name, which no copy of the database has: a million guesses find nothing.
#[must_use]
pub fn code_digest(name: &str, code: &str) -> Digest {
    Digest::of_pair(name, code)
}

/// The digest of a text that may be the name of a challenge, or a link.
#[must_use]
pub fn digest(text: &str) -> Option<Digest> {
    Digest::of_letters(text, LETTERS)
}

/// The six digits of what a person typed, blanks and hyphens apart; `None` for anything else.
#[must_use]
pub fn digits(typed: &str) -> Option<Zeroizing<String>> {
    let typed: Zeroizing<String> =
        Zeroizing::new(typed.chars().filter(|c| !c.is_whitespace() && *c != '-').take(7).collect());
    (typed.len() == 6 && typed.bytes().all(|b| b.is_ascii_digit())).then_some(typed)
}

/// Whether what was made then still counts.
#[must_use]
pub fn holds(made_at: Timestamp, for_ms: i64, now: Timestamp) -> bool {
    span::holds(made_at, for_ms, now)
}

#[cfg(test)]
mod tests;
