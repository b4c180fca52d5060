//! Explains to a receiver why a signature does not match: tries what commonly goes wrong with bytes, keys and headers.

use std::borrow::Cow;

use super::{StandardHeaders, VerifyError, service, standard};
use crate::secret::Secret;
use crate::signature;

/// The headers of a delivery as they arrived; absent ones are `None`.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReceivedHeaders<'a> {
    /// `X-Service-Signature`.
    pub service: Option<&'a str>,
    /// `webhook-id`.
    pub id: Option<&'a str>,
    /// `webhook-timestamp`.
    pub timestamp: Option<&'a str>,
    /// `webhook-signature`.
    pub signature: Option<&'a str>,
}

/// The result for one signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Diagnosis {
    /// The signature is valid.
    #[error("the signature is valid")]
    Valid,
    /// The signature is valid, but it is older or newer than receivers should accept.
    #[error("the signature is valid, but {0}; a receiver should reject it as a replay")]
    Late(VerifyError),
    /// The timestamp is not a number of seconds.
    #[error("{0}")]
    Timestamp(VerifyError),
    /// It belongs to these bytes without the line break at the end.
    #[error("it matches the body without its last line break: an editor or `echo` has added one")]
    LineBreakAdded,
    /// It belongs to these bytes with a line break at the end.
    #[error("it matches the body with a line break at its end: something has removed it")]
    LineBreakRemoved,
    /// It belongs to these bytes with other line breaks.
    #[error("it matches the body with LF line breaks: something has changed them to CRLF")]
    LineBreaksChanged,
    /// It belongs to these bytes without a byte order mark.
    #[error("it matches the body without its byte order mark: an editor has added one")]
    MarkAdded,
    /// It belongs to the same JSON written without spaces.
    #[error("it matches the same JSON without spaces: verify the bytes as they arrived, before any parser")]
    Rewritten,
    /// The key was the other form of the secret.
    #[error(
        "it was keyed with the decoded secret: X-Service-Signature is keyed with the whole text, `whsec_` included"
    )]
    DecodedKey,
    /// The key was the other form of the secret.
    #[error(
        "it was keyed with the secret's text: webhook-signature is keyed with the bytes decoded after `whsec_`"
    )]
    TextKey,
    /// The signed text was the body alone.
    #[error(
        "it covers the body alone: webhook-signature covers `webhook-id`, `.`, `webhook-timestamp`, `.` and the body"
    )]
    BodyAlone,
    /// Only the spelling differs.
    #[error("it is the right signature in another spelling: `sha256=` and lower-case hex are expected")]
    Spelling,
    /// Nothing common explains it.
    #[error("it was made with another secret or over other bytes; use the newest secret and the raw body")]
    Other,
}

/// Explains the contract's signature, and that of Standard Webhooks, for every header that is given.
///
/// Not for a receiver's decision: it compares wrong candidates too, and not in constant time. Use
/// [`service`] or [`standard`] there.
#[must_use]
pub fn diagnose(
    secret: &Secret,
    headers: ReceivedHeaders<'_>,
    body: &[u8],
    now_seconds: i64,
) -> Vec<(&'static str, Diagnosis)> {
    let mut found = Vec::new();
    if let Some(header) = headers.service {
        found.push((signature::SIGNATURE_HEADER, of_service(secret, header, body)));
    }
    if let (Some(id), Some(timestamp), Some(signature)) = (headers.id, headers.timestamp, headers.signature) {
        let headers = StandardHeaders { id, timestamp, signature };
        found.push((signature::STANDARD_HEADER, of_standard(secret, headers, body, now_seconds)));
    }
    found
}

fn of_service(secret: &Secret, header: &str, body: &[u8]) -> Diagnosis {
    let matches = |body: &[u8]| service(&[secret], header, body).is_ok();
    if matches(body) {
        return Diagnosis::Valid;
    }
    if let Some(change) = changed(body, &matches) {
        return change;
    }
    let expected = signature::service(secret, body);
    let bare = |text: &str| text.trim().to_ascii_lowercase().trim_start_matches("sha256=").to_owned();
    if bare(header) == bare(&expected) {
        return Diagnosis::Spelling;
    }
    let decoded = hex(&mac(secret.key().as_slice(), body));
    if bare(header) == decoded { Diagnosis::DecodedKey } else { Diagnosis::Other }
}

fn of_standard(secret: &Secret, headers: StandardHeaders<'_>, body: &[u8], now_seconds: i64) -> Diagnosis {
    let checked = |body: &[u8], tolerance| standard(&[secret], headers, body, now_seconds, tolerance);
    let matches = |body: &[u8]| checked(body, i64::MAX).is_ok();
    match checked(body, super::TOLERANCE_SECONDS) {
        Ok(()) => return Diagnosis::Valid,
        Err(error @ VerifyError::Timestamp) => return Diagnosis::Timestamp(error),
        Err(late @ (VerifyError::TooOld | VerifyError::TooNew)) if matches(body) => {
            return Diagnosis::Late(late);
        }
        Err(_) => {}
    }
    if let Some(change) = changed(body, &matches) {
        return change;
    }
    let given = |expected: [u8; 32]| {
        let expected = signature::standard_text(expected);
        headers.signature.split(' ').any(|given| given == expected)
    };
    let signed = [headers.id.as_bytes(), b".", headers.timestamp.as_bytes(), b".", body].concat();
    if given(mac(secret.expose().as_bytes(), &signed)) {
        return Diagnosis::TextKey;
    }
    if given(mac(secret.key().as_slice(), body)) { Diagnosis::BodyAlone } else { Diagnosis::Other }
}

/// Returns the change to the body that explains a mismatch.
fn changed(body: &[u8], matches: &dyn Fn(&[u8]) -> bool) -> Option<Diagnosis> {
    let text = String::from_utf8_lossy(body);
    let without_break = text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n'));
    let candidates = [
        (without_break.map(Cow::Borrowed), Diagnosis::LineBreakAdded),
        (Some(Cow::Owned(format!("{text}\n"))), Diagnosis::LineBreakRemoved),
        (text.contains("\r\n").then(|| Cow::Owned(text.replace("\r\n", "\n"))), Diagnosis::LineBreaksChanged),
        (text.strip_prefix('\u{feff}').map(Cow::Borrowed), Diagnosis::MarkAdded),
        (Some(Cow::Owned(without_spaces(&text))), Diagnosis::Rewritten),
    ];
    candidates
        .into_iter()
        .find_map(|(text, diagnosis)| text.filter(|text| matches(text.as_bytes())).map(|_| diagnosis))
}

/// Returns JSON without the spaces between its parts.
fn without_spaces(json: &str) -> String {
    let (mut kept, mut is_text, mut is_escaped) = (String::with_capacity(json.len()), false, false);
    for c in json.chars() {
        if is_text || !c.is_ascii_whitespace() {
            kept.push(c);
        }
        match c {
            '"' if !is_escaped => is_text = !is_text,
            _ => {}
        }
        is_escaped = is_text && c == '\\' && !is_escaped;
    }
    kept
}

fn mac(key: &[u8], signed: &[u8]) -> [u8; 32] {
    signature::mac(key, &[signed])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
