//! Proof Key for Code Exchange, only with SHA-256 (RFC 7636): an intercepted code is useless without the verifier.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The only method.
pub const METHOD: &str = "S256";

/// Returns whether a text can be a challenge: 32 bytes in base64url without padding.
#[must_use]
pub fn is_challenge(text: &str) -> bool {
    text.len() == 43 && URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32)
}

/// Returns whether a verifier matches a challenge.
#[must_use]
pub fn proves(verifier: &str, challenge: &str) -> bool {
    let is_formed = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    // Both are hashes of secrets, so the time of the comparison reveals nothing.
    is_formed && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) == challenge
}
