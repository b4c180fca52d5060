//! Tests that the embedded rows are valid, and that well-known resorts are in their places.
use std::collections::BTreeSet;
use std::path::Path;

use catalogue::{Resort, embedded, hubs};
use conditions_core::geo::distance_km;

fn resorts() -> Vec<Resort> {
    embedded().unwrap_or_else(|error| panic!("{error}"))
}

fn find<'a>(resorts: &'a [Resort], slug: &str) -> Option<&'a Resort> {
    resorts.iter().find(|resort| resort.slug == slug)
}

#[test]
fn every_row_keeps_the_rules() {
    for resort in resorts() {
        resort.validate().unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn every_country_file_has_a_row() {
    let with_rows: BTreeSet<String> = resorts().into_iter().map(|resort| resort.country).collect();
    let data =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("data")).expect("the data folder");
    for file in data {
        let path = file.expect("an entry").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        if path.extension().is_some_and(|extension| extension == "toml") && stem.len() == 2 {
            assert!(with_rows.contains(&stem), "{} has no row", path.display());
        }
    }
}

/// Slug, coordinates, and elevations as the resorts publish them.
const ANCHORS: &[(&str, (f64, f64), i32, i32)] = &[
    ("vail", (39.61, -106.36), 2475, 3527),
    ("whistler-blackcomb", (50.09, -122.93), 653, 2284),
    ("jackson-hole", (43.6, -110.85), 1924, 3185),
    ("mammoth-mountain", (37.64, -119.02), 2424, 3369),
    ("zermatt", (46.0, 7.72), 1620, 3883),
    ("verbier", (46.09, 7.25), 1500, 3330),
    ("chamonix-les-grands-montets", (45.96, 6.95), 1235, 3275),
    ("val-disere", (45.44, 6.98), 1785, 3456),
    ("st-anton", (47.14, 10.25), 1304, 2811),
    ("niseko-united", (42.86, 140.68), 250, 1200),
    ("treble-cone", (-44.63, 168.89), 1260, 1960),
    ("thredbo", (-36.5, 148.3), 1365, 2037),
    ("portillo", (-32.84, -70.13), 2580, 3310),
];

#[test]
fn anchors_are_in_place() {
    let resorts = resorts();
    let found: Vec<_> =
        ANCHORS.iter().filter_map(|anchor| Some((anchor, find(&resorts, anchor.0)?))).collect();
    assert!(found.len() >= 4, "only {} of the anchors are in the catalogue", found.len());
    for ((slug, at, base, summit), resort) in found {
        let km = distance_km(*at, (resort.lat, resort.lon));
        assert!(km < 12.0, "{slug} is {km:.0} km off");
        // Linked areas are larger or smaller than one resort's own figures; feet would be three times these.
        for (name, known, value) in [("base", base, resort.base_m), ("summit", summit, resort.summit_m)] {
            let value = value.unwrap_or_else(|| panic!("{slug} has no {name}"));
            assert!((value - known).abs() < 600, "{slug}: {name} {value}, known {known}");
        }
    }
}

#[test]
fn no_elevation_is_in_feet() {
    // The highest lift on Earth is below 4,800 m.
    for resort in resorts() {
        assert!(
            resort.summit_m.is_none_or(|metres| metres < 4_800),
            "{}: {:?}",
            resort.slug,
            resort.summit_m
        );
        assert!(resort.base_m.is_none_or(|metres| metres < 4_000), "{}: {:?}", resort.slug, resort.base_m);
    }
}

#[test]
fn zones_match_the_country() {
    for resort in resorts() {
        let southern = ["AR", "AU", "BO", "CL", "LS", "NZ", "ZA"].contains(&resort.country.as_str());
        assert_eq!(resort.lat < 0.0, southern, "{}", resort.slug);
        let west = ["AR", "BO", "CA", "CL", "GL", "US"].contains(&resort.country.as_str());
        if west {
            assert!(resort.lon < -20.0, "{}", resort.slug);
        }
        if let Some(zone) = catalogue::country(&resort.country).and_then(|country| country.zone) {
            assert_eq!(resort.timezone, zone, "{}", resort.slug);
        }
    }
}

#[test]
fn every_hub_has_a_name_and_is_used() {
    let hubs = hubs().unwrap_or_else(|error| panic!("{error}"));
    let resorts = resorts();
    let used: BTreeSet<&str> = resorts.iter().filter_map(|resort| resort.hub.as_deref()).collect();
    let named: BTreeSet<&str> = hubs.iter().map(|hub| hub.slug.as_str()).collect();
    let missing: Vec<_> = used.difference(&named).collect();
    assert!(missing.is_empty(), "add to data/hubs.toml: {missing:?}");
    let countries: BTreeSet<&str> = resorts.iter().map(|resort| resort.country.as_str()).collect();
    let idle: Vec<&str> = hubs
        .iter()
        .filter(|hub| hub.countries.iter().all(|country| countries.contains(country.as_str())))
        .map(|hub| hub.slug.as_str())
        .filter(|slug| !used.contains(slug))
        .collect();
    assert!(idle.is_empty(), "no row uses these hubs: {idle:?}");
    for resort in resorts.iter().filter(|resort| resort.hub.is_some()) {
        let hub = hubs.iter().find(|hub| Some(&hub.slug) == resort.hub.as_ref()).expect("checked above");
        assert!(
            hub.countries.contains(&resort.country),
            "{} is in {}, its hub is not",
            resort.slug,
            resort.country
        );
    }
}
