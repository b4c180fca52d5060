//! Instants with and without a zone.

use super::*;

#[test]
fn an_instant_without_a_zone_is_by_the_issuers_clock() {
    let oslo = |text| instant(text, chrono_tz::Europe::Oslo).map(|at| at.to_string());
    assert_eq!(oslo("2026-01-02T00:00:00").as_deref(), Some("2026-01-01T23:00:00.000Z"));
    assert_eq!(oslo("2026-01-02 00:00:00.547").as_deref(), Some("2026-01-01T23:00:00.547Z"));
    assert_eq!(oslo("2026-01-02T00:00:00Z").as_deref(), Some("2026-01-02T00:00:00.000Z"));
    assert_eq!(oslo("2026-03-29T02:30:00"), None, "an hour that is skipped");
    assert_eq!(oslo("02.01.2026"), None);
}
