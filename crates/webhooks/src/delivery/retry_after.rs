//! `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date in any of the three forms that a recipient must read.

use std::time::UNIX_EPOCH;

use conditions_core::time::Timestamp;

/// The wait asked for, ms; 0 for a date in the past, `None` when it cannot be read.
#[must_use]
pub fn wait_ms(value: &str, now: Timestamp) -> Option<i64> {
    const SECOND_MS: i64 = 1_000;
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number beyond any clock is a long wait, not a bad value.
        return Some(value.parse().unwrap_or(i64::MAX).saturating_mul(SECOND_MS));
    }
    let date = httpdate::parse_http_date(value).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let date = Timestamp::from_millis(i64::try_from(date.as_millis()).ok()?);
    Some(date.since(now).max(0))
}

#[cfg(test)]
mod tests;
