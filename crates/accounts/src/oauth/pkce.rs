//! Proof Key for Code Exchange, by SHA-256 alone (RFC 7636): whoever takes a code on its way has not the verifier.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The one method.
pub const METHOD: &str = "S256";

/// Whether a text can be a challenge: 32 bytes in base64url without padding.
#[must_use]
pub fn is_challenge(text: &str) -> bool {
    text.len() == 43 && URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32)
}

/// Whether a verifier is that of a challenge.
#[must_use]
pub fn proves(verifier: &str, challenge: &str) -> bool {
    let is_formed = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    // Both are hashes of secrets: comparing them in whatever time tells nothing of either.
    is_formed && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) == challenge
}
