//! Synthetic responses in the form that public clients of the interface read, some of them malformed.

use super::*;
use ::avalanche::{Level, UnratedReason};
use serde_json::json;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn day(value: &str, weekday: &str, bands: [&str; 3]) -> Value {
    let rating = |word: &str| json!({ "display": word, "rating": { "value": word, "display": word } });
    json!({
        "date": { "value": value, "display": weekday },
        "ratings": { "alp": rating(bands[0]), "tln": rating(bands[1]), "btl": rating(bands[2]) },
    })
}

/// Returns a synthetic forecast, issued on a Saturday afternoon in Vancouver, with some members of its report changed.
fn with(changes: Value) -> Value {
    let mut product = json!({
        "id": "p-1", "type": "avalancheforecast", "url": "https://avalanche.ca/forecasts/synthetic",
        "area": { "id": "a1b2", "name": "Synthetic area" }, "owner": { "value": "avalanche-canada", "display": "Avalanche Canada" },
        "report": {
            "id": "r-1", "title": "Synthetic region", "timezone": "America/Vancouver",
            "dateIssued": "2026-03-01T00:00:00Z", "validUntil": "2026-03-02T00:00:00Z",
            "highlights": "<p>Synthetic: <b>tricky</b>.</p>",
            "dangerRatings": [
                day("2026-03-02T00:00:00Z", "Sunday", ["considerable", "moderate", "low"]),
                day("2026-03-03T00:00:00Z", "Monday", ["high", "considerable", "norating"]),
            ],
            "problems": [{
                "type": { "value": "windslab", "display": "Wind Slab" },
                "data": {
                    "elevations": [{ "value": "alp" }, { "value": "tln" }], "aspects": [{ "value": "n" }, { "value": "ne" }],
                    "expectedSize": { "min": "1.0", "max": "2.0" },
                },
            }],
            "summaries": [{ "type": { "value": "avalanche-summary" }, "content": "<p>None seen.</p>" }],
            "terrainAndTravelAdvice": ["Go <script>x</script>easy."],
        },
    });
    if let (Some(report), Some(changes)) = (product["report"].as_object_mut(), changes.as_object()) {
        report.extend(changes.clone());
    }
    product
}

fn of(products: &[Value]) -> ParsedBulletins {
    read(Value::from(products).to_string().as_bytes()).unwrap()
}

fn one(changes: Value) -> Bulletin {
    of(&[with(changes)]).bulletins.remove(0)
}

#[test]
fn first_day_applies_until_the_end() {
    let stated = one(json!({}));
    let valid = stated.valid.unwrap();
    assert_eq!((valid.from, valid.to), (at("2026-03-01T00:00:00Z"), at("2026-03-02T00:00:00Z")));
    let told: Vec<String> = stated
        .ratings
        .iter()
        .map(|rating| format!("{} {}", rating.danger.level().map_or(0, Level::number), rating.elevation))
        .collect();
    assert_eq!(told, ["3 above the tree line", "2 at the tree line", "1 below the tree line"]);
    assert_eq!(
        stated.outlook.as_deref(),
        Some("2026-03-02: alpine high, tree line considerable, below no rating"),
        "a later day does not set the level"
    );
    assert_eq!((stated.issuer.as_str(), stated.comment.as_deref()), ("Avalanche Canada", Some("None seen.")));
    assert_eq!(stated.advice.as_deref(), Some("Go easy."));
    let problem = &stated.problems[0];
    assert_eq!((problem.kind.as_str(), problem.size), ("wind_slab", Some(2)));
    assert_eq!(problem.elevation.to_string(), "above the tree line");
}

#[test]
fn date_may_be_its_midnight() {
    let stated =
        one(json!({ "dangerRatings": [day("2026-03-01T00:00:00Z", "Sunday", ["high", "low", "low"])] }));
    assert_eq!(stated.highest(), Some(Level::High));
}

