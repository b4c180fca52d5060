//! The time of a resolution. Rules read it only through [`Present`], which notes the first later time at which one of
//! their answers would differ. Until then the same evidence resolves to the same result.

use core::cell::Cell;

use chrono::{NaiveDate, Offset, TimeZone, Timelike};
use chrono_tz::Tz;

use crate::policy::Policy;
use crate::time::{DAY_MS, MINUTE_MS, Timestamp};
use crate::units::round_to_i32;

/// Offsets of time zones change, and local days begin, at multiples of this.
const QUARTER_MS: i64 = 15 * MINUTE_MS;
/// Subtracted from times that are computed with floating-point numbers.
const ROUNDING_MS: f64 = 1_000.0;

/// The time of a resolution, and the time until which its result is valid.
#[derive(Debug)]
pub(crate) struct Present {
    now: Timestamp,
    until_ms: Cell<i64>,
}

impl Present {
    pub(crate) const fn new(now: Timestamp) -> Self {
        Self { now, until_ms: Cell::new(i64::MAX) }
    }

    /// Returns the time of the resolution, for values that are made again for each answer.
    pub(crate) const fn now(&self) -> Timestamp {
        self.now
    }

    /// Returns the first time at which an earlier answer may differ.
    pub(crate) const fn until(&self) -> Timestamp {
        Timestamp::from_millis(self.until_ms.get())
    }

    /// Notes that an answer may differ from this time on, if it is in the future.
    fn note(&self, ms: i64) {
        if ms > self.now.millis() && ms < self.until_ms.get() {
            self.until_ms.set(ms);
        }
    }

    /// Notes that an answer differs at any later time.
    pub(crate) fn note_change(&self) {
        self.note(self.now.millis().saturating_add(1));
    }

    /// Returns the time that an observation counts as: slightly in the future counts as now, further ahead is not usable
    /// (`contract-decisions` 1, plausibility).
    pub(crate) fn usable_time(&self, policy: &Policy, at: Option<Timestamp>) -> Option<Timestamp> {
        let at = at?;
        if at <= self.now {
            return Some(at);
        }
        if policy.is_in_future(at, self.now) {
            self.note(at.millis().saturating_sub(policy.future_tolerance_ms));
            return None;
        }
        self.note_change();
        Some(self.now)
    }

    /// Returns the age of an observation whose time is usable.
    pub(crate) const fn age_of(&self, at: Timestamp) -> Age<'_> {
        Age { ms: self.now.since(at), present: self }
    }

    /// Returns the calendar date in `zone`.
    pub(crate) fn date_in(&self, zone: Tz) -> NaiveDate {
        let local = self.now.utc().with_timezone(&zone);
        let of_day_ms = i64::from(local.num_seconds_from_midnight()) * 1_000;
        let end_ms = self.now.millis() - self.now.millis().rem_euclid(1_000) + DAY_MS - of_day_ms;
        let then = zone.offset_from_utc_datetime(&Timestamp::from_millis(end_ms).utc().naive_utc());
        if then.fix() == local.offset().fix() {
            self.note(end_ms);
        } else {
            self.note(self.now.millis().div_euclid(QUARTER_MS).saturating_add(1).saturating_mul(QUARTER_MS));
        }
        local.date_naive()
    }
}

/// The age of an observation, never negative.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Age<'p> {
    ms: i64,
    present: &'p Present,
}

impl<'p> Age<'p> {
    /// Returns whether the age is at most `most_ms`.
    pub(crate) fn is_within(self, most_ms: i64) -> bool {
        let is_within = self.ms <= most_ms;
        if is_within {
            let observed_ms = self.present.now.millis() - self.ms;
            self.present.note(observed_ms.saturating_add(most_ms).saturating_add(1));
        }
        is_within
    }

    /// Makes a number of the milliseconds that falls by `per_ms` for each of them.
    pub(crate) fn falling(self, per_ms: f64, value: impl FnOnce(i64) -> f64) -> DecayingNumber<'p> {
        DecayingNumber { value: value(self.ms), per_ms, present: Some(self.present) }
    }

    /// Returns the milliseconds, for values that are made again for each answer.
    pub(crate) const fn published_ms(self) -> i64 {
        self.ms
    }
}

/// A number that may fall with time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DecayingNumber<'p> {
    value: f64,
    per_ms: f64,
    present: Option<&'p Present>,
}

impl DecayingNumber<'_> {
    /// Returns a number that does not depend on the time.
    pub(crate) const fn constant(value: f64) -> Self {
        Self { value, per_ms: 0.0, present: None }
    }

    /// Returns the product with `factor`, of which only whole hundredths above `least` are used, rounded.
    pub(crate) fn in_hundredths(self, factor: f64, least: f64) -> f64 {
        let (product, per_ms) = (factor * self.value, factor * self.per_ms);
        if let Some(present) = self.present
            && product > least
            && per_ms > 0.0
        {
            let hundredths = product * 100.0;
            // It rounds to the next lower one from half a hundredth below the rounded value on.
            let rounded = round_to_i32(hundredths).map_or(hundredths, f64::from);
            let left_ms = ((hundredths - (rounded - 0.5)) / 100.0 / per_ms - ROUNDING_MS).max(1.0);
            present.note(present.now.millis().saturating_add(left_ms as i64));
        }
        product.max(least)
    }
}

#[cfg(test)]
mod tests;
