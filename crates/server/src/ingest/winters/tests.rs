//! When there is a new day.

use super::*;

#[test]
fn a_new_day_begins_at_noon() {
    let at = |text: &str| Timestamp::parse(text).unwrap();
    for (now, next) in [
        ("2026-01-10T00:00:00Z", "2026-01-10T12:00:00Z"),
        ("2026-01-10T11:59:59.999Z", "2026-01-10T12:00:00Z"),
        ("2026-01-10T12:00:00Z", "2026-01-11T12:00:00Z"),
        ("2026-02-28T18:00:00Z", "2026-03-01T12:00:00Z"),
    ] {
        assert_eq!(next_day(at(now)), at(next), "{now}");
    }
}
