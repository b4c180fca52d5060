//! Spans of time as the service writes them: an instant and an ISO 8601 duration, `2026-01-10T12:00:00+00:00/PT6H`.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

/// Longer spans are no part of a forecast of seven days.
const LONGEST_MS: i64 = 31 * DAY_MS;

/// A span of time, the end not included; never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    start: Timestamp,
    end: Timestamp,
}

impl Span {
    /// Reads `instant/duration`; `None` when it is not one, or its length is nothing or more than a month.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (start, length) = text.trim().split_once('/')?;
        let start = Timestamp::parse(start)?;
        let length = duration_ms(length)?;
        (length > 0 && length <= LONGEST_MS).then(|| Self { start, end: start.plus_millis(length) })
    }

    /// Its first instant.
    #[must_use]
    pub const fn start(self) -> Timestamp {
        self.start
    }

    /// The first instant after it.
    #[must_use]
    pub const fn end(self) -> Timestamp {
        self.end
    }

    /// Whether `instant` lies in it.
    #[must_use]
    pub fn holds(self, instant: Timestamp) -> bool {
        self.start <= instant && instant < self.end
    }

    /// Whether it is one whole hour of the clock.
    #[must_use]
    pub const fn is_an_hour(self) -> bool {
        self.end.since(self.start) == HOUR_MS && self.start.millis().rem_euclid(HOUR_MS) == 0
    }
}

/// Weeks, days, hours, minutes and seconds, in that order; a month or a year has no fixed length and is refused.
fn duration_ms(text: &str) -> Option<i64> {
    let text = text.strip_prefix('P')?;
    let (days, time) = text.split_once('T').map_or((text, None), |(days, time)| (days, Some(time)));
    if time.is_some_and(str::is_empty) || text.is_empty() {
        return None;
    }
    let days = units(days, &[('W', 7 * DAY_MS), ('D', DAY_MS)])?;
    let time = units(time.unwrap_or_default(), &[('H', HOUR_MS), ('M', MINUTE_MS), ('S', 1_000)])?;
    days.checked_add(time)
}

/// The sum of `12H30M` and the like. Each unit at most once, in order.
fn units(mut text: &str, units: &[(char, i64)]) -> Option<i64> {
    let mut sum = 0i64;
    for (unit, milliseconds) in units {
        let Some((number, rest)) = text.split_once(*unit) else { continue };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        sum = sum.checked_add(number.parse::<i64>().ok()?.checked_mul(*milliseconds)?)?;
        text = rest;
    }
    text.is_empty().then_some(sum)
}

#[cfg(test)]
mod tests;
