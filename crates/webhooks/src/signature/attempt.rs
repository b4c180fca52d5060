//! Builds the headers of an attempt and selects the secrets that sign it.

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::{
    DELIVERY_HEADER, EVENT_HEADER, ID_HEADER, SIGNATURE_HEADER, STANDARD_HEADER, TEST_HEADER,
    TIMESTAMP_HEADER, service, standard,
};
use crate::events::EventName;
use crate::secret::Secret;

/// The secrets that sign a delivery.
#[derive(Debug, Clone, Copy)]
pub struct Signing<'a> {
    /// Secret that keys both headers.
    pub current: &'a Secret,
    /// Other secret during a rotation; `webhook-signature` lists both.
    pub next: Option<&'a Secret>,
}

/// An attempt to be signed.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// Name of the event.
    pub event: EventName,
    /// Id of the delivery, shared by its attempts.
    pub delivery: Uuid,
    /// Time of the attempt.
    pub at: Timestamp,
    /// Bytes that are sent.
    pub body: &'a [u8],
    /// Whether the owner requested it as a test.
    pub test: bool,
}

/// Returns all headers of an attempt that are not HTTP's own.
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
