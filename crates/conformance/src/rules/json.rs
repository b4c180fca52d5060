//! Total access to JSON for the rules: no panicking indexing or type assumptions; missing values read as null.

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::Value;

static NULL: Value = Value::Null;

/// Returns a member by its path; null if any part of the path is missing.
pub(super) fn at<'v>(value: &'v Value, path: &[&str]) -> &'v Value {
    path.iter().try_fold(value, |value, name| value.get(name)).unwrap_or(&NULL)
}

/// Parses an RFC 3339 timestamp.
pub(super) fn timestamp(value: &Value) -> Option<Timestamp> {
    value.as_str().filter(|text| is_timestamp(text)).and_then(Timestamp::parse)
}

/// Returns whether a text has the form of a timestamp: the parser would also accept a space instead of the `T`.
pub(super) fn is_timestamp(text: &str) -> bool {
    text.as_bytes().get(10).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'T'))
        && Timestamp::parse(text).is_some()
}

/// Parses an ISO date to days since the epoch.
pub(super) fn day(value: &Value) -> Option<i64> {
    let text = value.as_str().filter(|text| text.len() == 10)?;
    Timestamp::parse(&format!("{text}T00:00:00Z")).map(|at| at.millis().div_euclid(DAY_MS))
}

/// Returns the first and the last local date at this time anywhere on earth, as days since the epoch.
pub(super) fn days_around(at: Timestamp) -> (i64, i64) {
    let day = |millis: i64| millis.div_euclid(DAY_MS);
    (day(at.millis() - 12 * HOUR_MS), day(at.millis() + 14 * HOUR_MS))
}

/// Returns whether two values are equivalent: numbers by value, timestamps by time, objects by members.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x.as_f64() == y.as_f64(),
        (Value::String(x), Value::String(y)) => {
            x == y || timestamp(a).zip(timestamp(b)).is_some_and(|(x, y)| x == y)
        }
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| same(x, y)))
        }
        _ => a == b,
    }
}
