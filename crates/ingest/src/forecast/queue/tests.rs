use conditions_core::evidence::{MonthDay, UsualSeason};
use conditions_core::time::{HOUR_MS, MINUTE_MS};

use super::*;
use crate::forecast::tests::target;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn due(queue: &Queue, now: Timestamp) -> Vec<String> {
    queue.due(now).into_iter().map(|place| place.id).collect()
}

#[test]
fn longest_wait_comes_first() {
    let mut queue = Queue::new(["a", "b", "c", "d"].map(target).into(), HOUR_MS);
    queue.captured("a", Some(now().plus_millis(-2 * HOUR_MS)));
    queue.captured("b", Some(now().plus_millis(-3 * HOUR_MS)));
    queue.captured("c", Some(now().plus_millis(-50 * MINUTE_MS)));
    assert_eq!(due(&queue, now()), ["d", "b", "a"]);
    queue.rest("d", now().plus_millis(MINUTE_MS));
    assert_eq!(due(&queue, now()), ["b", "a"]);
    assert_eq!(due(&queue, now().plus_millis(10 * MINUTE_MS)), ["d", "b", "a", "c"]);
}

#[test]
fn fast_clock_delays_nothing() {
    let mut queue = Queue::new(["a", "b"].map(target).into(), HOUR_MS);
    let ahead = now().plus_millis(48 * HOUR_MS);
    queue.captured("a", Some(ahead));
    queue.rest("b", ahead);
    assert!(due(&queue, now()).is_empty());
    queue.reset(now());
    assert_eq!(due(&queue, now()), ["a", "b"]);
}

#[test]
fn closed_resort_waits_twice_as_long() {
    let mut summer = target("summer");
    let date = |month| MonthDay { month, day: 1 };
    summer.profile.season = Some(UsualSeason { opens: date(6), closes: date(9) });
    let mut queue = Queue::new(vec![summer, target("winter")], HOUR_MS);
    let captured = now().plus_millis(-90 * MINUTE_MS);
    ["summer", "winter"].iter().for_each(|slug| queue.captured(slug, Some(captured)));
    assert_eq!(due(&queue, now()), ["winter"]);
    // The one that is late by most comes first, whatever its period.
    queue.captured("winter", Some(now().plus_millis(-50 * MINUTE_MS)));
    assert_eq!(due(&queue, now().plus_millis(31 * MINUTE_MS)), ["winter", "summer"]);
    let july = Timestamp::parse("2026-07-10T12:00:00Z").unwrap();
    queue.captured("summer", Some(july.plus_millis(-90 * MINUTE_MS)));
    assert!(due(&queue, july).contains(&"summer".to_owned()));
}
