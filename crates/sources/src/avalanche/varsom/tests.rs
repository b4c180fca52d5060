//! Synthetic responses in the form of the service, with its quirks.

use super::*;
use serde_json::json;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Returns a synthetic warning with some members changed.
fn with(changes: Value) -> Value {
    let mut warning = json!({
        "RegId": 101, "RegionId": 3032, "RegionName": "Hallingdal", "RegionTypeName": "A", "DangerLevel": "3",
        "ValidFrom": "2026-01-10T00:00:00", "ValidTo": "2026-01-10T23:59:59", "NextWarningTime": "2026-01-11T16:00:00",
        "PublishTime": "2026-01-09T15:30:59.547", "MainText": "Synthetic: <b>fresh</b> wind slabs.", "LangKey": 2,
        "EmergencyWarning": "Not given", "AvalancheDanger": "One.\n\nTwo.", "ExposedHeightFill": 1, "ExposedHeight1": 0,
        "AvalancheAdvices": [{ "AdviceID": 0, "ImageUrl": "http://example.org/1.jpg", "Text": "Avoid steep slopes. " }],
        "AvalancheProblems": [{
            "AvalancheProblemTypeName": "Persistent weak layer (slab avalanches)", "ValidExpositions": "10001111",
            "DestructiveSizeExtId": 3, "ExposedHeight1": 300, "ExposedHeight2": 300, "ExposedHeightFill": 1,
        }],
    });
    if let (Some(warning), Some(changes)) = (warning.as_object_mut(), changes.as_object()) {
        warning.extend(changes.clone());
    }
    warning
}

fn of(warnings: &[Value]) -> ParsedBulletins {
    let regions =
        json!([{ "Id": 3032, "Name": "Hallingdal", "TypeName": "A", "AvalancheWarningList": warnings }]);
    read(regions.to_string().as_bytes()).unwrap()
}

fn one(changes: Value) -> Bulletin {
    of(&[with(changes)]).bulletins.remove(0)
}

#[test]
fn reads_all_facts_of_a_warning() {
    let stated = one(json!({}));
    assert_eq!(stated.ratings, [Rating::everywhere(Danger::Level(Level::Considerable))]);
    assert_eq!((stated.regions[0].id.as_str(), stated.id.as_deref()), ("NO-3032", Some("varsom-101")));
    let problem = &stated.problems[0];
    assert_eq!((problem.kind.as_str(), problem.size), ("persistent_weak_layers", Some(3)));
    assert_eq!(problem.aspects.names().collect::<Vec<_>>(), ["N", "S", "SW", "W", "NW"]);
    assert_eq!(problem.elevation, Elevation::above(Bound::Metres(300)));
    assert_eq!(stated.headline.as_deref(), Some("Synthetic: fresh wind slabs."));
    assert_eq!(stated.comment.as_deref(), Some("One.\nTwo."));
    assert_eq!(stated.advice.as_deref(), Some("Avoid steep slopes."));
    assert_eq!(stated.issued_at, Some(at("2026-01-09T14:30:59.547Z")));
}

#[test]
fn day_ends_at_norwegian_midnight() {
    let valid = one(json!({})).valid.unwrap();
    assert_eq!((valid.from, valid.to), (at("2026-01-09T23:00:00Z"), at("2026-01-10T23:00:00Z")));
    assert!(valid.contains(at("2026-01-10T22:59:59.900Z")) && !valid.contains(at("2026-01-10T23:00:00Z")));
    // The clocks go forward in the night to the 29th of March.
    let short = json!({ "ValidFrom": "2026-03-29T00:00:00", "ValidTo": "2026-03-29T23:59:59" });
    let valid = one(short).valid.unwrap();
    assert_eq!((valid.from, valid.to), (at("2026-03-28T23:00:00Z"), at("2026-03-29T22:00:00Z")));
}

#[test]
fn invalid_levels_are_dropped() {
    for none in [json!("0"), json!(0)] {
        let stated = one(json!({ "DangerLevel": none }));
        assert_eq!(stated.ratings, [Rating::everywhere(Danger::Unrated(UnratedReason::NotAssessed))]);
    }
    let wrong = [
        json!({ "DangerLevel": "6" }),
        json!({ "DangerLevel": "-1" }),
        json!({ "DangerLevel": null }),
        json!({ "DangerLevel": "3 Considerable" }),
        json!({ "ValidTo": null }),
        json!({ "ValidTo": "2026-01-09T23:59:59" }),
        json!({ "ValidFrom": "10.01.2026" }),
        json!({ "RegionId": "<b>" , "RegionName": null }),
    ];
    for changes in wrong {
        let regions = json!([
            { "Id": 3031, "Name": "Voss", "AvalancheWarningList": [with(json!({ "RegionId": 3031 }))] },
            { "Name": "Hallingdal", "AvalancheWarningList": [with(changes.clone())] },
            { "Id": 3034, "Name": "Hardanger", "AvalancheWarningList": [with(json!({ "RegionId": null }))] },
        ]);
        let read = read(regions.to_string().as_bytes()).unwrap();
        let ids: Vec<&str> = read.bulletins.iter().map(|stated| stated.regions[0].id.as_str()).collect();
        assert_eq!((ids, read.faults.len()), (vec!["NO-3031", "NO-3034"], 1), "{changes}");
    }
}

