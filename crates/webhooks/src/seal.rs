//! Seals secrets for storage: XChaCha20-Poly1305 under a ring of keys, bound to the row. A copy of the database reveals
//! nothing, and a secret that was moved to another row does not open. Implements `contract-decisions` 12.
//!
//! Nonces and new keys are arguments: this crate has no random source.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::secret::{KEY_BYTES, Secret};

/// Length of a nonce in bytes: enough that random nonces never collide.
pub const NONCE_BYTES: usize = 24;

/// Maximum number of keys of a ring: the current one, and those with rows that are not resealed yet.
pub const MOST_KEYS: usize = 16;

/// Context to which a sealed secret is bound, in addition to its row and its key.
const PURPOSE: &str = "webhook_subscriptions";

/// Prefix of the input from which the name of a key is hashed.
const NAMING: &[u8] = b"webhook key id\0";

/// The name of a key: 16 hexadecimal digits of its hash. Stored with each sealed secret; reveals nothing about the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyId([u8; 8]);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A key, wiped from memory when it is dropped.
#[derive(Clone)]
struct Key {
    id: KeyId,
    bytes: Zeroizing<[u8; KEY_BYTES]>,
}

impl Key {
    fn new(bytes: [u8; KEY_BYTES]) -> Self {
        let bytes = Zeroizing::new(bytes);
        let digest: [u8; 32] = Sha256::new().chain_update(NAMING).chain_update(*bytes).finalize().into();
        let [a, b, c, d, e, f, g, h, ..] = digest;
        Self { id: KeyId([a, b, c, d, e, f, g, h]), bytes }
    }
}

/// The keys of a deployment. The first one seals, all of them open. `Debug` shows none of them.
#[derive(Clone)]
pub struct KeyRing {
    current: Key,
    older: Vec<Key>,
}

/// The reason why a text is not a key ring. Contains no part of the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyRingError {
    /// Only blanks and comments.
    #[error("it holds no key")]
    Empty,
    /// A line is not a key.
    #[error("line {0} is not the base64 of 32 bytes")]
    Key(usize),
    /// The same key twice.
    #[error("line {0} repeats a key")]
    Twice(usize),
    /// More keys than a rotation needs.
    #[error("it has more than {MOST_KEYS} keys")]
    TooMany,
}

/// The reason why a secret cannot be sealed or opened. Contains no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// The cipher failed, which happens only for texts of gigabytes.
    #[error("the secret cannot be sealed")]
    Seal,
    /// Not in the stored form.
    #[error("the stored secret is not in the form of a sealed one")]
    Malformed,
    /// Sealed under a key that is not on the ring.
    #[error("the stored secret is sealed with a key that is not on the key ring")]
    UnknownKey,
    /// Altered, or from another row.
    #[error("the stored secret was altered or belongs to another row")]
    Rejected,
}

impl KeyRing {
    /// Returns a ring of one key, from bytes of a cryptographic random source.
    #[must_use]
    pub fn from_key(bytes: [u8; KEY_BYTES]) -> Self {
        Self { current: Key::new(bytes), older: Vec::new() }
    }

