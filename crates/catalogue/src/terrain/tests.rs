//! Tests how mapped terrain fills a row.

use super::*;
use crate::fill::enrich;
use crate::resort::{MOST_LIFTS, Resort};

fn resort() -> Resort {
    let text = r#"
        [[resort]]
        slug = "known-peak"
        name = "Known Peak"
        tags = ["north-america"]
        lat = 39.6
        lon = -106.3
        timezone = "America/Denver"
        runs = 12
        sources = ["osm:way/500"]
        dated = "2026-11-20"
    "#;
    crate::parse("US", text).unwrap().remove(0)
}

fn terrain() -> MappedTerrain {
    let lifts =
        BTreeMap::from([(LiftType::ChairLift, 4), (LiftType::MagicCarpet, 2), (LiftType::RopeTow, 1)]);
    MappedTerrain {
        areas: vec!["osm:way/500".to_owned()],
        data_date: NaiveDate::from_ymd_opt(2026, 8, 8),
        imported_on: NaiveDate::from_ymd_opt(2026, 11, 28).unwrap(),
        lifts: Some(LiftKinds(lifts)),
        runs: Some(30),
        run_km: Some(21.5),
        ability: None,
        longest_run: None,
    }
}

#[test]
fn own_facts_rank_above_mapped_ones() {
    let mut resort = resort();
    resort.fill_from_map(terrain());
    assert_eq!((resort.lifts, resort.runs, resort.run_km), (Some(7), Some(12), Some(21.5)));
    let profile = resort.profile();
    assert_eq!((profile.mapped.lifts, profile.mapped.runs), (true, false));
    assert_eq!(profile.dated(true).unwrap().to_string(), "2026-08-08T00:00:00.000Z");
    assert_eq!(profile.dated(profile.mapped.runs), profile.checked_at);
    assert_eq!(resort.mapped.unwrap().terrain.lifts.unwrap().carpets_and_tows(), 3);
}

#[test]
fn impossible_counts_fill_nothing() {
    let mut resort = resort();
    let lifts = LiftKinds(BTreeMap::from([(LiftType::Other, MOST_LIFTS + 1)]));
    resort.fill_from_map(MappedTerrain { lifts: Some(lifts), ..terrain() });
    assert_eq!(resort.lifts, None);
    assert!(!resort.profile().mapped.lifts);
}

#[test]
fn unreadable_terrain_is_left_out() {
    let mut resorts = BTreeMap::from([("known-peak".to_owned(), resort())]);
    let rows =
        |text: &str| vec![("known-peak".to_owned(), text.to_owned()), ("gone".to_owned(), text.to_owned())];
    assert_eq!(enrich(&mut resorts, rows("{")), ["known-peak"]);
    assert!(resorts["known-peak"].mapped.is_none());
    // Members of a later version are ignored, and its lift types are lifts of another type.
    let later = r#"{"areas":[],"imported_on":"2026-11-28","lifts":{"teleporter":2},"glades":3}"#;
    assert!(enrich(&mut resorts, rows(later)).is_empty());
    assert_eq!(resorts["known-peak"].lifts, Some(2));
}

#[test]
fn terrain_survives_storage() {
    let text = serde_json::to_string(&terrain()).unwrap();
    assert_eq!(serde_json::from_str::<MappedTerrain>(&text).unwrap(), terrain());
}