#[test]
fn plain_list_of_warnings_is_read() {
    let simple = json!([{
        "RegId": 7, "RegionId": 3011, "RegionName": "Tromsø", "DangerLevel": "2", "LangKey": 1,
        "ValidFrom": "2026-03-01T00:00:00", "ValidTo": "2026-03-01T23:59:59", "PublishTime": "2026-02-28T15:31:11.07",
        "MainText": "Syntetisk.",
    }]);
    let stated = read(simple.to_string().as_bytes()).unwrap().bulletins.remove(0);
    assert_eq!(stated.ratings, [Rating::everywhere(Danger::Level(Level::Moderate))]);
    assert_eq!((stated.lang.as_deref(), stated.problems.len()), (Some("no"), 0));
}

#[test]
fn generated_warnings_state_no_level() {
    let nobody = |day: &str| {
        with(json!({
            "RegId": 0, "DangerLevel": "0", "MainText": "No Rating", "AvalancheProblems": null,
            "ValidFrom": format!("{day}T00:00:00"), "ValidTo": format!("{day}T23:59:59"), "PublishTime": format!("{day}T00:00:00"),
        }))
    };
    let answer =
        json!([{ "Id": 3032, "AvalancheWarningList": [nobody("2026-01-10"), nobody("2026-01-11")] }]);
    let subject = &Varsom.subjects(at("2026-01-10T12:00:00Z"))[0];
    let document = Varsom.document(subject, answer.to_string().as_bytes()).unwrap();
    assert_eq!(document.bulletins.len(), 1);
    assert_eq!(document.bulletins[0].valid.unwrap().from, at("2026-01-09T23:00:00Z"));
    assert_eq!((&document.bulletins[0].id, document.bulletins[0].issued_at), (&None, None));
}

#[test]
fn requests_use_norwegian_days_and_json() {
    let subjects = Varsom.subjects(at("2026-01-09T23:30:00Z"));
    assert_eq!(subjects[0].request.path, "/api/RegionSummary/Detail/2/2026-01-10/2026-01-11");
    assert!(subjects[0].request.headers.contains(&Header::Accept("application/json")));
}

#[test]
fn reads_heights_and_emergencies() {
    let of = |fill: u8, first: i32, second: i32| {
        let problem = json!([{ "AvalancheProblemTypeName": "Wind slab", "ExposedHeightFill": fill,
            "ExposedHeight1": first, "ExposedHeight2": second }]);
        one(json!({ "AvalancheProblems": problem })).problems.remove(0).elevation.to_string()
    };
    assert_eq!(of(1, 900, 0), "above 900 m");
    assert_eq!(of(2, 900, 0), "below 900 m");
    assert_eq!(of(4, 1_200, 600), "600 m to 1200 m");
    assert_eq!(of(3, 1_200, 600), "at all elevations", "above one and below the other");
    assert_eq!(of(1, 0, 0), "at all elevations");
    let emergency = one(json!({ "EmergencyWarning": "Extreme avalanche situation" }));
    assert_eq!(
        emergency.headline.as_deref(),
        Some("Extreme avalanche situation\nSynthetic: fresh wind slabs.")
    );
}

#[test]
fn rejects_invalid_responses() {
    let subject = &Varsom.subjects(at("2026-01-10T12:00:00Z"))[0];
    for other in
        ["", "<RegionSummary/>", "{}", "[{]", "{\"Message\":\"An error has occurred.\"}", "[{\"Id\":3032},"]
    {
        assert!(Varsom.document(subject, other.as_bytes()).is_err(), "{other}");
    }
    assert!(Varsom.document(subject, b"[]").unwrap().bulletins.is_empty());
}

/// The recorded responses, if present, with the expected levels next to them.
#[test]
fn recorded_warnings_have_expected_levels() {
    let root = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/payloads")),
        std::path::PathBuf::from,
    );
    for (file, expected) in [
        ("varsom/simple_by_region_tromso_2026-03.json", vec![Some(2), Some(2), Some(2)]),
        ("eaws/test_NO.json", vec![Some(3), Some(3), None]),
    ] {
        let Ok(body) = std::fs::read(root.join(file)) else {
            println!("no recorded answer {file}: nothing compared");
            continue;
        };
        let read = read(&body).unwrap();
        let levels: Vec<Option<u8>> =
            read.bulletins.iter().map(|stated| stated.highest().map(Level::number)).collect();
        assert_eq!((levels, read.faults.len()), (expected, 0), "{file}");
    }
}
