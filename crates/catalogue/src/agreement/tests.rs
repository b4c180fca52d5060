//! Tests each finding on synthetic rows and a synthetic snapshot.
use super::{Agreement, Gate, check};
use crate::Resort;

const SNAPSHOT: &str = "ski_area_id,ski_area_name,osm_status,country,country_code,region,locality,latitude,longitude,\
    min_elevation,max_elevation,lift_count,websites,sources\n\
    a,\"東山, East Hill\",operating,Japan,JP,,,36.0,138.0,900,1600,5,,https://www.openstreetmap.org/way/1\n\
    b,West Hill,operating,United States,US,,,39.5,-106.0,2500,3400,9,,https://www.openstreetmap.org/way/2\n\
    c,West Hill,operating,United States,US,,,39.8,-106.0,1000,1100,1,,https://www.openstreetmap.org/way/3\n\
    d,Gone Hill,abandoned,United States,US,,,39.6,-106.0,1000,1100,1,,https://www.openstreetmap.org/way/4\n\
    e,South Hill,operating,New Zealand,NZ,,,-44.0,170.0,1200,1900,3,,https://www.openstreetmap.org/way/5\n";

fn row(slug: &str, name: &str, at: (f64, f64), base: i32, summit: i32, source: &str) -> Resort {
    let text = format!(
        "[[resort]]\nslug = {slug:?}\nname = {name:?}\ntags = [\"asia\"]\nlat = {}\nlon = {}\ntimezone = \"UTC\"\n\
         base_m = 1\nsummit_m = 2\nsources = [{source:?}]\ndated = \"2026-11-20\"\n",
        at.0, at.1
    );
    let mut resorts = crate::parse("US", &text).expect("a good row");
    let resort = resorts.remove(0);
    Resort { base_m: Some(base), summit_m: Some(summit), ..resort }
}

fn checked(rows: &[Resort]) -> Agreement {
    check(rows, SNAPSHOT.as_bytes()).expect("a readable snapshot")
}

#[test]
fn matches_identifier_then_nearby_name() {
    let agreement = checked(&[
        row("east", "Other name", (36.01, 138.0), 905, 1600, "osm:way/1"),
        row("west", "west hill", (39.51, -106.0), 2500, 3400, "compiled:x"),
        row("gone", "Gone Hill", (39.6, -106.0), 1000, 1100, "compiled:x"),
        row("far", "West Hill", (41.0, -106.0), 2500, 3400, "compiled:x"),
    ]);
    let found: Vec<_> = agreement.compared.iter().map(|row| (row.slug.as_str(), row.by_identifier)).collect();
    assert_eq!(found, [("east", true), ("west", false)]);
    assert_eq!(agreement.unmatched, ["gone", "far"]);
    assert!(agreement.compared[1].km.is_some_and(|km| (1.0..1.3).contains(&km)));
    assert_eq!(agreement.compared[0].base_off_m, Some(5.0));
}

#[test]
fn shares_count_what_is_known() {
    let agreement = checked(&[
        row("east", "x", (36.0, 138.0), 900, 1600, "osm:way/1"),
        row("west", "x", (39.5, -106.1), 2600, 3650, "osm:way/2"),
    ]);
    let percent = |share: super::report::Share| share.percent();
    assert_eq!((percent(agreement.within_km(5.0)), percent(agreement.within_km(10.0))), (50.0, 100.0));
    assert_eq!((percent(agreement.base_within(75.0)), percent(agreement.base_within(200.0))), (50.0, 100.0));
    assert_eq!(
        (percent(agreement.summit_within(75.0)), percent(agreement.summit_within(200.0))),
        (50.0, 50.0)
    );
    assert_eq!(agreement.compared[0].slug, "west", "the worst row comes first");
    let failures = agreement.failures(&Gate::CATALOGUE);
    assert_eq!(failures.len(), 3, "{failures:?}");
    let text = agreement.to_string();
    assert!(text.contains("west: 8.6 km, base +100 m, summit +250 m (West Hill)"), "{text}");
}

#[track_caller]
fn fault(row: Resort, of: impl Fn(&Agreement) -> &Vec<String>) {
    let slug = row.slug.clone();
    let agreement = checked(&[row]);
    assert_eq!(of(&agreement), &[slug], "{agreement}");
    assert!(!agreement.failures(&Gate::CATALOGUE).is_empty());
}

#[test]
fn each_fault_is_found() {
    fault(row("feet", "x", (36.0, 138.0), 2953, 5249, "osm:way/1"), |a| &a.feet_suspects);
    fault(row("base-in-feet", "x", (39.5, -106.0), 8202, 8300, "osm:way/2"), |a| &a.feet_suspects);
    fault(row("upside-down", "x", (36.0, 138.0), 1600, 900, "osm:way/1"), |a| &a.base_above_summit);
    fault(row("swapped", "South Hill", (170.0_f64.min(89.0), -44.0), 1200, 1900, "osm:way/99"), |a| {
        &a.unmatched
    });
    let swapped = Resort {
        lat: -106.0,
        lon: 39.5,
        ..row("swapped", "West Hill", (0.0, 0.0), 2500, 3400, "compiled:x")
    };
    fault(swapped.clone(), |a| &a.swapped);
    fault(Resort { sources: vec!["osm:way/2".to_owned()], ..swapped }, |a| &a.swapped);
    fault(row("mirrored", "South Hill", (44.0, 170.0), 1200, 1900, "osm:way/5"), |a| &a.wrong_hemisphere);
    fault(row("east-of-zero", "West Hill", (39.5, 106.0), 2500, 3400, "compiled:x"), |a| &a.wrong_hemisphere);
}

#[test]
fn a_good_catalogue_passes() {
    let agreement = checked(&[row("east", "x", (36.0, 138.0), 900, 1600, "osm:way/1")]);
    assert_eq!(agreement.failures(&Gate::CATALOGUE), Vec::<String>::new());
    assert!(!checked(&[]).failures(&Gate::CATALOGUE).is_empty(), "nothing compared is nothing shown");
}

#[test]
fn rejects_unreadable_snapshot() {
    assert!(check(&[], b"a,b\n1,2\n").is_err());
}
