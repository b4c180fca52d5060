//! Signatures of a delivery, computed from the specification's text only: no code of the sender is used.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// Prefix of the secret, followed by the base64 key of Standard Webhooks.
const PREFIX: &str = "whsec_";

/// Computes `X-Service-Signature`, keyed with the text of the secret.
pub(crate) fn service(secret: &str, body: &[u8]) -> String {
    let hex =
        mac(secret.as_bytes(), &[body]).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    format!("sha256={hex}")
}

/// Computes one signature of `webhook-signature`; `None` if the secret has no valid key.
pub(crate) fn standard(secret: &str, id: &str, timestamp: &str, body: &[u8]) -> Option<String> {
    let key = STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()?;
    let signed = mac(&key, &[id.as_bytes(), b".", timestamp.as_bytes(), b".", body]);
    Some(format!("v1,{}", STANDARD.encode(signed)))
}

fn mac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{service, standard};

    /// The first signature is from the text of Standard Webhooks, the last from `openssl dgst -sha256 -hmac key`.
    #[test]
    fn signatures_match_references() {
        let body = br#"{"test": 2432232314}"#;
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assert_eq!(
            standard(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body).as_deref(),
            Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        );
        assert_eq!(standard("plain", "", "", body), None);
        assert_eq!(
            service("key", b"The quick brown fox jumps over the lazy dog"),
            "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
        );
    }
}