    /// Parses keys: the base64 of 32 bytes each, one per line or separated by commas, the current one first. Empty
    /// lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// Returns what is wrong, with the number of the line.
    pub fn parse(text: &str) -> Result<Self, KeyRingError> {
        let mut keys: Vec<Key> = Vec::new();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with('#'));
        let parts = lines.flat_map(|(number, line)| line.split(',').map(move |part| (number, part.trim())));
        for (number, part) in parts.filter(|(_, part)| !part.is_empty()) {
            let decoded = Zeroizing::new(STANDARD.decode(part).map_err(|_| KeyRingError::Key(number))?);
            let bytes = decoded.as_slice().try_into().map_err(|_| KeyRingError::Key(number))?;
            let key = Key::new(bytes);
            if keys.iter().any(|known| known.id == key.id) {
                return Err(KeyRingError::Twice(number));
            }
            keys.push(key);
        }
        if keys.len() > MOST_KEYS {
            return Err(KeyRingError::TooMany);
        }
        let mut keys = keys.into_iter();
        let current = keys.next().ok_or(KeyRingError::Empty)?;
        Ok(Self { current, older: keys.collect() })
    }

    /// Returns the keys as [`KeyRing::parse`] reads them, one per line. Only for the key file.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity((1 + self.older.len()) * 45));
        for key in self.keys() {
            STANDARD.encode_string(key.bytes.as_slice(), &mut text);
            text.push('\n');
        }
        text
    }

    /// Returns the ring with a new current key; the others still open.
    ///
    /// # Errors
    /// Returns [`KeyRingError::TooMany`] if the ring is full.
    pub fn with_new(&self, bytes: [u8; KEY_BYTES]) -> Result<Self, KeyRingError> {
        let older: Vec<Key> = self.keys().cloned().collect();
        if older.len() >= MOST_KEYS {
            return Err(KeyRingError::TooMany);
        }
        Ok(Self { current: Key::new(bytes), older })
    }

    /// Returns the ring with only its current key.
    #[must_use]
    pub fn without_older(&self) -> Self {
        Self { current: self.current.clone(), older: Vec::new() }
    }

    /// Returns the names of the keys, the current one first.
    pub fn ids(&self) -> impl Iterator<Item = KeyId> {
        self.keys().map(|key| key.id)
    }

    /// Returns the name of the key that seals.
    #[must_use]
    pub const fn current(&self) -> KeyId {
        self.current.id
    }

    /// Returns whether a stored secret is sealed with the current key.
    #[must_use]
    pub fn is_current(&self, sealed: &str) -> bool {
        sealed.split_once('.').is_some_and(|(id, _)| id == self.current.id.to_string())
    }

    /// Seals the secret of a subscription. `nonce` comes from a cryptographic random source and is never reused.
    ///
    /// # Errors
    /// Returns [`SealError::Seal`] if the cipher fails.
    pub fn seal(
        &self,
        subscription: Uuid,
        secret: &Secret,
        nonce: [u8; NONCE_BYTES],
    ) -> Result<String, SealError> {
        let key = &self.current;
        let bound = bound_to(subscription, key.id);
        let payload = Payload { msg: secret.key().as_slice(), aad: bound.as_bytes() };
        let sealed = cipher(key).encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::Seal)?;
        let mut text = format!("{}.", key.id);
        STANDARD.encode_string([nonce.as_slice(), &sealed].concat(), &mut text);
        Ok(text)
    }

    /// Opens a secret that [`KeyRing::seal`] sealed for the same subscription.
    ///
    /// # Errors
    /// Returns the reason if it does not open.
    pub fn open(&self, subscription: Uuid, sealed: &str) -> Result<Secret, SealError> {
        let (id, text) = sealed.split_once('.').ok_or(SealError::Malformed)?;
        let bytes = STANDARD.decode(text).map_err(|_| SealError::Malformed)?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE_BYTES>().ok_or(SealError::Malformed)?;
        let key = self.keys().find(|key| key.id.to_string() == id).ok_or(SealError::UnknownKey)?;
        let bound = bound_to(subscription, key.id);
        let payload = Payload { msg: sealed, aad: bound.as_bytes() };
        let opened = cipher(key).decrypt(&XNonce::from(*nonce), payload).map_err(|_| SealError::Rejected)?;
        let opened = Zeroizing::new(opened);
        let key = opened.as_slice().try_into().map_err(|_| SealError::Malformed)?;
        Ok(Secret::from_key(key))
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.current).chain(&self.older)
    }
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new((&*key.bytes).into())
}

/// Returns the data authenticated with the secret, so that it opens only in its own row and under its own key.
fn bound_to(subscription: Uuid, key: KeyId) -> String {
    format!("{PURPOSE}|{subscription}|{key}")
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids().map(|id| id.to_string())).finish()
    }
}

#[cfg(test)]
mod tests;
