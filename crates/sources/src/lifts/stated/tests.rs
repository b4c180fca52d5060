use chrono::FixedOffset;

use super::*;

fn at(text: &str) -> ReportTime {
    ReportTime::At(Timestamp::parse(text).unwrap())
}

#[test]
fn parses_every_form_of_time() {
    assert_eq!(ReportTime::parse("2018-01-05T05:45:46-0700"), at("2018-01-05T12:45:46Z"));
    assert_eq!(ReportTime::parse("2021-11-19T12:58:50.000-07:00"), at("2021-11-19T19:58:50Z"));
    assert_eq!(ReportTime::parse("/Date(1700000000000)/"), at("2023-11-14T22:13:20Z"));
    assert_eq!(ReportTime::parse("/Date(1700000000000-0700)/"), at("2023-11-14T22:13:20Z"));
    assert_eq!(ReportTime::unix(1_734_044_423.0), at("2024-12-12T23:00:23Z"));
    for text in ["10:04 AM Nov 25, 2015", "2015-11-25T10:04:00", "2015-11-25T10:04"] {
        let ReportTime::Wall(wall) = ReportTime::parse(text) else { panic!("{text}") };
        assert_eq!(wall.to_string(), "2015-11-25 10:04:00");
    }
}

#[test]
fn never_is_not_a_time() {
    for text in
        ["", "0001-01-01T00:00:00", "/Date(-62135596800000)/", "/Date()/", "/Date(x)/", "soon", "13:99 PM"]
    {
        assert_eq!(ReportTime::parse(text), ReportTime::Unreadable, "{text}");
    }
    assert_eq!(ReportTime::unix(0.0), ReportTime::Unreadable);
}

#[test]
fn local_time_uses_the_resorts_zone() {
    let west = FixedOffset::west_opt(7 * 3_600).unwrap();
    let captured = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let wall = ReportTime::parse("10:04 AM Nov 25, 2015").observed_at(&west, captured).unwrap();
    assert_eq!(wall.to_string(), "2015-11-25T17:04:00.000Z");
    assert_eq!(ReportTime::Unreadable.observed_at(&west, captured), None);
    assert_eq!(ReportTime::OfTheMoment.observed_at(&west, captured), Some(captured));
}

#[test]
fn latest_time_wins() {
    let (early, late) = (at("2026-01-10T06:00:00Z"), at("2026-01-10T07:00:00Z"));
    assert_eq!(early.latest(late), late);
    assert_eq!(ReportTime::Unreadable.latest(early), early);
    assert_eq!(early.latest(ReportTime::Unreadable), early);
}
