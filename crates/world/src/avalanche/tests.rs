//! Tests of matching bulletins to resorts.

use std::sync::Arc;

use avalanche::{Area, Bulletin, Danger, Level, Rating, Region, Span};
use conditions_core::evidence::Evidence;

use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn bulletin(regions: &[&str], level: Level) -> Bulletin {
    let region = |id: &&str| Region { id: (*id).to_owned(), name: None };
    Bulletin {
        valid: Span::new(at("2026-01-09T16:00:00Z"), at("2026-01-10T16:00:00Z")),
        regions: regions.iter().map(region).collect(),
        ratings: vec![Rating::everywhere(Danger::Level(level))],
        ..Bulletin::default()
    }
}

fn document(lane: &str, bulletins: Vec<Bulletin>) -> Bulletins {
    Bulletins { lane: lane.to_owned(), bulletins, ..Bulletins::default() }
}

/// Builds the bulletins of some resorts of the catalogue.
fn settled(documents: Vec<(&str, Bulletins)>, slugs: &[&str]) -> BulletinData {
    let resorts = catalogue::embedded().unwrap();
    let held = |slug: &&str| {
        let resort = resorts.iter().find(|resort| resort.slug == *slug).unwrap();
        Arc::new(ResortEvidence::new(resort.clone(), Evidence::default()))
    };
    let held: Vec<Arc<ResortEvidence>> = slugs.iter().map(held).collect();
    let mut book = BulletinData::default();
    documents
        .into_iter()
        .for_each(|(subject, value)| book.insert(subject, at("2026-01-09T15:30:00Z"), value));
    book.settle(&held.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    book
}

#[test]
fn bulletin_is_found_by_region() {
    let austria = document(
        "a",
        vec![
            bulletin(&["AT-07-13-01", "AT-07-14"], Level::High),
            bulletin(&["AT-07-13-02"], Level::Low),
            bulletin(&["AT-07-1", "AT-07-130"], Level::VeryHigh),
            bulletin(&["AT-07"], Level::Moderate),
        ],
    );
    let book = settled(vec![("AT-07", austria)], &["ischgl", "zermatt"]);
    let found: Vec<_> =
        book.at(0, |_| true).iter().map(|choice| (choice.region.unwrap().id.clone(), choice.fit)).collect();
    let expected = [
        ("AT-07-13-01", RegionMatch::Part),
        ("AT-07-13-02", RegionMatch::Part),
        ("AT-07", RegionMatch::Within(5)),
    ];
    assert_eq!(found, expected.map(|(id, fit)| (id.to_owned(), fit)));
    assert!(book.at(1, |_| true).is_empty(), "no bulletin for Switzerland");
    assert!(book.at(2, |_| true).is_empty(), "beyond the last resort");
}

#[test]
fn drawn_area_outranks_region_name() {
    let ring = serde_json::json!([[7.0, 45.5], [8.0, 45.5], [8.0, 46.5], [7.0, 46.5]]);
    let area = Area::from_geojson(&serde_json::json!({ "type": "Polygon", "coordinates": [ring] }));
    let drawn = Bulletin { area, ..bulletin(&["AT-07-13"], Level::High) };
    let book = settled(vec![("CH", document("slf", vec![drawn]))], &["ischgl", "zermatt"]);
    assert!(book.at(0, |_| true).is_empty());
    assert_eq!(book.at(1, |_| true).len(), 1);
}

#[test]
fn separate_area_is_of_the_same_lane() {
    let ring = serde_json::json!([[7.0, 45.5], [8.0, 45.5], [8.0, 46.5], [7.0, 46.5]]);
    let area = Area::from_geojson(&serde_json::json!({ "type": "Polygon", "coordinates": [ring] })).unwrap();
    let grounds = Bulletins { grounds: [("a1".to_owned(), area)].into(), ..document("ca", Vec::new()) };
    let own = document("ca", vec![bulletin(&["b2"], Level::Low), bulletin(&["a1"], Level::High)]);
    let others = document("other", vec![bulletin(&["a1"], Level::VeryHigh)]);
    let documents = vec![("CA-areas", grounds), ("CA-products", own), ("XX", others)];
    let book = settled(documents, &["ischgl", "zermatt"]);
    assert!(book.at(0, |_| true).is_empty());
    let found = book.at(1, |_| true);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].lane, found[0].bulletin.highest(), found[0].fit),
        ("ca", Some(Level::High), RegionMatch::Same)
    );
}

