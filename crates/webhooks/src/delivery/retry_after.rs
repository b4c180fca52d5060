//! `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date in any of the three forms that a recipient must read.

use chrono::{DateTime, NaiveDateTime};
use conditions_core::time::Timestamp;

/// The obsolete forms: RFC 850 and that of C's `asctime`.
const OBSOLETE: [&str; 2] = ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];

/// The wait asked for, ms; 0 for a date in the past, `None` when it cannot be read.
#[must_use]
pub fn wait_ms(value: &str, now: Timestamp) -> Option<i64> {
    const SECOND_MS: i64 = 1_000;
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number beyond any clock is a long wait, not a bad value.
        return Some(value.parse().unwrap_or(i64::MAX).saturating_mul(SECOND_MS));
    }
    let at = match DateTime::parse_from_rfc2822(value) {
        Ok(at) if value.ends_with(" GMT") => at.timestamp_millis(),
        _ => OBSOLETE
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(value, form).ok())?
            .and_utc()
            .timestamp_millis(),
    };
    Some(Timestamp::from_millis(at).since(now).max(0))
}

#[cfg(test)]
mod tests;
