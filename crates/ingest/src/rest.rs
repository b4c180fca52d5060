//! Pauses after failures, and the number that spreads repeats.

use conditions_core::time::{DAY_MS, Timestamp};
use sources::breaker::{Breaker, State, limit_pause};
use sources::retry::Verdict;

use crate::upstream::Failure;

/// Returns the pause after a failed poll with `before` failed polls before it in a row: doubled for each of them, up to
/// a period.
#[must_use]
pub fn rest_ms(before: u32, first_ms: i64, period_ms: i64) -> i64 {
    let doubled = 1_i64.checked_shl(before.min(30)).unwrap_or(i64::MAX);
    first_ms.saturating_mul(doubled).min(period_ms).min(DAY_MS)
}

/// Returns the end of the pause that the upstream requested, limited to a day, or of the breaker's pause, whichever is
/// later.
#[must_use]
pub fn left_alone_until(failure: &Failure, breaker: &Breaker, now: Timestamp) -> Timestamp {
    let asked = match failure.verdict {
        Verdict::Retry { not_before: until } | Verdict::Breaker { until } => until,
        Verdict::Accept | Verdict::GiveUp => None,
    };
    let open = match breaker.state() {
        State::Open { until } => Some(until),
        State::Closed { .. } | State::HalfOpen { .. } => None,
    };
    let asked = asked.map(|until| limit_pause(until, now));
    [asked, open].into_iter().flatten().fold(now, Timestamp::max)
}

/// Returns a number in 0..1 that depends only on the input.
#[must_use]
pub fn fraction(seed: u64) -> f64 {
    let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests;