#[test]
fn overlapping_bulletins_have_one_winner() {
    let square = |west: f64| {
        let ring = serde_json::json!([[west, 45.5], [8.0, 45.5], [8.0, 46.5], [west, 46.5]]);
        Area::from_geojson(&serde_json::json!({ "type": "Polygon", "coordinates": [ring] }))
    };
    let drawn = |west: f64, level| Bulletin { area: square(west), ..bulletin(&["US-1"], level) };
    let (wide, close) = (drawn(7.0, Level::Low), drawn(7.5, Level::High));
    let resorts = catalogue::embedded().unwrap();
    let zone = resorts.iter().find(|resort| resort.slug == "zermatt").unwrap().profile().zone;
    let level = |documents: Vec<(&str, Bulletins)>| {
        let book = settled(documents, &["zermatt"]);
        let choices = book.at(0, |_| true);
        let stated = avalanche::Statements::new(&choices, at("2026-01-10T12:00:00Z"), zone);
        (choices.len(), stated.now.level)
    };
    let one_lane = |bulletins| vec![("US", document("a", bulletins))];
    assert_eq!(level(one_lane(vec![wide.clone(), close.clone()])), (2, Ok(Level::High)));
    assert_eq!(level(one_lane(vec![close.clone(), wide.clone()])), (2, Ok(Level::High)));
    let issuers = |a: &Bulletin, b: &Bulletin| {
        vec![("A", document("a", vec![a.clone()])), ("B", document("b", vec![b.clone()]))]
    };
    assert_eq!(level(issuers(&wide, &close)), (2, Ok(Level::High)), "the higher danger, not the first lane");
    assert_eq!(level(issuers(&close, &wide)), (2, Ok(Level::High)));
    let aggregate =
        Bulletins { is_fallback: true, ..document("eaws", vec![bulletin(&["CH-4224"], Level::VeryHigh)]) };
    assert_eq!(
        level(vec![("A", document("a", vec![wide])), ("EAWS", aggregate)]).1,
        Ok(Level::Low),
        "the issuer's own"
    );
}

#[test]
fn hidden_lanes_and_removed_documents_vanish() {
    let mut book =
        settled(vec![("AT-07", document("a", vec![bulletin(&["AT-07-13"], Level::High)]))], &["ischgl"]);
    assert!(book.at(0, |lane| lane != "a").is_empty(), "switched off");
    let found = book.at(0, |lane| lane == "a");
    assert_eq!(book.learned_at(&found[0]), Some(at("2026-01-09T15:30:00Z")));
    book.remove("AT-07");
    assert!(book.at(0, |_| true).is_empty());
}

#[test]
fn file_of_regions_takes_precedence() {
    let resorts = catalogue::embedded().unwrap();
    let ischgl = resorts.into_iter().find(|resort| resort.slug == "ischgl").unwrap();
    let held = ResortEvidence::new(ischgl, Evidence::default());
    assert_eq!(held.avalanche_region.as_deref(), Some("AT-07-13"));
    let file = serde_json::json!({ "features": [{
        "properties": { "id": "XX-1", "start_date": "2026-10-01" },
        "geometry": { "type": "Polygon", "coordinates": [[[10.0, 46.5], [11.0, 46.5], [11.0, 47.5], [10.0, 47.5]]] },
    }] });
    let regions = avalanche::Regions::from_geojson(file.to_string().as_bytes()).unwrap();
    let on = |day: &str| held.clone().in_region_of(&regions, day.parse().unwrap()).avalanche_region;
    assert_eq!(on("2026-12-01").as_deref(), Some("XX-1"));
    assert_eq!(on("2025-12-01"), None);
}
