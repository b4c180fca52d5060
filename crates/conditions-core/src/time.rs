//! Timestamps with the single format of the wire.

use core::fmt;
use core::str::FromStr;

use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};
use chrono_tz::Tz;

/// A point in time in milliseconds since the Unix epoch, always within the years 1–9999.
///
/// Serialised as RFC 3339 in UTC with milliseconds, always 24 bytes (`2026-01-10T12:00:00.000Z`). A fixed length helps
/// renderers, and the code costs half as much as the general formatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// One hour, in milliseconds.
pub const HOUR_MS: i64 = 3_600_000;
/// One minute, in milliseconds.
pub const MINUTE_MS: i64 = 60_000;
/// One day, in milliseconds.
pub const DAY_MS: i64 = 24 * HOUR_MS;

const MIN_MS: i64 = -62_135_596_800_000;
const MAX_MS: i64 = 253_402_300_799_999;

impl Timestamp {
    /// Makes a timestamp from epoch milliseconds. Saturates at the years 1 and 9999, so that it can always be
    /// formatted.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(if millis < MIN_MS {
            MIN_MS
        } else if millis > MAX_MS {
            MAX_MS
        } else {
            millis
        })
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z; negative before.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Returns the milliseconds from `earlier` to `self`; negative if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// Adds `millis` milliseconds, saturating.
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self::from_millis(self.0.saturating_add(millis))
    }

    /// Converts to a chrono `DateTime`.
    #[must_use]
    pub fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0).unwrap_or(DateTime::UNIX_EPOCH)
    }

    /// Returns the calendar date at this time in `zone`.
    #[must_use]
    pub fn local_date(self, zone: Tz) -> NaiveDate {
        self.utc().with_timezone(&zone).date_naive()
    }

    /// Parses RFC 3339 with any offset; `None` if [`FromStr`] returns an error.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text).ok().map(|t| Self::from_millis(t.timestamp_millis()))
    }

    /// Returns the 24 bytes of the wire form.
    #[must_use]
    pub fn wire(self) -> [u8; 24] {
        let t = self.utc();
        let mut out = *b"0000-00-00T00:00:00.000Z";
        write_digits(&mut out[0..4], t.year() as u32);
        write_digits(&mut out[5..7], t.month());
        write_digits(&mut out[8..10], t.day());
        write_digits(&mut out[11..13], t.hour());
        write_digits(&mut out[14..16], t.minute());
        write_digits(&mut out[17..19], t.second());
        write_digits(&mut out[20..23], t.timestamp_subsec_millis().min(999));
        out
    }
}

fn write_digits(slot: &mut [u8], mut number: u32) {
    for digit in slot.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

/// The error for a text that is not an RFC 3339 timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimestampError;

impl fmt::Display for TimestampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an RFC 3339 date-time, such as 2026-01-10T12:00:00Z")
    }
}

impl core::error::Error for TimestampError {}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        Self::parse(text).ok_or(TimestampError)
    }
}

impl From<Timestamp> for DateTime<Utc> {
    fn from(instant: Timestamp) -> Self {
        instant.utc()
    }
}

/// Truncates to milliseconds and saturates at the years 1 and 9999, like [`Timestamp::from_millis`].
impl From<DateTime<Utc>> for Timestamp {
    fn from(instant: DateTime<Utc>) -> Self {
        Self::from_millis(instant.timestamp_millis())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::str::from_utf8(&self.wire()).unwrap_or(""))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(core::str::from_utf8(&self.wire()).unwrap_or(""))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <alloc::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date-time" })
    }
}
