//! Parses times as station networks write them: with an offset, or as local time with an offset given elsewhere.

use chrono::{NaiveDate, NaiveDateTime};
use conditions_core::time::Timestamp;

const FORMATS: [&str; 4] =
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M"];

/// Parses a time. Text with an offset uses that offset; local time is `offset_s` seconds ahead of UTC; a date without a
/// time is the midnight at its start.
#[must_use]
pub fn parse_time(text: &str, offset_s: i32) -> Option<Timestamp> {
    let text = text.trim();
    Timestamp::parse(text).or_else(|| {
        let wall = wall(text)?.and_utc().timestamp_millis();
        Some(Timestamp::from_millis(wall).plus_millis(-i64::from(offset_s) * 1_000))
    })
}

/// Converts Unix seconds that can be the time of a measurement: positive, before the year 10000.
#[must_use]
pub fn unix(seconds: f64) -> Option<Timestamp> {
    (seconds > 0.0 && seconds < 253_402_300_800.0).then(|| Timestamp::from_millis((seconds * 1_000.0) as i64))
}

/// Converts `hours` to whole seconds, if they are a possible offset from UTC.
#[must_use]
pub fn offset(hours: f64) -> Option<i32> {
    (hours.abs() <= 16.0).then_some((hours * 3_600.0) as i32)
}

fn wall(text: &str) -> Option<NaiveDateTime> {
    FORMATS
        .into_iter()
        .find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())
        .or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0))
}

#[cfg(test)]
mod tests;
