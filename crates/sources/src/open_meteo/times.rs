//! Converts the time axis, ISO local time with an offset for the whole series or Unix seconds, to timestamps and dates.

use chrono::{NaiveDate, NaiveDateTime};
use conditions_core::time::Timestamp;

use super::wire::Cell;

/// Returns the timestamp of a cell. Local time is shifted by `offset_s`, the seconds that it is ahead of UTC; Unix
/// seconds are UTC already; text with an offset uses that offset.
#[must_use]
pub fn parse_time(cell: &Cell, offset_s: i64) -> Option<Timestamp> {
    match cell {
        Cell::Number(seconds) => unix(*seconds),
        Cell::Text(text) => {
            let text = text.trim();
            match wall(text) {
                Some(time) => Some(millis(time).plus_millis(-offset_s * 1_000)),
                None => Timestamp::parse(text),
            }
        }
        Cell::Null | Cell::Other => None,
    }
}

/// Returns the local date of a cell. Daily Unix seconds are the UTC time of local midnight.
#[must_use]
pub fn date(cell: &Cell, offset_s: i64) -> Option<NaiveDate> {
    match cell {
        Cell::Number(seconds) => Some(unix(*seconds)?.plus_millis(offset_s * 1_000).utc().date_naive()),
        Cell::Text(text) => wall(text.trim()).map(|time| time.date()),
        Cell::Null | Cell::Other => None,
    }
}

/// Converts Unix seconds, whole or not, within the years 1970–9999.
fn unix(seconds: f64) -> Option<Timestamp> {
    (seconds.abs() < 253_402_300_800.0).then(|| Timestamp::from_millis((seconds * 1_000.0) as i64))
}

fn wall(text: &str) -> Option<NaiveDateTime> {
    if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return date.and_hms_opt(0, 0, 0);
    }
    let formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"];
    formats.into_iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())
}

fn millis(time: NaiveDateTime) -> Timestamp {
    Timestamp::from_millis(time.and_utc().timestamp_millis())
}

#[cfg(test)]
mod tests;
