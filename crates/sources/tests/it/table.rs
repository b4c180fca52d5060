//! The table of lanes and credits.

use std::collections::HashSet;

use sources::credit::credits;
use sources::lifts::{self, FAMILIES};
use sources::{LANES, lane};

#[test]
fn lanes_are_unique_and_complete() {
    let mut ids = HashSet::new();
    for lane in LANES {
        let meta = lane.meta();
        assert!(ids.insert(meta.id), "{} twice", meta.id);
        assert!(
            meta.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            meta.id
        );
        for url in [meta.terms, meta.base_url, meta.docs, meta.credit.url] {
            assert!(url.starts_with("https://"), "{}: {url}", meta.id);
        }
        for text in [meta.title, meta.measures, meta.every, meta.limits, meta.credit.text] {
            assert!(!text.is_empty(), "{}", meta.id);
        }
        assert_eq!(lane::find(meta.id).map(|found| found.meta().id), Some(meta.id));
    }
    for family in FAMILIES {
        let id = family.meta().id;
        assert!(ids.insert(id), "{id} twice");
        assert_eq!(lifts::find(id).map(|found| found.meta().id), Some(id));
        assert!(lane::find(id).is_none());
    }
    assert!(lane::find("nonsense").is_none());
}

#[test]
fn credits_name_the_service_and_who_is_behind_it() {
    let credits = credits();
    let names: Vec<&str> = credits.iter().map(|credit| credit.name).collect();
    assert_eq!(names[0], "Open-Meteo");
    for name in ["ECMWF", "NOAA", "DWD", "JMA", "Météo-France"] {
        assert!(names.contains(&name), "{name}");
    }
    assert_eq!(credits[0].text, "Weather data by Open-Meteo.com");
    let distinct: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
}
