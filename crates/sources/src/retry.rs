//! Decides whether and when to repeat a request: full-jitter backoff, `Retry-After`, and the meaning of a response.
//!
//! Pure: the random number and the time are arguments.

use std::time::UNIX_EPOCH;

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

use crate::budget::next_window;
use crate::error::{Kind, Refusal};

/// Exponential backoff with full jitter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Upper bound of the first delay, ms.
    pub base_ms: u64,
    /// Maximum number of repeats after the first attempt.
    pub cap_ms: u64,
    /// The longest `Retry-After` that is waited for, ms; a longer one ends the attempts.
    pub retries: u32,
    /// The longest `Retry-After` that is honoured by waiting, ms; a longer one ends the attempts.
    pub longest_wait_ms: i64,
}

impl Backoff {
    /// Half a second doubling to half a minute, four times.
    pub const USUAL: Self = Self { base_ms: 500, cap_ms: 30_000, retries: 4, longest_wait_ms: 5 * MINUTE_MS };

    /// Returns the delay before repeat number `attempt` (0 is the first repeat), or `None` if no repeats are left.
    /// `random` is in [0, 1); anything else is clamped.
    #[must_use]
    pub fn delay_ms(&self, attempt: u32, random: f64) -> Option<u64> {
        if attempt >= self.retries {
            return None;
        }
        let bound = 2u64.checked_pow(attempt).and_then(|factor| self.base_ms.checked_mul(factor));
        let bound = bound.unwrap_or(self.cap_ms).min(self.cap_ms);
        let random = if random.is_finite() { random.clamp(0.0, 1.0) } else { 1.0 };
        Some((random * bound as f64) as u64)
    }

    /// Returns the time of repeat number `attempt` after a [`Verdict::Retry`]: never before the time that the upstream
    /// requested, and jittered after it so that many clients do not return at once. `None` if no repeats are left.
    #[must_use]
    pub fn next(
        &self,
        attempt: u32,
        random: f64,
        not_before: Option<Timestamp>,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let delay = i64::try_from(self.delay_ms(attempt, random)?).ok()?;
        let from = not_before.map_or(now, |wait| wait.max(now));
        (from.since(now) <= self.longest_wait_ms).then(|| from.plus_millis(delay))
    }
}

/// Meaning of a response for further requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The response is good.
    Accept,
    /// Repeat the request, not before the time given.
    Retry {
        /// The time that the upstream requested, if it did.
        not_before: Option<Timestamp>,
    },
    /// This request will never succeed; do not repeat it.
    GiveUp,
    /// Pause all requests to this upstream, at least until the time given.
    Breaker {
        /// End of the pause; `None` leaves it to the breaker's own pause.
        until: Option<Timestamp>,
    },
}

/// Classifies a response.
///
/// `kind` is the lane's error for the body (`None` if it was readable or was not read), `retry_after` the header's
/// value. A body that names a limit takes precedence over the status, because upstreams have sent rejections with a
/// 200. A date or number in `Retry-After` takes precedence over the boundary that the limit implies.
#[must_use]
pub fn classify(status: u16, retry_after: Option<&str>, kind: Option<&Kind>, now: Timestamp) -> Verdict {
    let asked = retry_after.and_then(|value| parse_retry_after(value, now));
    match kind {
        Some(Kind::Refused { refusal, .. }) => rejection_verdict(*refusal, status, asked, now),
        Some(Kind::Empty | Kind::Html | Kind::BrokeOff(_) | Kind::Truncated)
            if by_status(status, asked) == Verdict::Accept =>
        {
            Verdict::Retry { not_before: asked }
        }
        // The format is not the one that this lane reads, and a repeat would give the same.
        Some(
            Kind::Malformed(_)
            | Kind::Missing
            | Kind::TooFar(_)
            | Kind::Ambiguous
            | Kind::Times(_)
            | Kind::NothingReported,
        ) if by_status(status, asked) == Verdict::Accept => Verdict::GiveUp,
        Some(_) | None => by_status(status, asked),
    }
}

fn rejection_verdict(refusal: Refusal, status: u16, asked: Option<Timestamp>, now: Timestamp) -> Verdict {
    // A margin, because two clocks never agree exactly on a boundary.
    const MARGIN_MS: i64 = 5_000;
    let boundary = |window| asked.or_else(|| Some(next_window(now, window).plus_millis(MARGIN_MS)));
    match refusal {
        Refusal::Minute => Verdict::Retry { not_before: boundary(MINUTE_MS) },
        Refusal::Concurrent | Refusal::Overloaded => Verdict::Retry { not_before: asked },
        Refusal::Hour => Verdict::Breaker { until: boundary(HOUR_MS) },
        Refusal::Day | Refusal::Month => Verdict::Breaker { until: boundary(DAY_MS) },
        Refusal::Key => Verdict::Breaker { until: asked },
        // The message names nothing temporary; the status may.
        Refusal::NoData | Refusal::BadRequest => match by_status(status, asked) {
            Verdict::Accept => Verdict::GiveUp,
            verdict => verdict,
        },
    }
}

fn by_status(status: u16, asked: Option<Timestamp>) -> Verdict {
    match status {
        200..=299 => Verdict::Accept,
        401..=403 | 407 | 451 => Verdict::Breaker { until: asked },
        408 | 425 | 429 | 500 | 502..=504 | 520..=599 => Verdict::Retry { not_before: asked },
        _ => Verdict::GiveUp,
    }
}

/// Parses a `Retry-After` header: a number of seconds from `now`, or an HTTP date in any of the three forms of RFC
/// 9110. The result is never before `now`. `None` if it is unreadable.
#[must_use]
pub fn parse_retry_after(value: &str, now: Timestamp) -> Option<Timestamp> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number with too many digits means a very long time, not nonsense.
        let seconds = value.parse::<i64>().unwrap_or(i64::MAX);
        return Some(now.plus_millis(seconds.saturating_mul(1_000)));
    }
    Some(parse_date(value)?.max(now))
}

/// Parses an HTTP date, in any of the three forms of RFC 9110; `None` if it is unreadable.
#[must_use]
pub fn parse_date(value: &str) -> Option<Timestamp> {
    let date = httpdate::parse_http_date(value.trim()).ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Timestamp::from_millis(i64::try_from(date.as_millis()).ok()?))
}

#[cfg(test)]
mod tests;
