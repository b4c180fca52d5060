//! Verifies a delivery for a receiver: the signature over the raw bytes, in constant time, and, with the headers of
//! Standard Webhooks, that it is not an old delivery sent again.
//!
//! Check the bytes as they arrived, before any parser. Pass both secrets during a rotation.

use subtle::{Choice, ConstantTimeEq};

use crate::secret::Secret;
use crate::signature;

mod diagnosis;

pub use diagnosis::{Diagnosis, ReceivedHeaders, diagnose};

/// Maximum difference between a signed timestamp and the receiver's clock in either direction, in seconds, as libraries
/// use it.
pub const TOLERANCE_SECONDS: i64 = 300;

/// The reason for rejecting a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// None of the secrets made a signature over these bytes.
    #[error("no signature matches")]
    Mismatch,
    /// The timestamp is not a number of seconds.
    #[error("`webhook-timestamp` is not a number of seconds since 1970")]
    Timestamp,
    /// Signed longer ago than the tolerance: possibly a replay.
    #[error("signed too long ago")]
    TooOld,
    /// Signed later than the receiver's clock plus the tolerance.
    #[error("signed in the future")]
    TooNew,
}

/// The three headers of Standard Webhooks, as they arrived.
#[derive(Debug, Clone, Copy)]
pub struct StandardHeaders<'a> {
    /// `webhook-id`.
    pub id: &'a str,
    /// `webhook-timestamp`.
    pub timestamp: &'a str,
    /// `webhook-signature`.
    pub signature: &'a str,
}

/// Checks `X-Service-Signature`. It does not cover the time, so a stored delivery can be replayed: remember
/// `X-Service-Delivery` or use [`standard`].
///
/// # Errors
/// Returns [`VerifyError::Mismatch`] if none of the secrets made the signature.
pub fn service(secrets: &[&Secret], header: &str, body: &[u8]) -> Result<(), VerifyError> {
    let matches = secrets.iter().fold(Choice::from(0), |matches, secret| {
        matches | signature::service(secret, body).as_bytes().ct_eq(header.as_bytes())
    });
    if matches.into() { Ok(()) } else { Err(VerifyError::Mismatch) }
}

/// Checks the headers of Standard Webhooks. `now_seconds` is the receiver's clock, in seconds since 1970.
/// `tolerance_seconds` applies in either direction; [`TOLERANCE_SECONDS`] is the usual value. Signatures of other
/// schemes are skipped.
///
/// # Errors
/// Returns the reason for rejecting the delivery. The signature is checked only if the timestamp is within the
/// tolerance.
pub fn standard(
    secrets: &[&Secret],
    headers: StandardHeaders<'_>,
    body: &[u8],
    now_seconds: i64,
    tolerance_seconds: i64,
) -> Result<(), VerifyError> {
    // Only digits: the parser would also accept `+5` and `-5`.
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
