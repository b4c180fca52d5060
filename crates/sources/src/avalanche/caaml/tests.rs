//! Synthetic responses in the real wire format, some of them malformed.

use super::*;
use crate::avalanche::issuers::{EUREGIO, SLF};
use ::avalanche::{Danger, Level, UnratedReason};
use serde_json::json;

fn named(name: &str) -> Subject {
    Subject::new(name.to_owned(), Request::get(String::new(), &[]))
}

/// Returns a synthetic bulletin with one member changed.
fn with(member: &str, value: Value) -> Value {
    let mut bulletin = json!({
        "bulletinID": "synthetic-1", "lang": "en", "publicationTime": "2026-04-12T15:00:00Z",
        "validTime": { "startTime": "2026-04-12T15:00:00Z", "endTime": "2026-04-13T15:00:00Z" },
        "regions": [{ "regionID": "AT-07-10", "name": "Synthetic" }, { "regionID": "AT-07-14-01" }],
        "dangerRatings": [
            { "mainValue": "high", "elevation": { "upperBound": "2500" }, "validTimePeriod": "all_day" },
            { "mainValue": "considerable", "elevation": { "lowerBound": "2500" }, "validTimePeriod": "all_day" },
        ],
        "avalancheProblems": [{ "problemType": "wet_snow", "elevation": { "upperBound": 2500 }, "aspects": ["S", "SE"] }],
        "avalancheActivity": { "highlights": "<b>Wet</b> snow", "comment": "One.<br/>Two." },
        "tendency": [{ "highlights": "steady" }],
    });
    if !member.is_empty() {
        bulletin[member] = value;
    }
    bulletin
}

fn read(bulletins: &[Value]) -> ParsedBulletins {
    let body = json!({ "bulletins": bulletins }).to_string();
    EUREGIO.read(&EUREGIO.feeds[0], body.as_bytes()).unwrap()
}

fn one(member: &str, value: Value) -> Bulletin {
    read(&[with(member, value)]).bulletins.remove(0)
}

#[test]
fn reads_all_facts_of_a_bulletin() {
    let bulletin = one("", json!(null));
    let danger = |level| Danger::Level(level);
    assert_eq!(bulletin.ratings[0].danger, danger(Level::High));
    assert_eq!(
        bulletin.ratings[0].elevation,
        Elevation::below(Bound::Metres(2500)),
        "higher below, as in spring"
    );
    assert_eq!(bulletin.ratings[1].danger, danger(Level::Considerable));
    assert_eq!(bulletin.regions[1].id, "AT-07-14-01");
    assert_eq!(
        (bulletin.headline.as_deref(), bulletin.comment.as_deref()),
        (Some("Wet snow"), Some("One.\nTwo."))
    );
    assert_eq!(
        bulletin.problems[0].elevation,
        Elevation::below(Bound::Metres(2500)),
        "a number is a bound too"
    );
    assert_eq!(bulletin.problems[0].aspects.names().collect::<Vec<_>>(), ["SE", "S"]);
    assert_eq!(bulletin.issuer, "Avalanche Warning Service Tyrol");
    assert_eq!(bulletin.link.as_deref(), Some("https://avalanche.report/"));
}

#[test]
fn members_may_be_missing_or_null() {
    for member in
        ["bulletinID", "lang", "publicationTime", "avalancheProblems", "avalancheActivity", "tendency"]
    {
        assert_eq!(one(member, json!(null)).ratings.len(), 2, "{member}");
    }
    assert_eq!(one("tendency", json!({ "comment": "rising" })).outlook.as_deref(), Some("rising"));
    assert!(one("dangerRatings", json!(null)).ratings.is_empty());
    let treeline = json!([{ "mainValue": "low", "elevation": { "lowerBound": "treeline" } }]);
    assert_eq!(one("dangerRatings", treeline).ratings[0].elevation, Elevation::above(Bound::Treeline));
    let parts = json!([{ "mainValue": "low", "validTimePeriod": "earlier" }, { "mainValue": "moderate", "validTimePeriod": "later" }]);
    assert_eq!(
        one("dangerRatings", parts).ratings.iter().map(|rating| rating.part).collect::<Vec<_>>(),
        [Part::Earlier, Part::Later]
    );
    let none = json!([{ "mainValue": "no_snow" }, { "mainValue": "no_rating" }]);
    let dangers: Vec<_> = one("dangerRatings", none).ratings.iter().map(|rating| rating.danger).collect();
    assert_eq!(dangers, [Danger::Unrated(UnratedReason::NoSnow), Danger::Unrated(UnratedReason::NoRating)]);
}

#[test]
fn bad_bulletin_is_dropped() {
    let wrong = [
        ("dangerRatings", json!([{ "mainValue": "severe" }])),
        ("dangerRatings", json!([{ "mainValue": "high" }, { "mainValue": null }])),
        ("dangerRatings", json!([{ "mainValue": "high", "elevation": { "lowerBound": "high up" } }])),
        ("dangerRatings", json!([{ "mainValue": "high", "validTimePeriod": "at night" }])),
        ("dangerRatings", json!("high")),
        ("validTime", json!(null)),
        ("validTime", json!({ "startTime": "2026-04-13T15:00:00Z", "endTime": "2026-04-12T15:00:00Z" })),
        ("validTime", json!({ "startTime": "2026-04-12T15:00:00Z", "endTime": "2027-04-12T15:00:00Z" })),
        ("regions", json!([])),
        ("regions", json!([{ "regionID": "<b>AT</b>" }])),
    ];
    for (member, value) in wrong {
        let read = read(&[with("", json!(null)), with(member, value.clone()), with("", json!(null))]);
        assert_eq!(read.bulletins.len(), 2, "{member}: {value}");
        assert_eq!(read.faults.len(), 1, "{member}: {value}");
        assert_eq!(read.faults[0].at, FaultPosition::Row(1));
    }
}

#[test]
fn rejects_only_unreadable_bulletins() {
    let document = |body: &str| EUREGIO.document(&named("AT-07"), body.as_bytes());
    assert!(document("{\"bulletins\":[]}").unwrap().bulletins.is_empty());
    let bad = json!({ "bulletins": [with("validTime", json!(null))] }).to_string();
    for other in [
        "",
        "[]",
        "{}",
        "<html>",
        "{\"bulletins\":[",
        "{\"bulletins\":{}}",
        "{\"message\":\"not found\"}",
        &bad,
    ] {
        assert!(document(other).is_err(), "{other}");
    }
    let whole = json!({ "bulletins": [with("", json!(null))] }).to_string();
    assert!(document(&whole[..whole.len() - 3]).is_err(), "cut");
}

#[test]
fn features_have_areas() {
    let ring = json!([[[7.0, 46.0], [8.0, 46.0], [8.0, 47.0], [7.0, 47.0], [7.0, 46.0]]]);
    let feature = json!({ "type": "Feature", "properties": with("", json!(null)), "geometry": { "type": "Polygon", "coordinates": ring } });
    let body = json!({ "type": "FeatureCollection", "features": [feature] }).to_string();
    let document = SLF.document(&named("CH"), body.as_bytes()).unwrap();
    assert!(document.bulletins[0].area.as_ref().unwrap().contains(46.5, 7.5));
    assert_eq!(document.lane, "slf-bulletin");
}
