//! Keys of machines: `osc_key_` for the header, `osc_opr_` for a resort's connector address; 32 random letters and
//! digits and a checksum of six over everything before them, so that a mistyped key is rejected without a look at the
//! store.
//!
//! Only the SHA-256 of a key is stored. 190 random bits need neither a salt nor a slow hash.

use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY: usize = 32;
const CHECK: usize = 6;
/// Number of random bytes for [`mint`]: almost certainly at least 32 of them are usable.
pub const CHANCE: usize = 64;

/// Use of a key. A key of one use is not valid for another: an address is copied more carelessly than a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// As the bearer in the header `Authorization`.
    Bearer,
    /// As the last part of a connector's address.
    Address,
    /// In a browser's cookie, for some hours.
    Session,
}

impl Use {
    pub const ALL: [Self; 3] = [Self::Bearer, Self::Address, Self::Session];

    /// Returns the prefix of keys of this use.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Bearer => "osc_key_",
            Self::Address => "osc_opr_",
            Self::Session => "osc_ses_",
        }
    }

    /// Returns the stored name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bearer => "bearer",
            Self::Address => "address",
            Self::Session => "session",
        }
    }

    /// Parses a stored name.
    #[must_use]
    pub fn from_term(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == word)
    }
}

/// A new key: shown once, stored as its digest.
pub struct NewKey {
    pub text: Zeroizing<String>,
    /// Digest for the store.
    pub digest: String,
}

impl std::fmt::Debug for NewKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Minted(…)")
    }
}

/// Makes a key from random bytes; `None` if too few are usable, in which case the caller has to draw again.
#[must_use]
pub fn mint(of: Use, chance: &[u8; CHANCE]) -> Option<NewKey> {
    // The highest bytes would make the first letters of the alphabet more likely.
    let even = chance.iter().filter(|byte| **byte < 248);
    let body: String = even
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 62)))
        .take(BODY)
        .map(|b| char::from(*b))
        .collect();
    if body.len() < BODY {
        return None;
    }
    let head = Zeroizing::new(format!("{}{body}", of.prefix()));
    let text = Zeroizing::new(format!("{}{}", head.as_str(), checksum(&head)));
    let digest = digest(&text);
    Some(NewKey { text, digest })
}

/// Returns the digest of a key of this use; `None` for text that cannot be one: another prefix, length or letter, or a
/// wrong checksum.
#[must_use]
pub fn digest_of_key(of: Use, text: &str) -> Option<String> {
    let rest = text.strip_prefix(of.prefix())?;
    if rest.len() != BODY + CHECK || !rest.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let (head, check) = text.split_at_checked(text.len() - CHECK)?;
    (check == checksum(head)).then(|| digest(text))
}

fn checksum(head: &str) -> String {
    let mut rest = u64::from(crc32fast::hash(head.as_bytes()));
    let mut check = [b'0'; CHECK];
    for slot in check.iter_mut().rev() {
        *slot = usize::try_from(rest % 62).ok().and_then(|at| ALPHABET.get(at)).copied().unwrap_or(b'0');
        rest /= 62;
    }
    check.iter().map(|byte| char::from(*byte)).collect()
}

/// Returns the stored digest of a secret text, in hexadecimal.
#[must_use]
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
