//! How rules read JSON: never by index, never sure of a type; what is missing is null.

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::Value;

static NULL: Value = Value::Null;

/// A member by its path; null when anything on the way is missing.
pub(super) fn at<'v>(value: &'v Value, path: &[&str]) -> &'v Value {
    path.iter().try_fold(value, |value, name| value.get(name)).unwrap_or(&NULL)
}

/// An RFC 3339 instant.
pub(super) fn instant(value: &Value) -> Option<Timestamp> {
    value.as_str().filter(|text| is_instant(text)).and_then(Timestamp::parse)
}

/// Whether a text has the form of an instant: the parser alone would let a blank stand for the `T`.
pub(super) fn is_instant(text: &str) -> bool {
    text.as_bytes().get(10).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'T'))
        && Timestamp::parse(text).is_some()
}

/// Days since the epoch of an ISO date.
pub(super) fn day(value: &Value) -> Option<i64> {
    let text = value.as_str().filter(|text| text.len() == 10)?;
    Timestamp::parse(&format!("{text}T00:00:00Z")).map(|at| at.millis().div_euclid(DAY_MS))
}

/// The first and the last calendar day that an instant can be on anywhere, days since the epoch.
pub(super) fn days_around(at: Timestamp) -> (i64, i64) {
    let day = |millis: i64| millis.div_euclid(DAY_MS);
    (day(at.millis() - 12 * HOUR_MS), day(at.millis() + 14 * HOUR_MS))
}

/// Whether two values say the same: numbers by value, instants by time, objects by members.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x.as_f64() == y.as_f64(),
        (Value::String(x), Value::String(y)) => {
            x == y || instant(a).zip(instant(b)).is_some_and(|(x, y)| x == y)
        }
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| same(x, y)))
        }
        _ => a == b,
    }
}
