//! The time of the morning email: once a day per account, from the requested hour in the zone of the resort that the
//! account saved first. A late start of the service sends it for a few hours; after that the day is skipped.

use std::collections::BTreeMap;

use accounts::alerts::quiet::local_day;
use chrono::Timelike as _;
use chrono_tz::Tz;
use conditions_core::time::Timestamp;
use storage::alerts::morning::{MorningEmail, MorningReader};

/// Hours after the requested one within which the email is still sent.
const LATE_HOURS: u32 = 4;

/// Returns the emails whose hour has come. `zones` are those of all resorts; an account whose saved resorts the service
/// no longer has gets none.
#[must_use]
pub fn due(readers: &[MorningReader], zones: &BTreeMap<&str, Tz>, now: Timestamp) -> Vec<MorningEmail> {
    let of = |reader: &MorningReader| {
        let zone = *reader.saved.iter().find_map(|slug| zones.get(slug.as_str()))?;
        let (hour, from) = (now.utc().with_timezone(&zone).hour(), u32::from(reader.hour));
        let is_due = (from..from + LATE_HOURS).contains(&hour);
        is_due.then(|| MorningEmail { account: reader.account, day: local_day(now, zone) })
    };
    readers.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests;
