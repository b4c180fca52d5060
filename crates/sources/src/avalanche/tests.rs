//! Times with and without a zone, and how long a statement is valid.

use serde_json::json;

use super::*;

#[test]
fn open_end_means_off_season() {
    let from = Timestamp::parse("2026-05-01T00:00:00Z");
    let of = |end: Value, danger| {
        dated(from, &end, |text| parse_time(text, chrono_tz::UTC), vec![Rating::everywhere(danger)])
    };
    let off = Danger::Unrated(UnratedReason::OffSeason);
    let none = Danger::Unrated(UnratedReason::NoRating);
    for end in [json!(null), json!(" "), json!("9999-12-31T23:59:59Z")] {
        for danger in [off, none] {
            assert_eq!(of(end.clone(), danger), Ok((None, vec![Rating::everywhere(off)])), "{end}");
        }
        assert!(of(end.clone(), Danger::Level(Level::High)).is_err(), "{end}");
    }
    let half_a_year = json!("2026-11-20T00:00:00Z");
    assert_eq!(of(half_a_year.clone(), off), Ok((None, vec![Rating::everywhere(off)])));
    assert!(of(half_a_year, none).is_err(), "a wrong date");
    for end in [json!("2026-04-30T00:00:00Z"), json!("soon"), json!(20_260_501)] {
        assert!(of(end.clone(), off).is_err(), "{end}");
    }
    let (span, ratings) = of(json!("2026-05-02T00:00:00Z"), none).unwrap();
    assert!(span.is_some() && ratings == [Rating::everywhere(none)]);
}

#[test]
fn times_without_zone_are_local() {
    let oslo = |text| parse_time(text, chrono_tz::Europe::Oslo).map(|at| at.to_string());
    assert_eq!(oslo("2026-01-02T00:00:00").as_deref(), Some("2026-01-01T23:00:00.000Z"));
    assert_eq!(oslo("2026-01-02 00:00:00.547").as_deref(), Some("2026-01-01T23:00:00.547Z"));
    assert_eq!(oslo("2026-01-02T00:00:00Z").as_deref(), Some("2026-01-02T00:00:00.000Z"));
    assert_eq!(oslo("2026-03-29T02:30:00"), None, "an hour that is skipped");
    assert_eq!(oslo("02.01.2026"), None);
}
