//! Which headers an attempt carries, and with which secrets it is signed.

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::{
    DELIVERY_HEADER, EVENT_HEADER, ID_HEADER, SIGNATURE_HEADER, STANDARD_HEADER, TEST_HEADER,
    TIMESTAMP_HEADER, service, standard,
};
use crate::events::EventName;
use crate::secret::Secret;

/// The secrets a delivery is signed with.
#[derive(Debug, Clone, Copy)]
pub struct Signing<'a> {
    /// Keys both headers.
    pub current: &'a Secret,
    /// The other secret while a rotation is under way; `webhook-signature` lists both.
    pub next: Option<&'a Secret>,
}

/// One attempt to be signed.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// The event's name.
    pub event: EventName,
    /// The delivery; the same over its attempts.
    pub delivery: Uuid,
    /// When the attempt is made.
    pub at: Timestamp,
    /// The bytes that are sent.
    pub body: &'a [u8],
    /// Whether the owner asked for it as a test.
    pub test: bool,
}

/// Every header of an attempt that is not HTTP's own.
#[must_use]
pub fn headers(signing: Signing<'_>, attempt: Attempt<'_>) -> Vec<(&'static str, String)> {
    let id = attempt.delivery.to_string();
    let seconds = attempt.at.millis().div_euclid(1_000);
    let secrets: Vec<&Secret> = std::iter::once(signing.current).chain(signing.next).collect();
    let mut headers = vec![
        ("Content-Type", "application/json".to_owned()),
        (EVENT_HEADER, attempt.event.wire().to_owned()),
        (SIGNATURE_HEADER, service(signing.current, attempt.body)),
        (DELIVERY_HEADER, id.clone()),
        (STANDARD_HEADER, standard(&secrets, &id, seconds, attempt.body)),
        (TIMESTAMP_HEADER, seconds.to_string()),
        (ID_HEADER, id),
    ];
    if attempt.test {
        headers.push((TEST_HEADER, "true".to_owned()));
    }
    headers
}

#[cfg(test)]
mod tests;
