//! Tests of the time of the morning email.

use chrono_tz::America::Denver;
use chrono_tz::Europe::Zurich;
use uuid::Uuid;

use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn reader(hour: u8, saved: &[&str]) -> MorningReader {
    let saved = saved.iter().map(|slug| (*slug).to_owned()).collect();
    MorningReader { account: Uuid::from_u128(1), hour, saved }
}

fn days(reader: &MorningReader, now: &str) -> Vec<String> {
    let zones = BTreeMap::from([("zermatt", Zurich), ("alta", Denver)]);
    let due = due(std::slice::from_ref(reader), &zones, at(now));
    due.iter().map(|email| email.day.to_string()).collect()
}

#[test]
fn morning_is_that_of_the_first_saved_resort() {
    let alps = reader(6, &["zermatt", "alta"]);
    assert_eq!(days(&alps, "2026-11-28T04:59:00Z"), [""; 0], "05:59 in Zermatt");
    assert_eq!(days(&alps, "2026-11-28T05:00:00Z"), ["2026-11-28"]);
    let utah = reader(6, &["alta", "zermatt"]);
    assert_eq!(days(&utah, "2026-11-28T05:00:00Z"), [""; 0]);
    assert_eq!(days(&utah, "2026-11-28T13:00:00Z"), ["2026-11-28"]);
}

#[test]
fn late_start_skips_the_day() {
    let reader = reader(6, &["zermatt"]);
    assert_eq!(days(&reader, "2026-11-28T08:59:00Z"), ["2026-11-28"], "09:59 in Zermatt");
    assert_eq!(days(&reader, "2026-11-28T09:00:00Z"), [""; 0]);
}

#[test]
fn unknown_resorts_make_no_email() {
    assert_eq!(days(&reader(6, &["gone"]), "2026-11-28T05:00:00Z"), [""; 0]);
    assert_eq!(days(&reader(6, &["gone", "zermatt"]), "2026-11-28T05:00:00Z"), ["2026-11-28"]);
}

#[test]
fn clock_change_keeps_the_hour() {
    // The last Sunday of March skips from 02:00 to 03:00 in Zurich.
    let reader = reader(2, &["zermatt"]);
    assert_eq!(days(&reader, "2027-03-28T01:30:00Z"), ["2027-03-28"], "03:30 in Zermatt");
}
