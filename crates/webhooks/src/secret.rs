//! The secret of a subscription: its spelling, which of its bytes key which signature, and how a presented secret is
//! compared. Implements `contract-decisions` 12.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize as _, Zeroizing};

/// Prefix of a secret, as in Standard Webhooks.
const PREFIX: &str = "whsec_";

/// Number of random bytes in a secret.
pub const KEY_BYTES: usize = 32;

/// Length of a secret in characters: the prefix and the base64 of 32 bytes.
const TEXT_BYTES: usize = PREFIX.len() + 44;

/// A subscription's secret: `whsec_` and the base64 of 32 random bytes.
///
/// `X-Service-Signature` is keyed with the text, `webhook-signature` with the decoded bytes. `Debug` shows neither.
#[derive(Clone)]
pub struct Secret {
    text: String,
    // Boxed: moving a value leaves its bytes in the old place.
    key: Box<[u8; KEY_BYTES]>,
}

/// The reason why a text is not a secret. Contains no part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// The prefix is missing.
    #[error("a secret begins with `whsec_`")]
    Prefix,
    /// The rest is not base64.
    #[error("after `whsec_` a secret is standard base64 with padding")]
    Base64,
    /// The rest is base64 of another length.
    #[error("a secret is `whsec_` and the base64 of 32 bytes")]
    Length,
}

impl Secret {
    /// Makes a new secret. `fill` writes bytes from a cryptographic random source directly into their final place,
    /// because passing them by value would leave copies.
    ///
    /// # Errors
    /// Returns the errors of `fill`.
    pub fn generate<E>(fill: impl FnOnce(&mut [u8; KEY_BYTES]) -> Result<(), E>) -> Result<Self, E> {
        let mut key = Box::new([0; KEY_BYTES]);
        fill(&mut key)?;
        Ok(Self::from_boxed_key(key))
    }

    /// Makes the secret from these bytes.
    #[must_use]
    pub fn from_key(key: &[u8; KEY_BYTES]) -> Self {
        let mut own = Box::new([0; KEY_BYTES]);
        own.copy_from_slice(key);
        Self::from_boxed_key(own)
    }

    fn from_boxed_key(key: Box<[u8; KEY_BYTES]>) -> Self {
        let mut text = vec![0; TEXT_BYTES];
        let (prefix, encoded) = text.split_at_mut(PREFIX.len());
        prefix.copy_from_slice(PREFIX.as_bytes());
        // The buffer is long enough. Encoding in place avoids a copy on the stack, which would not be wiped.
        let _ = STANDARD.encode_slice(key.as_slice(), encoded);
        Self { text: String::from_utf8(text).unwrap_or_default(), key }
    }

    /// Parses the text that the service showed.
    ///
    /// # Errors
    /// Returns what is wrong with its form, including surrounding blanks.
    pub fn parse(text: &str) -> Result<Self, SecretError> {
        let encoded = text.strip_prefix(PREFIX).ok_or(SecretError::Prefix)?;
        let bytes = Zeroizing::new(STANDARD.decode(encoded).map_err(|_| SecretError::Base64)?);
        let key: &[u8; KEY_BYTES] = bytes.as_slice().try_into().map_err(|_| SecretError::Length)?;
        Ok(Self::from_key(key))
    }

    /// Returns the text, for the one response that shows it and for sealing. Never log it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.text
    }

    /// Returns the decoded bytes.
    pub(crate) fn key(&self) -> &[u8; KEY_BYTES] {
        &self.key
    }

    /// Returns the SHA-256 of the text, which is stored next to the sealed secret so that bearer checks open nothing.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.text.as_bytes()).into()
    }
}

/// Returns whether a presented bearer text is the secret with this digest, in constant time. For an unknown
/// subscription, compare with any digest and reject, so that it takes as long.
#[must_use]
pub fn presented_matches(presented: &str, digest: &[u8; 32]) -> bool {
    let presented: [u8; 32] = Sha256::digest(presented.as_bytes()).into();
    presented.ct_eq(digest).into()
}

/// Wipes the bytes, so that a memory dump contains only secrets in use.
impl Drop for Secret {
    fn drop(&mut self) {
        self.text.zeroize();
        self.key.zeroize();
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests;
