//! What a receiver checks before it believes a delivery: the signature over the raw bytes, in constant time, and,
//! with the headers of Standard Webhooks, that it is not an old one sent again.
//!
//! Check the bytes as they came, before any parser. Give both secrets while a rotation is under way.

use subtle::{Choice, ConstantTimeEq};

use crate::secret::Secret;
use crate::signature;

/// How far a signed timestamp may lie from the receiver's clock, either way, seconds: the libraries' usual.
pub const TOLERANCE_SECONDS: i64 = 300;

/// Why a delivery is not to be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// No signature was made with any of the secrets over these bytes.
    #[error("no signature matches")]
    Mismatch,
    /// The timestamp is no number of seconds.
    #[error("`webhook-timestamp` is not a number of seconds since 1970")]
    Timestamp,
    /// Signed longer ago than the tolerance: perhaps sent again by somebody else.
    #[error("signed too long ago")]
    TooOld,
    /// Signed later than the receiver's clock and the tolerance allow.
    #[error("signed in the future")]
    TooNew,
}

/// The three headers of Standard Webhooks, as they came.
#[derive(Debug, Clone, Copy)]
pub struct StandardHeaders<'a> {
    /// `webhook-id`.
    pub id: &'a str,
    /// `webhook-timestamp`.
    pub timestamp: &'a str,
    /// `webhook-signature`.
    pub signature: &'a str,
}

/// Checks `X-Service-Signature`. It says nothing of when the delivery was made: whoever keeps a delivery can send it
/// again, so remember `X-Service-Delivery` or use [`standard`].
///
/// # Errors
/// [`VerifyError::Mismatch`].
pub fn service(secrets: &[&Secret], header: &str, body: &[u8]) -> Result<(), VerifyError> {
    let matches = secrets.iter().fold(Choice::from(0), |matches, secret| {
        matches | signature::service(secret, body).as_bytes().ct_eq(header.as_bytes())
    });
    if matches.into() { Ok(()) } else { Err(VerifyError::Mismatch) }
}

/// Checks the headers of Standard Webhooks. `now_seconds` is the receiver's clock, seconds since 1970;
/// `tolerance_seconds` holds either way, [`TOLERANCE_SECONDS`] is usual. Signatures of other schemes
/// are passed over.
///
/// # Errors
/// Why it is not to be believed; the signature is looked at only when the timestamp is within the tolerance.
pub fn standard(
    secrets: &[&Secret],
    headers: StandardHeaders<'_>,
    body: &[u8],
    now_seconds: i64,
    tolerance_seconds: i64,
) -> Result<(), VerifyError> {
    // Digits alone: `+5` and `-5` are numbers to the parser.
    if !headers.timestamp.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(VerifyError::Timestamp);
    }
    let signed: i64 = headers.timestamp.parse().map_err(|_| VerifyError::Timestamp)?;
    let age = now_seconds.saturating_sub(signed);
    if age > tolerance_seconds {
        return Err(VerifyError::TooOld);
    }
    if age < tolerance_seconds.saturating_neg() {
        return Err(VerifyError::TooNew);
    }
    let mut matches = Choice::from(0);
    for secret in secrets {
        let expected = signature::standard_one(secret, headers.id, headers.timestamp, body);
        for given in headers.signature.split(' ') {
            matches |= expected.as_bytes().ct_eq(given.as_bytes());
        }
    }
    if matches.into() { Ok(()) } else { Err(VerifyError::Mismatch) }
}

#[cfg(test)]
mod tests;