#[test]
fn other_terms_are_not_levels() {
    for (word, unrated) in [
        ("norating", UnratedReason::NoRating),
        ("noRating", UnratedReason::NoRating),
        ("spring", UnratedReason::OffSeason),
    ] {
        let stated =
            one(json!({ "dangerRatings": [day("2026-03-02T00:00:00Z", "Sunday", [word, word, word])] }));
        assert!(stated.ratings.iter().all(|rating| rating.danger == Danger::Unrated(unrated)), "{word}");
    }
    assert!(one(json!({ "dangerRatings": null })).ratings.is_empty());
}

#[test]
fn off_season_products_are_recognized() {
    let off = [Rating::everywhere(Danger::Unrated(UnratedReason::OffSeason))];
    for end in [json!(null), json!("9999-12-31T00:00:00Z"), json!("2026-11-20T00:00:00Z")] {
        for word in ["summer", "spring", "offseason", "earlyseason"] {
            let days = [day("2026-03-02T00:00:00Z", "Sunday", [word, word, word])];
            let stated = one(json!({ "validUntil": end, "dangerRatings": days }));
            assert_eq!((stated.valid, stated.ratings.as_slice()), (None, &off[..]), "{end} {word}");
            assert_eq!(stated.link.as_deref(), Some("https://avalanche.ca/forecasts/synthetic"));
        }
    }
    let stated = one(json!({ "validUntil": null, "dangerRatings": [] }));
    assert_eq!((stated.valid, stated.ratings.as_slice()), (None, &off[..]));
}

#[test]
fn bad_forecast_is_dropped() {
    let wrong = [
        json!({ "dangerRatings": [day("2026-03-02T00:00:00Z", "Sunday", ["severe", "low", "low"])] }),
        json!({ "dangerRatings": [day("2026-03-02T00:00:00Z", "Friday", ["low", "low", "low"])] }),
        json!({ "dangerRatings": [day("2026-03-12T00:00:00Z", "Wednesday", ["low", "low", "low"])] }),
        json!({ "dangerRatings": [{ "date": { "value": "tomorrow" } }] }),
        json!({ "timezone": null }),
        json!({ "timezone": "Mars/Olympus" }),
        json!({ "validUntil": null }),
        json!({ "validUntil": "2026-02-01T00:00:00Z" }),
        json!({ "problems": "many" }),
    ];
    for changes in wrong {
        let read = of(&[with(json!({})), with(changes.clone()), with(json!({}))]);
        assert_eq!((read.bulletins.len(), read.faults.len()), (2, 1), "{changes}");
        assert_eq!(read.faults[0].at, FaultPosition::Row(1));
    }
}

#[test]
fn areas_come_in_a_second_response() {
    let ring = json!([[[-123.5, 49.0], [-122.5, 49.0], [-122.5, 50.5], [-123.5, 50.5], [-123.5, 49.0]]]);
    let feature = json!({ "type": "Feature", "id": "a1b2", "properties": {}, "geometry": { "type": "Polygon", "coordinates": ring } });
    let broken = json!({ "type": "Feature", "id": "c3", "geometry": null });
    let body = json!({ "type": "FeatureCollection", "features": [broken, feature] }).to_string();
    let subjects = AvalancheCanada.subjects(at("2026-03-01T00:00:00Z"));
    let document = AvalancheCanada.document(&subjects[0], body.as_bytes()).unwrap();
    assert_eq!(document.grounds.keys().collect::<Vec<_>>(), ["a1b2"]);
    assert!(document.grounds["a1b2"].contains(50.1, -122.95) && document.bulletins.is_empty());
}

#[test]
fn rejects_invalid_responses() {
    let subjects = AvalancheCanada.subjects(at("2026-03-01T00:00:00Z"));
    for other in [
        "",
        "<html>",
        "{\"message\":\"Forbidden\"}",
        "[{]",
        "{\"features\":7}",
        "{\"features\":[{\"id\":\"a\"}]}",
    ] {
        for subject in &subjects {
            assert!(
                AvalancheCanada.document(subject, other.as_bytes()).is_err(),
                "{}: {other}",
                subject.name
            );
        }
    }
    assert!(AvalancheCanada.document(&subjects[1], b"[]").unwrap().bulletins.is_empty());
}
