//! The resort's local days as time spans: 23 or 25 hours at a clock change, on the half hour if the zone is.

use alloc::vec::Vec;

use chrono::{NaiveDate, TimeDelta, TimeZone};
use chrono_tz::Tz;

use crate::time::Timestamp;

/// Local days stored before and after the day of capture: `past_days` and the longest horizon of any model.
const DAYS_BEFORE: i64 = 2;
const DAYS_AFTER: i64 = 17;

/// A time span, from inclusive to exclusive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) from: Timestamp,
    pub(super) to: Timestamp,
}

/// Returns each local date around the capture with its first instant and the next date's.
pub(super) fn local_days(captured_at: Timestamp, zone: Tz) -> Vec<(NaiveDate, Span)> {
    let today = captured_at.local_date(zone);
    let date = |offset| today.checked_add_signed(TimeDelta::days(offset));
    (-DAYS_BEFORE..=DAYS_AFTER)
        .filter_map(|offset| {
            let day = date(offset)?;
            let span = Span { from: first_time(zone, day)?, to: first_time(zone, date(offset + 1)?)? };
            // A date that the zone skipped has no instants.
            (span.from < span.to).then_some((day, span))
        })
        .collect()
}

/// Returns the first instant of a local date, or `None` for a date that the calendar cannot represent. If the clocks
/// jump over midnight, the day begins at the jump.
#[must_use]
pub fn first_time(zone: Tz, date: NaiveDate) -> Option<Timestamp> {
    (0..=24 * 4).find_map(|quarter| {
        let wall = date.and_hms_opt(0, 0, 0)?.checked_add_signed(TimeDelta::minutes(15 * quarter))?;
        let instant = zone.from_local_datetime(&wall).earliest()?;
        Some(Timestamp::from_millis(instant.timestamp_millis()))
    })
}
