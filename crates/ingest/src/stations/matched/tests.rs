use conditions_core::evidence::Site;

use super::*;

fn station(id: &str, lat: f64, elevation_m: f64) -> Station {
    Station {
        network: "snotel",
        id: id.to_owned(),
        name: id.into(),
        site: Site::Mountain,
        lat,
        lon: -106.0,
        elevation_m: Some(elevation_m),
        utc_offset_s: None,
        measures_snow: None,
    }
}

fn place(slug: &str, lat: f64) -> Place {
    Place { slug: slug.to_owned(), lat, lon: -106.0, base_m: Some(2_500.0), summit_m: Some(3_500.0) }
}

#[test]
fn station_may_count_for_two_resorts() {
    let stations = [
        station("far", 45.0, 3_000.0),
        station("between", 39.05, 3_000.0),
        station("low", 39.0, 1_000.0),
        station("near", 39.0, 3_000.0),
    ];
    let matched = StationMatches::new(
        &[place("a", 39.0), place("b", 39.1), place("c", 20.0)],
        &stations,
        &Policy::contract(),
    );
    let wanted: Vec<&str> = matched.wanted.iter().map(|station| station.id.as_str()).collect();
    assert_eq!(wanted, ["between", "near"]);
    assert_eq!(matched.by_resort.get("a"), Some(&vec![(1, 0.0), (0, 5.56)]));
    assert_eq!(matched.by_resort.get("b").map(Vec::len), Some(2));
    assert_eq!(matched.by_resort.get("c"), None);
}
