//! What the end of an attempt means: delivered, tried again at an instant, or failed.

use std::time::UNIX_EPOCH;

use conditions_core::time::Timestamp;

use crate::policy::DeliveryPolicy;

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The status line arrived in time, whatever became of the rest of the answer.
    Answered {
        /// Status code.
        status: u16,
        /// The value of `Retry-After`, as sent.
        retry_after: Option<String>,
    },
    /// There was no answer.
    Failed(Failure),
}

impl Ending {
    /// An answer without `Retry-After`.
    #[must_use]
    pub const fn answered(status: u16) -> Self {
        Self::Answered { status, retry_after: None }
    }

    /// Whether the receiver has taken the delivery.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        matches!(self, Self::Answered { status: 200..=299, .. })
    }

    /// What attempts are counted under: the class of the status, such as `2xx`, or the code of the failure.
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

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The callback guard refused the URL or an address of its name. Final: a second attempt would not make an
    /// address public, and a prober would welcome it.
    Target,
    /// The name did not resolve.
    Resolve,
    /// No connection.
    Connect,
    /// No trusted TLS.
    Tls,
    /// Not done within the deadline.
    Timeout,
    /// The connection broke, or the answer was no HTTP.
    Protocol,
}

impl Failure {
    /// Every one.
    pub const ALL: [Self; 6] =
        [Self::Target, Self::Resolve, Self::Connect, Self::Tls, Self::Timeout, Self::Protocol];

    /// The code that the subscription's owner sees. Constant; never an address or a reason of the network. That there is no
    /// connection and that there is no trusted TLS on it are one: the difference would tell which ports of somebody
    /// else's machine are open.
    #[must_use]
    pub const fn shown(self) -> &'static str {
        match self {
            Self::Tls => Self::Connect.code(),
            Self::Target | Self::Resolve | Self::Connect | Self::Timeout | Self::Protocol => self.code(),
        }
    }

    /// The code that attempts are counted under.
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

/// What becomes of the delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// The receiver took it.
    Delivered,
    /// It is tried again, not before this instant.
    Retry(Timestamp),
    /// Every attempt failed.
    Failed,
}

/// Judges an attempt that ended at `now`. `number` counts from 1; `random` lies in [0, 1] and moves the wait, anything
/// else is clamped.
///
/// 2xx is success. A redirect is a failure and never followed. A `Retry-After` on 429 and 503 takes the place of the
/// usual wait, within the policy's bounds.
#[must_use]
pub fn judge(policy: &DeliveryPolicy, now: Timestamp, number: u8, ending: &Ending, random: f64) -> NextStep {
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

/// The longest wait before a retry, ms: what lies further in the future was put there by a clock that jumped.
pub(super) fn longest_wait_ms(policy: &DeliveryPolicy) -> i64 {
    usual_wait_ms(policy, 1.0).max(policy.retry_after_most_ms)
}

/// Returns the wait that `Retry-After` (RFC 9110, section 10.2.3) asks for, milliseconds: seconds, or a date in any of the three forms
/// that a recipient must read. 0 for a date in the past, `None` if it cannot be read.
fn retry_after_ms(value: &str, now: Timestamp) -> Option<i64> {
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
