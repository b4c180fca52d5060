//! The secret of a subscription: how it is spelt, which of its bytes key which signature, and how a presented one is
//! compared. Carries `contract-decisions` 12.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::{Zeroize as _, Zeroizing};

/// What a secret begins with: the spelling of Standard Webhooks.
const PREFIX: &str = "whsec_";

/// Random bytes in a secret.
pub const KEY_BYTES: usize = 32;

/// Characters of a secret: the prefix and the base64 of 32 bytes.
const TEXT_BYTES: usize = PREFIX.len() + 44;

/// A subscription's secret: `whsec_` and the base64 of 32 random bytes.
///
/// `X-Service-Signature` is keyed with the text, `webhook-signature` with the decoded bytes. It shows neither when
/// it is printed.
#[derive(Clone)]
pub struct Secret {
    text: String,
    // Boxed: a value that is moved leaves its bytes where it was.
    key: Box<[u8; KEY_BYTES]>,
}

/// Why a text is no secret. Holds nothing of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// It does not begin as one.
    #[error("a secret begins with `whsec_`")]
    Prefix,
    /// What follows is no base64.
    #[error("after `whsec_` a secret is standard base64 with padding")]
    Base64,
    /// What follows is base64 of another length.
    #[error("a secret holds 32 bytes, base64 after `whsec_`")]
    Length,
}

impl Secret {
    /// A new secret. `fill` puts bytes from a source fit for keys where they stay: what is handed over as a value leaves
    /// copies behind.
    ///
    /// # Errors
    /// Those of `fill`.
    pub fn generate<E>(fill: impl FnOnce(&mut [u8; KEY_BYTES]) -> Result<(), E>) -> Result<Self, E> {
        let mut key = Box::new([0; KEY_BYTES]);
        fill(&mut key)?;
        Ok(Self::of(key))
    }

    /// The secret of these bytes.
    #[must_use]
    pub fn from_key(key: &[u8; KEY_BYTES]) -> Self {
        let mut own = Box::new([0; KEY_BYTES]);
        own.copy_from_slice(key);
        Self::of(own)
    }

    fn of(key: Box<[u8; KEY_BYTES]>) -> Self {
        let mut text = vec![0; TEXT_BYTES];
        let (prefix, encoded) = text.split_at_mut(PREFIX.len());
        prefix.copy_from_slice(PREFIX.as_bytes());
        // Into its place, which is long enough: a string would be written by way of the stack, which nobody wipes.
        let _ = STANDARD.encode_slice(key.as_slice(), encoded);
        Self { text: String::from_utf8(text).unwrap_or_default(), key }
    }

    /// Reads the text that the service gave.
    ///
    /// # Errors
    /// What is wrong with its form; blanks around it are wrong, too.
    pub fn parse(text: &str) -> Result<Self, SecretError> {
        let encoded = text.strip_prefix(PREFIX).ok_or(SecretError::Prefix)?;
        let bytes = Zeroizing::new(STANDARD.decode(encoded).map_err(|_| SecretError::Base64)?);
        let key: &[u8; KEY_BYTES] = bytes.as_slice().try_into().map_err(|_| SecretError::Length)?;
        Ok(Self::from_key(key))
    }

    /// The text, for the one answer that shows it and for sealing. Never for a log.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.text
    }

    /// The decoded bytes.
    pub(crate) fn key(&self) -> &[u8; KEY_BYTES] {
        &self.key
    }

    /// SHA-256 of the text: what is stored beside the sealed secret, so that a bearer check opens nothing.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.text.as_bytes()).into()
    }
}

/// Whether a presented bearer text is the secret with this digest, in a time that does not depend on where they
/// differ. For an unknown subscription, compare with any digest and refuse, so that it takes as long.
#[must_use]
pub fn presented_matches(presented: &str, digest: &[u8; 32]) -> bool {
    let presented: [u8; 32] = Sha256::digest(presented.as_bytes()).into();
    presented.ct_eq(digest).into()
}

/// Wiped when it goes, so that a dump of the memory holds those in use alone.
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
