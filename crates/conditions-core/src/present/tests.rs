//! Tests of the time until which a resolution is valid.

use super::*;
use crate::time::HOUR_MS;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

#[test]
fn age_within_limit_ends_at_limit() {
    let present = Present::new(NOW);
    let age = present.age_of(NOW.plus_millis(-HOUR_MS));
    assert!(!age.is_within(HOUR_MS - 1), "an age that is exceeded stays exceeded");
    assert_eq!(present.until(), Timestamp::from_millis(i64::MAX));
    assert!(age.is_within(3 * HOUR_MS));
    assert_eq!(present.until(), NOW.plus_millis(2 * HOUR_MS + 1));
    assert!(age.is_within(HOUR_MS));
    assert_eq!(present.until(), NOW.plus_millis(1));
}

#[test]
fn future_observation_changes_result() {
    let policy = Policy::contract();
    let present = Present::new(NOW);
    let far = NOW.plus_millis(policy.future_tolerance_ms + HOUR_MS);
    assert_eq!(present.usable_time(&policy, Some(far)), None);
    assert_eq!(present.until(), NOW.plus_millis(HOUR_MS));
    assert_eq!(present.usable_time(&policy, Some(NOW)), Some(NOW));
    assert_eq!(present.until(), NOW.plus_millis(HOUR_MS));
    assert_eq!(present.usable_time(&policy, Some(NOW.plus_millis(5))), Some(NOW));
    assert_eq!(present.until(), NOW.plus_millis(1));
}

#[test]
fn date_ends_at_local_midnight() {
    let until = |now: &str, zone| {
        let present = Present::new(Timestamp::parse(now).unwrap());
        let date = present.date_in(zone);
        (date.to_string(), present.until().to_string())
    };
    let of = |date: &str, until: &str| (date.to_owned(), until.to_owned());
    let vienna = chrono_tz::Europe::Vienna;
    assert_eq!(until("2026-01-10T12:00:00.250Z", vienna), of("2026-01-10", "2026-01-10T23:00:00.000Z"));
    assert_eq!(until("2026-01-10T23:00:00Z", vienna), of("2026-01-11", "2026-01-11T23:00:00.000Z"));
    // Clocks change on this day, so its end is not computed.
    assert_eq!(until("2026-03-28T23:20:00Z", vienna), of("2026-03-29", "2026-03-28T23:30:00.000Z"));
    // In Chile they change at midnight.
    let santiago = chrono_tz::America::Santiago;
    assert_eq!(until("2026-09-06T03:59:59Z", santiago), of("2026-09-05", "2026-09-06T04:00:00.000Z"));
}

#[test]
fn falling_number_changes_at_next_hundredth() {
    let present = Present::new(NOW);
    let falls = |value| present.age_of(NOW).falling(1e-6, |_| value);
    // 0.85 × 0.9 = 0.765, which rounds to 0.77 down to that number.
    assert!(falls(0.9).in_hundredths(0.85, 0.0) > 0.76);
    assert!(present.until() <= NOW.plus_millis(1_000), "{}", present.until());
    let present = Present::new(NOW);
    let falls = |value| present.age_of(NOW).falling(1e-6, |_| value);
    // It reaches 0.695 after 5 seconds, from which one is subtracted.
    let _ = falls(0.7).in_hundredths(1.0, 0.0);
    assert!((3_990..=4_000).contains(&present.until().since(NOW)), "{}", present.until());
    let present = Present::new(NOW);
    let falls = present.age_of(NOW).falling(1e-6, |_| 0.2);
    assert_eq!(falls.in_hundredths(1.0, 0.3).to_string(), "0.3");
    assert_eq!(DecayingNumber::constant(0.7).in_hundredths(1.0, 0.0).to_string(), "0.7");
    assert_eq!(present.until(), Timestamp::from_millis(i64::MAX), "neither falls");
}
