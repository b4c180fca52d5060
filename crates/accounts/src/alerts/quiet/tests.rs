use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn over(quiet: &str, now: &str, zone: Tz) -> String {
    quiet.parse::<QuietHours>().unwrap().next_unquiet(at(now), zone).to_string()
}

#[test]
fn quiet_hours_use_the_resort_zone() {
    // 23:30 in Zurich is 15:30 in Denver.
    assert_eq!(over("22-6", "2026-01-10T22:30:00Z", Tz::Europe__Zurich), "2026-01-11T05:00:00.000Z");
    assert_eq!(over("22-6", "2026-01-10T22:30:00Z", Tz::America__Denver), "2026-01-10T22:30:00.000Z");
    // After midnight they end on the same day.
    assert_eq!(over("22-6", "2026-01-11T03:00:00Z", Tz::Europe__Zurich), "2026-01-11T05:00:00.000Z");
    assert_eq!(over("1-5", "2026-01-11T03:00:00Z", Tz::UTC), "2026-01-11T05:00:00.000Z");
    assert_eq!(over("none", "2026-01-11T03:00:00Z", Tz::UTC), "2026-01-11T03:00:00.000Z");
}

#[test]
fn clock_change_keeps_quiet_hours() {
    // Clocks go from 2 to 3 on 29 March 2026.
    assert_eq!(over("22-6", "2026-03-28T23:00:00Z", Tz::Europe__Zurich), "2026-03-29T04:00:00.000Z");
    assert_eq!(over("22-2", "2026-03-28T23:00:00Z", Tz::Europe__Zurich), "2026-03-29T01:00:00.000Z");
    // Clocks go back from 3 to 2 on 25 October 2026: two o'clock occurs twice, and the first one counts.
    assert_eq!(over("22-6", "2026-10-24T23:00:00Z", Tz::Europe__Zurich), "2026-10-25T05:00:00.000Z");
    assert_eq!(over("22-2", "2026-10-24T23:00:00Z", Tz::Europe__Zurich), "2026-10-25T00:00:00.000Z");
    assert_eq!(over("22-2", "2026-10-25T01:30:00Z", Tz::Europe__Zurich), "2026-10-25T01:30:00.000Z");
    assert_eq!(over("2-4", "2026-10-25T00:30:00Z", Tz::Europe__Zurich), "2026-10-25T03:00:00.000Z");
}

#[test]
fn rejects_malformed_spans() {
    for text in ["", "22", "22-", "-6", "24-6", "22-24", "+2-6", "22 - 6", "abc", "222-6", "22-6-7"] {
        assert!(text.parse::<QuietHours>().is_err(), "{text}");
    }
    for text in ["22-6", "none", "0-23"] {
        assert_eq!(text.parse::<QuietHours>().unwrap().to_string(), text);
    }
}
