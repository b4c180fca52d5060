//! The time that a feed states for its values: a timestamp, a local time at the resort, or an unreadable time.
//!
//! If a family never states a time, its values are taken as of the request. If a family does and the time of a response
//! is unreadable, the age is unknown: to call the values fresh would be a guess.

use chrono::{DateTime, Datelike, LocalResult, NaiveDateTime, TimeZone};
use conditions_core::time::Timestamp;
use serde::Serialize;

use crate::station::clock::unix;

/// The time of a report, as far as the feed states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReportTime {
    /// The family states no time: the response describes the moment of the request.
    OfTheMoment,
    /// The family states a time, and this response has no readable one.
    #[default]
    Unreadable,
    /// A timestamp.
    At(Timestamp),
    /// Local time at the resort.
    Wall(NaiveDateTime),
}

/// Range of the years of a report. Programs write other years for "never".
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2199;

/// Forms with an offset.
const OFFSET: [&str; 3] = ["%Y-%m-%dT%H:%M:%S%.f%z", "%Y-%m-%d %H:%M:%S%.f%z", "%Y-%m-%dT%H:%M%z"];
/// Forms without an offset.
const WALL: [&str; 6] = [
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M",
    "%I:%M %p %b %d, %Y",
    "%I:%M %p %B %d, %Y",
];

impl ReportTime {
    /// Parses a time: RFC 3339, an offset without a colon, `/Date(milliseconds)/`, or local time.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let instant = Timestamp::parse(text)
            .or_else(|| {
                let offset = |form| DateTime::parse_from_str(text, form).ok();
                let found = OFFSET.into_iter().find_map(offset)?;
                Some(Timestamp::from_millis(found.timestamp_millis()))
            })
            .or_else(|| dotnet(text));
        if let Some(at) = instant {
            return Self::at(at);
        }
        let wall = |form| NaiveDateTime::parse_from_str(text, form).ok();
        match WALL.into_iter().find_map(wall).filter(|wall| YEARS.contains(&wall.year())) {
            Some(wall) => Self::Wall(wall),
            None => Self::Unreadable,
        }
    }

    /// Converts Unix seconds.
    #[must_use]
    pub fn unix(seconds: f64) -> Self {
        unix(seconds).map_or(Self::Unreadable, Self::at)
    }

    fn at(at: Timestamp) -> Self {
        if YEARS.contains(&at.utc().year()) { Self::At(at) } else { Self::Unreadable }
    }

    /// Returns the later of two times of one response; a readable one takes precedence over an unreadable one.
    #[must_use]
    pub fn latest(self, other: Self) -> Self {
        match (self, other) {
            (Self::At(one), Self::At(two)) => Self::At(one.max(two)),
            (Self::Wall(one), Self::Wall(two)) => Self::Wall(one.max(two)),
            (Self::Unreadable, other) => other,
            (known, _) => known,
        }
    }

    /// Returns the timestamp of the report, given the resort's time zone `zone` and the time `captured_at` of the
    /// response; `None` if it is unknown. An hour that occurs twice is taken for the earlier one, never fresher than
    /// true.
    #[must_use]
    pub fn observed_at<Z: TimeZone>(self, zone: &Z, captured_at: Timestamp) -> Option<Timestamp> {
        match self {
            Self::OfTheMoment => Some(captured_at),
            Self::Unreadable => None,
            Self::At(at) => Some(at),
            Self::Wall(wall) => match zone.from_local_datetime(&wall) {
                LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => {
                    Some(Timestamp::from_millis(at.timestamp_millis()))
                }
                LocalResult::None => None,
            },
        }
    }
}

impl Serialize for ReportTime {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::At(at) => at.serialize(serializer),
            Self::Wall(wall) => wall.serialize(serializer),
            Self::OfTheMoment | Self::Unreadable => serializer.serialize_none(),
        }
    }
}

/// Parses `/Date(1700000000000)/`. An offset may follow and changes nothing: the milliseconds are UTC.
fn dotnet(text: &str) -> Option<Timestamp> {
    let inner = text.strip_prefix("/Date(")?.strip_suffix(")/")?;
    let digits = inner
        .split_at_checked(1)
        .map_or(0, |(_, rest)| rest.find(['+', '-']).map_or(inner.len(), |at| at + 1));
    inner.get(..digits)?.parse::<i64>().ok().map(Timestamp::from_millis)
}

#[cfg(test)]
mod tests;
