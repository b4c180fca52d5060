//! The time that a feed states for its values: an instant, a wall clock at the resort, or nothing that can be believed.
//!
//! Values of a family that never states a time are of the moment in which it is asked. A family that does, and whose time does
//! not read this time, is of unknown age: to call it fresh would be a guess.

use chrono::{DateTime, Datelike, LocalResult, NaiveDateTime, TimeZone};
use conditions_core::time::Timestamp;
use serde::Serialize;

use crate::station::clock::unix;

/// The time of a report, as far as the feed tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReportTime {
    /// The family states none: the answer is of the moment.
    OfTheMoment,
    /// The family states one, and this answer has none that reads.
    #[default]
    Unreadable,
    /// An instant.
    At(Timestamp),
    /// What the clock showed at the resort.
    Wall(NaiveDateTime),
}

/// Years that a report can be of. Others are a program's way to write "never".
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2199;

/// Forms with an offset.
const OFFSET: [&str; 3] = ["%Y-%m-%dT%H:%M:%S%.f%z", "%Y-%m-%d %H:%M:%S%.f%z", "%Y-%m-%dT%H:%M%z"];
/// Forms without.
const WALL: [&str; 6] = [
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M",
    "%I:%M %p %b %d, %Y",
    "%I:%M %p %B %d, %Y",
];

impl ReportTime {
    /// What `text` says: RFC 3339, an offset without a colon, `/Date(milliseconds)/`, or wall time.
    #[must_use]
    pub fn text(text: &str) -> Self {
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

    /// Unix seconds.
    #[must_use]
    pub fn unix(seconds: f64) -> Self {
        unix(seconds).map_or(Self::Unreadable, Self::at)
    }

    fn at(at: Timestamp) -> Self {
        if YEARS.contains(&at.utc().year()) { Self::At(at) } else { Self::Unreadable }
    }

    /// The later of two times of one answer; one that reads before one that does not.
    #[must_use]
    pub fn latest(self, other: Self) -> Self {
        match (self, other) {
            (Self::At(one), Self::At(two)) => Self::At(one.max(two)),
            (Self::Wall(one), Self::Wall(two)) => Self::Wall(one.max(two)),
            (Self::Unreadable, other) => other,
            (known, _) => known,
        }
    }

    /// The instant that this stands for, where the clock goes by `zone` and the answer came at `captured_at`; `None`
    /// when it cannot be known. An hour that the clock shows twice is taken for the earlier: never fresher than true.
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

/// `/Date(1700000000000)/`, with or without an offset, which changes nothing: the milliseconds are UTC.
fn dotnet(text: &str) -> Option<Timestamp> {
    let inner = text.strip_prefix("/Date(")?.strip_suffix(")/")?;
    let digits = inner
        .split_at_checked(1)
        .map_or(0, |(_, rest)| rest.find(['+', '-']).map_or(inner.len(), |at| at + 1));
    inner.get(..digits)?.parse::<i64>().ok().map(Timestamp::from_millis)
}

#[cfg(test)]
mod tests;
