//! Computes the signatures and names the headers of a delivery: those of the contract, and those of Standard Webhooks
//! in addition.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::secret::Secret;

/// Header with the name of the event, such as `powder-alert`.
pub const EVENT_HEADER: &str = "X-Service-Event";
/// Header with the contract's signature: `sha256=` and the hex of an HMAC-SHA256 over the raw body ([`service`]).
pub const SIGNATURE_HEADER: &str = "X-Service-Signature";
/// Header with the UUID of the delivery, which is unchanged at a retry and equals the body's `id`.
pub const DELIVERY_HEADER: &str = "X-Service-Delivery";
/// Header with the value `true` on a delivery that the owner requested as a test.
pub const TEST_HEADER: &str = "X-Service-Test";
/// Standard Webhooks header with the id of the message; here the UUID of the delivery.
pub const ID_HEADER: &str = "webhook-id";
/// Standard Webhooks header with the time at which the attempt was signed, in seconds since the epoch.
pub const TIMESTAMP_HEADER: &str = "webhook-timestamp";
/// Standard Webhooks header with one or more signatures ([`standard`]), separated by blanks.
pub const STANDARD_HEADER: &str = "webhook-signature";

#[cfg(feature = "send")]
mod attempt;

#[cfg(feature = "send")]
pub use attempt::{Attempt, Signing, headers};

/// Prefix of the contract's signature.
const SERVICE_SCHEME: &str = "sha256=";

/// Prefix of a symmetric signature of Standard Webhooks.
pub(crate) const STANDARD_SCHEME: &str = "v1,";

/// Block size of SHA-256, in bytes.
const BLOCK: usize = 64;

/// Returns the value of `X-Service-Signature`: `sha256=` and the hex of HMAC-SHA256 over the raw body, keyed with the
/// secret's text.
#[must_use]
pub fn service(secret: &Secret, body: &[u8]) -> String {
    let mac = mac(secret.expose().as_bytes(), &[body]);
    let mut text = String::with_capacity(SERVICE_SCHEME.len() + 2 * mac.len());
    text.push_str(SERVICE_SCHEME);
    for byte in mac {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
    }
    text
}

/// Returns the value of `webhook-signature`: per secret `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`,
/// keyed with the secret's decoded bytes, separated by blanks. `seconds` are since the epoch.
#[must_use]
pub fn standard(secrets: &[&Secret], id: &str, seconds: i64, body: &[u8]) -> String {
    let signatures: Vec<String> =
        secrets.iter().map(|secret| standard_one(secret, id, &seconds.to_string(), body)).collect();
    signatures.join(" ")
}

/// Returns the signature of one secret, over the timestamp as written.
pub(crate) fn standard_one(secret: &Secret, id: &str, timestamp: &str, body: &[u8]) -> String {
    standard_text(mac(secret.key().as_slice(), &[id.as_bytes(), b".", timestamp.as_bytes(), b".", body]))
}

/// Returns a signature of Standard Webhooks as text.
pub(crate) fn standard_text(mac: [u8; 32]) -> String {
    let mut text = STANDARD_SCHEME.to_owned();
    STANDARD.encode_string(mac, &mut text);
    text
}

pub(crate) fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC pads a key that is not longer than the block with zeros (RFC 2104). Both of ours are shorter, so padding
    // them here makes a wrong length impossible.
    let mut block = Zeroizing::new([0; BLOCK]);
    for (slot, byte) in block.iter_mut().zip(key) {
        *slot = *byte;
    }
    let mut mac = Hmac::<Sha256>::new((&*block).into());
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests;
