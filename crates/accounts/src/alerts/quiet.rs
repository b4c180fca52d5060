//! Quiet hours, in which nothing is reported, in the time zone of the alert's resort.

use std::fmt;
use std::str::FromStr;

use chrono::{NaiveTime, TimeDelta, TimeZone as _, Timelike as _};
use chrono_tz::Tz;
use conditions_core::time::Timestamp;

/// Quiet hours, from one full hour to another; over midnight if the first is the later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    from: u8,
    until: u8,
}

/// Text for no quiet hours.
const NONE: &str = "none";

/// Milliseconds of a day, after which quiet hours have ended in any zone.
const DAY_MS: i64 = 86_400_000;

impl Default for QuietHours {
    /// From ten in the evening to six: an alert before the lifts open is useful.
    fn default() -> Self {
        Self { from: 22, until: 6 }
    }
}

/// The text is not a span of hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be two hours of the day such as 22-6, or none")]
pub struct QuietHoursError;

impl FromStr for QuietHours {
    type Err = QuietHoursError;

    fn from_str(text: &str) -> Result<Self, QuietHoursError> {
        if text == NONE {
            return Ok(Self { from: 0, until: 0 });
        }
        let hour = |text: &str| {
            let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u8>().ok().filter(|hour| plain && *hour < 24).ok_or(QuietHoursError)
        };
        let (from, until) = text.split_once('-').ok_or(QuietHoursError)?;
        Ok(Self { from: hour(from)?, until: hour(until)? })
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.until { f.write_str(NONE) } else { write!(f, "{}-{}", self.from, self.until) }
    }
}

impl QuietHours {
    /// Returns the first time from `now` on that is not quiet in a zone.
    #[must_use]
    pub fn next_unquiet(self, now: Timestamp, zone: Tz) -> Timestamp {
        let local = now.utc().with_timezone(&zone);
        let hour = local.hour();
        let (from, until) = (u32::from(self.from), u32::from(self.until));
        let is_quiet = match from.cmp(&until) {
            std::cmp::Ordering::Equal => false,
            std::cmp::Ordering::Less => (from..until).contains(&hour),
            std::cmp::Ordering::Greater => hour >= from || hour < until,
        };
        if !is_quiet {
            return now;
        }
        let today = local.date_naive();
        let day = if hour < until { today } else { today + TimeDelta::days(1) };
        let end = NaiveTime::from_hms_opt(until, 0, 0).unwrap_or_default();
        // An hour that a clock change skips becomes the first instant after it.
        let wall = day.and_time(end);
        let found =
            (0..=2).find_map(|hours| zone.from_local_datetime(&(wall + TimeDelta::hours(hours))).earliest());
        let end = found.map_or(now.plus_millis(DAY_MS), |end| Timestamp::from_millis(end.timestamp_millis()));
        end.max(now)
    }
}

/// Zone of places without one.
pub const UTC: Tz = Tz::UTC;

/// Returns the local day of a time. The limit of one email per person and day uses it.
#[must_use]
pub fn local_day(at: Timestamp, zone: Tz) -> chrono::NaiveDate {
    at.utc().with_timezone(&zone).date_naive()
}

#[cfg(test)]
mod tests;
