//! Tests which area describes which resort, and the terrain made of it.

use chrono::NaiveDate;

use super::super::sections::Details;
use super::super::{Format, ImportResult, import};
use super::*;

fn catalogue(members: &str) -> Vec<Resort> {
    let text = format!(
        r#"
        [[resort]]
        slug = "known-peak"
        name = "Known Peak"
        tags = ["europe"]
        lat = 47.1
        lon = 11.4
        timezone = "Europe/Vienna"
        sources = ["osm:way/500"]
        dated = "2026-11-20"
        {members}
        "#
    );
    crate::parse("AT", &text).unwrap()
}

fn area(id: &str, source: &str, difficulties: &str, lifts: &str) -> String {
    format!(
        r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[11.4,47.1]}},
        "properties":{{"type":"skiArea","id":"{id}","name":"Known Peak","status":"operating","activities":["downhill"],
        "websites":[],"sources":[{{"type":"openstreetmap","id":"{source}"}}],
        "places":[{{"iso3166_1Alpha2":"AT","localized":{{"en":{{"country":"Austria","region":"Tyrol","locality":null}}}}}}],
        "statistics":{{"minElevation":1000,"maxElevation":1900,
        "runs":{{"byActivity":{{"downhill":{{"byDifficulty":{{{difficulties}}}}}}}}},"lifts":{{"byType":{{{lifts}}}}}}}}}}}"#
    )
}

const RUNS: &str = r#""novice":{"count":1,"lengthInKm":1},"easy":{"count":3,"lengthInKm":4},
    "intermediate":{"count":2,"lengthInKm":3},"advanced":{"count":1,"lengthInKm":1.5},
    "expert":{"count":1,"lengthInKm":0.5},"freeride":{"count":5,"lengthInKm":20}"#;
const LIFTS: &str = r#""gondola":{"count":2,"lengthInKm":3},"rope_tow":{"count":1,"lengthInKm":0.1}"#;

fn imported(catalogue: &[Resort], areas: &[String], details: &Details) -> ImportResult {
    let text = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, areas.join(","));
    let imported_on = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
    let context = Context { catalogue, earlier: &[], imported_on, data_date: None, details };
    import(text.as_bytes(), Format::Detect, context).unwrap()
}

#[test]
fn known_resort_gets_terrain() {
    let none = Details::default();
    let result = imported(&catalogue(""), &[area("x", "way/500", RUNS, LIFTS)], &none);
    assert!(result.resorts.is_empty());
    let terrain = &result.terrain["known-peak"];
    assert_eq!((terrain.runs, terrain.run_km), (Some(8), Some(10.0)), "freeride routes are not runs");
    let split = terrain.ability.unwrap();
    assert_eq!((split.beginner, split.intermediate, split.advanced, split.expert), (50.0, 30.0, 15.0, 5.0));
    assert_eq!(terrain.lifts.as_ref().map(|lifts| (lifts.total(), lifts.carpets_and_tows())), Some((3, 1)));
    assert_eq!(terrain.areas, ["osm:way/500"]);
    assert_eq!(terrain.longest_run, None, "the areas' file lacks single runs");
}

#[test]
fn new_resort_gets_terrain() {
    let result = imported(&[], &[area("x", "way/500", RUNS, LIFTS)], &Details::default());
    assert_eq!(result.resorts[0].run_km, None, "the row states only what it states");
    assert_eq!(result.terrain[&result.resorts[0].slug].run_km, Some(10.0));
}

#[test]
fn split_needs_difficulties() {
    let ungraded = r#""easy":{"count":3,"lengthInKm":4},"other":{"count":3,"lengthInKm":2}"#;
    let result = imported(&catalogue(""), &[area("x", "way/500", ungraded, LIFTS)], &Details::default());
    let terrain = &result.terrain["known-peak"];
    assert_eq!((terrain.run_km, terrain.ability), (Some(6.0), None));
}

#[test]
fn identifier_wins_over_name() {
    let tiny = r#""easy":{"count":1,"lengthInKm":0.3}"#;
    let many = r#""drag_lift":{"count":9,"lengthInKm":9}"#;
    let areas = [area("x", "way/900", tiny, many), area("y", "way/500", RUNS, LIFTS)];
    let result = imported(&catalogue(""), &areas, &Details::default());
    assert_eq!(result.terrain["known-peak"].areas, ["osm:way/500"]);
    let result = imported(&catalogue(""), &areas[..1], &Details::default());
    assert_eq!(result.terrain["known-peak"].areas, ["osm:way/900"], "else the name nearby");
}

#[test]
fn other_extent_is_not_used() {
    let domain = r#""gondola":{"count":40,"lengthInKm":3}"#;
    let result =
        imported(&catalogue("lifts = 9"), &[area("x", "way/500", RUNS, domain)], &Details::default());
    assert!(result.terrain.is_empty());
    assert!(
        result.skipped.iter().any(|area| area.reason.contains("40 lifts, not 9")),
        "{:?}",
        result.skipped
    );
    let result =
        imported(&catalogue("run_km = 300.0"), &[area("x", "way/500", RUNS, LIFTS)], &Details::default());
    assert!(result.terrain.is_empty());
}

fn section(name: Option<&str>, from: f64, to: f64) -> Section {
    let km = (to - from).abs() * 111.195;
    Section { name: name.map(str::to_owned), km, ends: ((from, 11.0), (to, 11.0)) }
}

#[test]
fn longest_run_joins_its_sections() {
    let sections = [
        section(Some("Streif"), 47.00, 47.01),
        section(Some("STREIF"), 47.01, 47.03),
        section(Some("Streif"), 47.01, 47.02),
        section(Some("Other"), 48.0, 48.025),
        section(None, 49.0, 49.01),
    ];
    let all: Vec<&Section> = sections.iter().collect();
    let longest_run = longest(&all).unwrap();
    assert_eq!((longest_run.name.as_deref(), longest_run.km), (Some("STREIF"), Some(3.3)));
    assert_eq!(longest(&[]), None);
}

#[test]
fn circular_sections_end() {
    let sections = [section(Some("a"), 47.0, 47.01), section(Some("a"), 47.01, 47.0)];
    let all: Vec<&Section> = sections.iter().collect();
    assert_eq!(longest(&all).and_then(|run| run.km), Some(2.2));
}

#[test]
fn names_count_runs() {
    let sections =
        [section(Some("1"), 47.0, 47.1), section(Some("1"), 47.1, 47.2), section(Some("2"), 48.0, 48.1)];
    let mut all: Vec<&Section> = sections.iter().collect();
    assert_eq!(named_runs(&all), Some(2));
    let nameless = section(None, 49.0, 49.2);
    all.push(&nameless);
    assert_eq!(named_runs(&all), None);
}
