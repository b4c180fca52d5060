//! Interprets the end of an attempt: delivered, to be retried at a given time, or failed.

use std::time::UNIX_EPOCH;

use conditions_core::time::Timestamp;

use crate::policy::DeliveryPolicy;

/// The end of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The status line arrived in time, whatever happened to the rest of the response.
    Answered {
        /// Status code.
        status: u16,
        /// The value of `Retry-After`, as sent.
        retry_after: Option<String>,
    },
    /// A response did not arrive.
    Failed(Failure),
}

impl Ending {
    /// Returns the end of an attempt with this status and without `Retry-After`.
    #[must_use]
    pub const fn answered(status: u16) -> Self {
        Self::Answered { status, retry_after: None }
    }

    /// Returns whether the receiver accepted the delivery.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        matches!(self, Self::Answered { status: 200..=299, .. })
    }

    /// Returns the class under which attempts are counted: the class of the status, such as `2xx`, or the code of the
    /// failure.
    #[must_use]
    pub const fn class(&self) -> &'static str {
        match self {
            Self::Answered { status: 200..=299, .. } => "2xx",
            Self::Answered { status: 300..=399, .. } => "3xx",
            Self::Answered { status: 400..=499, .. } => "4xx",
            Self::Answered { status: 500..=599, .. } => "5xx",
            Self::Answered { .. } => "other",
            Self::Failed(failure) => failure.code(),
        }
    }
}

/// The reason for a missing response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The callback guard rejected the URL or an address of its name. Final: a second attempt would not make an address
    /// public and would help a port scan.
    Target,
    /// The name did not resolve.
    Resolve,
    /// The connection failed.
    Connect,
    /// The TLS handshake failed, or the certificate is not trusted.
    Tls,
    /// The deadline passed.
    Timeout,
    /// The connection broke, or the response was not HTTP.
    Protocol,
}

impl Failure {
    /// All failures.
    pub const ALL: [Self; 6] =
        [Self::Target, Self::Resolve, Self::Connect, Self::Tls, Self::Timeout, Self::Protocol];

    /// Returns the code that the subscription's owner sees: a constant, never an address or a network error. Connection
    /// failures and TLS failures share one code, so the response cannot be used as a port scanner.
    #[must_use]
    pub const fn public_code(self) -> &'static str {
        match self {
            Self::Tls => Self::Connect.code(),
            Self::Target | Self::Resolve | Self::Connect | Self::Timeout | Self::Protocol => self.code(),
        }
    }

    /// Returns the code under which attempts are counted.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Target => "E_TARGET",
            Self::Resolve => "E_RESOLVE",
            Self::Connect => "E_CONNECT",
            Self::Tls => "E_TLS",
            Self::Timeout => "E_TIMEOUT",
            Self::Protocol => "E_PROTOCOL",
        }
    }
}

/// The next step of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// The receiver accepted it.
    Delivered,
    /// It is retried, not before this time.
    Retry(Timestamp),
    /// Every attempt failed.
    Failed,
}

/// Decides the next step after an attempt that ended at `now`. `number` counts from 1; `random` is in [0, 1] (clamped)
/// and varies the wait.
///
/// 2xx is success. A redirect is a failure and never followed. A `Retry-After` on 429 and 503 replaces the usual wait,
/// within the policy's bounds.
#[must_use]
pub fn next_step(
    policy: &DeliveryPolicy,
    now: Timestamp,
    number: u8,
    ending: &Ending,
    random: f64,
) -> NextStep {
    let asked = match ending {
        _ if ending.is_success() => return NextStep::Delivered,
        Ending::Failed(Failure::Target) => return NextStep::Failed,
        Ending::Answered { status: 429 | 503, retry_after } => retry_after.as_deref(),
        Ending::Answered { .. } | Ending::Failed(_) => None,
    };
    if number >= policy.attempts {
        return NextStep::Failed;
    }
    let asked = asked.and_then(|value| retry_after_ms(value, now));
    let wait = asked.map_or_else(
        || usual_wait_ms(policy, random),
        |asked| asked.clamp(policy.retry_after_least_ms, policy.retry_after_most_ms),
    );
    NextStep::Retry(now.plus_millis(wait))
}

fn usual_wait_ms(policy: &DeliveryPolicy, random: f64) -> i64 {
    let random = if random.is_finite() { random.clamp(0.0, 1.0) } else { 1.0 };
    let swing = policy.retry_ms as f64 * f64::from(policy.jitter_percent) / 100.0;
    policy.retry_ms + ((2.0 * random - 1.0) * swing) as i64
}

/// Returns the longest wait before a retry, in milliseconds. A later due time can only come from a clock that jumped.
pub(super) fn longest_wait_ms(policy: &DeliveryPolicy) -> i64 {
    usual_wait_ms(policy, 1.0).max(policy.retry_after_most_ms)
}

/// Parses `Retry-After` (RFC 9110, section 10.2.3) and returns the wait in milliseconds. Accepts seconds, or a date in
/// any of the three forms that a recipient must accept. Returns 0 for a date in the past and `None` for an invalid
/// value.
fn retry_after_ms(value: &str, now: Timestamp) -> Option<i64> {
    const SECOND_MS: i64 = 1_000;
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number too large for the type means a long wait, not an invalid value.
        return Some(value.parse().unwrap_or(i64::MAX).saturating_mul(SECOND_MS));
    }
    let date = httpdate::parse_http_date(value).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let date = Timestamp::from_millis(i64::try_from(date.as_millis()).ok()?);
    Some(date.since(now).max(0))
}

#[cfg(test)]
mod tests;
