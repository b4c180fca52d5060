//! The instant in a file's name: fourteen digits of Japan Standard Time.

use chrono::NaiveDateTime;
use conditions_core::time::{HOUR_MS, Timestamp};

/// Japan Standard Time is nine hours ahead, all year, since 1951.
const AHEAD_MS: i64 = 9 * HOUR_MS;
const FORMAT: &str = "%Y%m%d%H%M%S";
const DIGITS: usize = 14;

/// The name of the file of an instant, without its ending.
pub(super) fn name(at: Timestamp) -> String {
    at.plus_millis(AHEAD_MS).utc().format(FORMAT).to_string()
}

/// The instant that a name or path tells by its last run of fourteen digits, no more and no fewer.
pub(super) fn of_name(name: &str) -> Option<Timestamp> {
    name.split(|c: char| !c.is_ascii_digit())
        .rfind(|run| run.len() == DIGITS)
        .and_then(|run| NaiveDateTime::parse_from_str(run, FORMAT).ok())
        .map(|wall| Timestamp::from(wall.and_utc()).plus_millis(-AHEAD_MS))
}
