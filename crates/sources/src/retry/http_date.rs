//! HTTP dates in the three forms that RFC 9110 section 5.6.7 tells a recipient to accept.

use chrono::{Datelike, NaiveDateTime};
use conditions_core::time::Timestamp;

/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`. A two-digit year
/// that would lie more than 50 years after `now` belongs to the century before.
pub(super) fn parse(text: &str, now: Timestamp) -> Option<Timestamp> {
    let read = |format| NaiveDateTime::parse_from_str(text, format).ok();
    if let Some(time) = read("%a, %d %b %Y %H:%M:%S GMT").or_else(|| read("%a %b %e %H:%M:%S %Y")) {
        return Some(time.and_utc().into());
    }
    // The weekday belongs to a year that the two digits do not give: it is skipped, not checked.
    let (_, rest) = text.split_once(", ")?;
    let (day, rest) = rest.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    let (year, clock) = rest.split_once(' ')?;
    if year.len() != 2 {
        return None;
    }
    let this_year = now.utc().year();
    let mut year = this_year - this_year.rem_euclid(100) + year.parse::<i32>().ok()?;
    if year > this_year + 50 {
        year -= 100;
    }
    let time =
        NaiveDateTime::parse_from_str(&format!("{day} {month} {year} {clock}"), "%d %b %Y %H:%M:%S GMT");
    Some(time.ok()?.and_utc().into())
}
