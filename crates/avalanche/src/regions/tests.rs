//! Tests of the regions of a file, and of matching identifiers.

use super::*;
use serde_json::json;

fn square(west: f64, south: f64, side: f64) -> Value {
    let (east, north) = (west + side, south + side);
    json!({ "type": "Polygon", "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]] })
}

/// Returns a synthetic file in the form of the EAWS micro-regions.
fn file(features: &[(&str, Value, Value, Value)]) -> Vec<u8> {
    let feature = |(id, start, end, geometry): &(&str, Value, Value, Value)| json!({ "type": "Feature", "properties": { "id": id, "start_date": start, "end_date": end }, "geometry": geometry });
    let features: Vec<Value> = features.iter().map(feature).collect();
    json!({ "type": "FeatureCollection", "features": features }).to_string().into_bytes()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn a_region_is_one_within_its_dates() {
    let regions = Regions::from_geojson(&file(&[
        ("XX-1", json!(null), json!("2022-10-01"), square(10.0, 46.0, 1.0)),
        ("XX-1-01", json!("2022-10-01"), json!(null), square(10.0, 46.0, 0.5)),
        ("XX-1-02", json!("2022-10-01"), json!(""), square(10.5, 46.0, 0.5)),
    ]))
    .unwrap();
    assert_eq!(regions.len(), 3);
    assert_eq!(regions.at(46.2, 10.2, day("2022-09-30")), Some("XX-1"));
    assert_eq!(regions.at(46.2, 10.2, day("2022-10-01")), Some("XX-1-01"));
    assert_eq!(regions.at(46.2, 10.7, day("2026-01-01")), Some("XX-1-02"));
    assert_eq!(regions.at(46.8, 10.2, day("2026-01-01")), None, "cut away");
}

#[test]
fn smaller_overlapping_region_counts() {
    let large = ("XX-L", json!(null), json!(null), square(10.0, 46.0, 1.0));
    let small = ("XX-S", json!(null), json!(null), square(10.2, 46.2, 0.1));
    for features in [[large.clone(), small.clone()], [small, large]] {
        let regions = Regions::from_geojson(&file(&features)).unwrap();
        assert_eq!(regions.at(46.25, 10.25, day("2026-01-01")), Some("XX-S"));
        assert_eq!(regions.at(46.5, 10.5, day("2026-01-01")), Some("XX-L"));
    }
}

#[test]
fn elevation_parts_are_one_region() {
    let whole = square(10.0, 46.0, 1.0);
    let regions = Regions::from_geojson(&file(&[
        ("XX-1", json!(null), json!(null), whole.clone()),
        ("XX-1", json!(null), json!(null), whole),
    ]));
    assert_eq!(regions.unwrap().at(46.5, 10.5, day("2026-01-01")), Some("XX-1"));
}

#[test]
fn rejects_broken_files() {
    let broken = file(&[
        ("XX-1", json!(null), json!(null), square(10.0, 46.0, 1.0)),
        ("XX-2", json!(7), json!(null), square(1.0, 1.0, 1.0)),
    ]);
    assert_eq!(Regions::from_geojson(&broken), Err(FileError::Feature(1)));
    let metres = file(&[("XX-1", json!(null), json!(null), square(1_200_000.0, 5_900_000.0, 1_000.0))]);
    assert_eq!(Regions::from_geojson(&metres), Err(FileError::Feature(0)));
    assert_eq!(Regions::from_geojson(&file(&[])), Err(FileError::Empty));
    assert!(matches!(Regions::from_geojson(b"<html>"), Err(FileError::Malformed(_))));
}

#[test]
fn file_states_day_and_licence() {
    let of = |members: Value| {
        let newest = ("XX-2", json!("2025-10-01"), json!(null), square(1.0, 1.0, 1.0));
        let cuts = file(&[("XX-1", json!("2022-10-01"), json!(null), square(10.0, 46.0, 1.0)), newest]);
        let mut file: Value = serde_json::from_slice(&cuts).unwrap();
        file.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        let regions = Regions::from_geojson(file.to_string().as_bytes()).unwrap();
        (regions.dated(), regions.licence().map(str::to_owned))
    };
    let stated = json!({ "dated": "2026-09-30T10:00:00Z", "licence": "CC BY 4.0,\n EAWS" });
    assert_eq!(of(stated), (Some(day("2026-09-30")), Some("CC BY 4.0, EAWS".to_owned())));
    assert_eq!(of(json!({})), (Some(day("2025-10-01")), None), "the newest cut");
    assert_eq!(of(json!({ "license": 7, "date": "soon" })), (Some(day("2025-10-01")), None));
}

#[test]
fn identifiers_match_at_hyphens() {
    assert_eq!(match_regions("AT-07-14", "AT-07-14"), Some(RegionMatch::Same));
    assert_eq!(match_regions("AT-07-14", "AT-07-14-01"), Some(RegionMatch::Part));
    assert_eq!(match_regions("AT-07-14-01", "AT-07-14"), Some(RegionMatch::Within(8)));
    for (resort, bulletin) in
        [("AT-07-1", "AT-07-14"), ("AT-07-14", "AT-07-1"), ("CH-4222", "CH-4223"), ("", "AT"), ("AT", "")]
    {
        assert_eq!(match_regions(resort, bulletin), None, "{resort} {bulletin}");
    }
    assert!(
        RegionMatch::Same > RegionMatch::Part
            && RegionMatch::Part > RegionMatch::Within(9)
            && RegionMatch::Within(9) > RegionMatch::Within(5)
    );
}

#[test]
fn resorts_have_regions_that_read() {
    assert_eq!(region_of_resort("verbier"), Some("CH-4115"));
    assert_eq!(region_of_resort("no-such-resort"), None);
    assert!(resorts().count() > 250);
    for (slug, region) in resorts() {
        let of_id = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(region.bytes().all(of_id) && region.len() >= 4, "{slug},{region}");
    }
}
