//! Secrets: random text that is shown once, and its SHA-256, which is all that is stored.
//!
//! Random texts have at least 128 bits, so a plain hash of them cannot be reversed. The hash of a six-digit code can,
//! so a code is hashed with the secret of its challenge (`code.rs`).

use std::fmt;
use std::hash::{Hash, Hasher};

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

/// Alphabet of random texts.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The largest multiple of 62 in a byte: higher bytes would favour the first letters.
const FAIR: u8 = 248;

/// SHA-256 of a secret, compared in constant time.
#[derive(Clone, Copy)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Hashes a text.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    /// Hashes a text that may be a random one of `count` letters; `None` for any other.
    #[must_use]
    pub fn of_letters(text: &str, count: usize) -> Option<Self> {
        is_letters(text, count).then(|| Self::from_text(text))
    }

    /// Hashes two texts together; different pairs never give the same input.
    #[must_use]
    pub fn of_pair(one: &str, other: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update((one.len() as u64).to_be_bytes());
        hash.update(one.as_bytes());
        hash.update(other.as_bytes());
        Self(hash.finalize().into())
    }

    /// Returns 64 hexadecimal digits.
    #[must_use]
    pub fn hex(&self) -> String {
        use fmt::Write as _;
        self.0.iter().fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Digest {}

impl Hash for Digest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Shows the beginning, which is enough to distinguish digests in a log.
impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.hex().get(..8).unwrap_or_default())
    }
}

/// Returns `count` uniformly distributed letters and digits from random bytes; `None` if too few of the bytes are
/// usable, which does not occur in practice with twice the number of bytes.
#[must_use]
pub fn alphanumeric(count: usize, random: &[u8]) -> Option<Zeroizing<String>> {
    let mut text = Zeroizing::new(String::with_capacity(count));
    let usable = random.iter().filter(|byte| **byte < FAIR).take(count);
    for byte in usable {
        text.push(char::from(*LETTERS.get(usize::from(byte % 62))?));
    }
    (text.len() == count).then_some(text)
}

/// A secret text with the digest by which it is found again.
#[derive(Debug)]
pub struct NewSecret {
    /// Text for its owner.
    pub text: Zeroizing<String>,
    /// Digest for the store; the text itself is never stored.
    pub digest: Digest,
}

impl NewSecret {
    /// Makes `count` random [`alphanumeric`]; `None` if the random bytes do not suffice.
    #[must_use]
    pub fn random(count: usize, random: &[u8]) -> Option<Self> {
        alphanumeric(count, random).map(Self::from_text)
    }

    /// Hashes an existing text.
    #[must_use]
    pub fn from_text(text: Zeroizing<String>) -> Self {
        Self { digest: Digest::from_text(&text), text }
    }
}

/// Returns whether a text consists of `count` letters and digits.
#[must_use]
pub fn is_letters(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Formats a number below 62^`digits` with that number of letters, the most significant first.
pub(crate) fn base62(mut number: u32, digits: usize) -> String {
    let mut text = vec![b'0'; digits];
    for slot in text.iter_mut().rev() {
        let at = usize::try_from(number % 62).unwrap_or(0);
        *slot = LETTERS.get(at).copied().unwrap_or(b'0');
        number /= 62;
    }
    text.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests;
