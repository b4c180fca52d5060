use proptest::prelude::*;

use conditions_core::geo::distance_km;

use super::*;

fn place(slug: &str, lat: f64, lon: f64, base_m: Option<f64>, summit_m: Option<f64>) -> Place {
    Place { slug: slug.to_owned(), lat, lon, base_m, summit_m }
}

fn station(id: &str, site: Site, lat: f64, lon: f64, elevation_m: Option<f64>) -> Station {
    Station {
        network: "synthetic",
        id: id.to_owned(),
        name: id.into(),
        site,
        lat,
        lon,
        elevation_m,
        utc_offset_s: None,
        measures_snow: None,
    }
}

/// Degrees of latitude per kilometre.
const KM: f64 = 180.0 / (std::f64::consts::PI * EARTH_RADIUS_KM);

fn one(place: &Place, station: &Station) -> Vec<(bool, Reason)> {
    matches(std::slice::from_ref(place), std::slice::from_ref(station), &Policy::contract())
        .into_iter()
        .map(|found| (found.accepted, found.reason))
        .collect()
}

#[test]
fn airports_have_a_wider_radius() {
    let resort = place("vail", 39.6, -106.5, Some(2_500.0), Some(3_500.0));
    let at = |km: f64, site| one(&resort, &station("s", site, 39.6 + km * KM, -106.5, Some(3_000.0)));
    assert_eq!(at(14.99, Site::Mountain), [(true, Reason::NearAndInside)]);
    assert_eq!(at(15.01, Site::Mountain), [(false, Reason::TooFar)]);
    assert_eq!(at(15.01, Site::Snow), [(false, Reason::TooFar)]);
    assert_eq!(at(15.01, Site::Road), [(false, Reason::TooFar)]);
    assert_eq!(at(24.99, Site::Airport), [(true, Reason::NearAndInside)]);
    assert_eq!(at(25.01, Site::Airport), []);
}

#[test]
fn classifies_elevations() {
    let resort = place("vail", 39.6, -106.5, Some(2_500.0), Some(3_500.0));
    let at = |resort: &Place, metres| one(resort, &station("s", Site::Mountain, 39.61, -106.5, metres));
    assert_eq!(at(&resort, Some(2_500.0)), [(true, Reason::NearAndInside)]);
    assert_eq!(at(&resort, Some(2_100.0)), [(true, Reason::NearAndWithinSlack)]);
    assert_eq!(at(&resort, Some(2_099.9)), [(false, Reason::TooLow)]);
    assert_eq!(at(&resort, Some(3_900.0)), [(true, Reason::NearAndWithinSlack)]);
    assert_eq!(at(&resort, Some(3_900.1)), [(false, Reason::TooHigh)]);
    assert_eq!(at(&resort, None), [(true, Reason::NearHeightUnknown)]);
    assert_eq!(at(&resort, Some(f64::NAN)), [(true, Reason::NearHeightUnknown)]);
    let swapped = place("vail", 39.6, -106.5, Some(3_500.0), Some(2_500.0));
    assert_eq!(at(&swapped, Some(3_000.0)), [(true, Reason::NearAndInside)]);
    let only_base = place("vail", 39.6, -106.5, Some(2_500.0), None);
    assert_eq!(at(&only_base, Some(4_000.0)), [(true, Reason::NearAndInside)]);
    assert_eq!(at(&only_base, Some(1_000.0)), [(false, Reason::TooLow)]);
    let bare = place("vail", 39.6, -106.5, None, None);
    assert_eq!(at(&bare, Some(10.0)), [(true, Reason::NearHeightUnknown)]);
}

#[test]
fn the_thresholds_are_the_policys() {
    let mut policy = Policy::contract();
    policy.station_radius_km = 40.0;
    policy.station_elevation_slack_m = 2_000.0;
    let resort = [place("a", 46.0, 8.0, Some(1_500.0), Some(2_500.0))];
    let stations = [station("s", Site::Mountain, 46.0 + 39.0 * KM, 8.0, Some(100.0))];
    assert!(matches(&resort, &stations, &policy).iter().all(|found| found.accepted));
    policy.station_radius_km = 0.0;
    policy.airport_radius_km = 0.0;
    assert!(matches(&resort, &stations, &policy).is_empty());
}

#[test]
fn date_line_and_poles_are_not_edges() {
    let pairs = [
        ((-17.0, 179.99), (-17.0, -179.99), 2.1),
        ((89.99, 10.0), (89.99, -170.0), 2.2),
        ((-90.0, 0.0), (-89.99, 123.0), 1.1),
        ((43.0, -0.01), (43.0, 0.01), 1.6),
    ];
    for (from, to, km) in pairs {
        let found = matches(
            &[place("a", from.0, from.1, None, None)],
            &[station("s", Site::Mountain, to.0, to.1, None)],
            &Policy::contract(),
        );
        assert_eq!(found.len(), 1, "{from:?}");
        assert!((found[0].distance_km - km).abs() < 0.1, "{from:?}: {}", found[0].distance_km);
    }
}

#[test]
fn invalid_places_match_nothing() {
    let nowhere = [(0.0, 0.0), (f64::NAN, 8.0), (91.0, 8.0), (46.0, f64::INFINITY)];
    for (lat, lon) in nowhere {
        assert!(one(&place("a", lat, lon, None, None), &station("s", Site::Road, lat, lon, None)).is_empty());
    }
}

#[test]
fn order_is_independent_of_input() {
    let resort = [place("a", 46.0, 8.0, Some(1_500.0), Some(2_500.0))];
    let mut stations = vec![
        station("near-low", Site::Mountain, 46.0 + KM, 8.0, Some(300.0)),
        station("b", Site::Mountain, 46.0 + 2.0 * KM, 8.0, Some(2_000.0)),
        station("a", Site::Mountain, 46.0 + 2.0 * KM, 8.0, Some(2_000.0)),
        station("far", Site::Mountain, 46.0 + 20.0 * KM, 8.0, Some(2_000.0)),
        station("nearest", Site::Mountain, 46.0, 8.0, Some(2_000.0)),
    ];
    let ids = |stations: &[Station]| -> Vec<String> {
        matches(&resort, stations, &Policy::contract())
            .iter()
            .map(|found| stations[found.station].id.clone())
            .collect()
    };
    let expected = ["nearest", "a", "b", "near-low", "far"];
    assert_eq!(ids(&stations), expected);
    stations.reverse();
    assert_eq!(ids(&stations), expected);
}

#[test]
fn decision_is_serialized() {
    let resort = [place("a", 46.0, 8.0, Some(1_500.0), Some(2_500.0))];
    let stations = [station("s", Site::Mountain, 46.0, 8.0, Some(300.0))];
    let found = matches(&resort, &stations, &Policy::contract());
    assert_eq!(
        serde_json::to_string(&found).unwrap(),
        r#"[{"resort":0,"station":0,"distanceKm":0.0,"height":"too_low","accepted":false,"reason":"too_low"}]"#
    );
    assert_eq!(found[0].reason.to_string(), "near, but too far below the base");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn index_agrees_with_full_scan(
        resorts in prop::collection::vec((-90.0_f64..=90.0, -180.0_f64..=180.0), 1..8),
        offsets in prop::collection::vec((0_usize..8, -0.4_f64..0.4, -0.4_f64..0.4), 0..60),
    ) {
        let places: Vec<Place> =
            resorts.iter().map(|&(lat, lon)| place("r", lat, lon, None, None)).collect();
        let stations: Vec<Station> = offsets
            .iter()
            .filter_map(|&(near, lat, lon)| {
                let (from_lat, from_lon) = resorts.get(near)?;
                Some(station("s", Site::Airport, (from_lat + lat).clamp(-90.0, 90.0), from_lon + lon, None))
            })
            .collect();
        let mut all: Vec<(usize, usize)> = Vec::new();
        for (resort, place) in places.iter().enumerate() {
            for (index, station) in stations.iter().enumerate() {
                let near = distance_km((place.lat, place.lon), (station.lat, station.lon)) <= 25.0;
                if near && is_place(place.lat, place.lon) && is_place(station.lat, station.lon) {
                    all.push((resort, index));
                }
            }
        }
        let mut found: Vec<(usize, usize)> = matches(&places, &stations, &Policy::contract())
            .iter()
            .map(|found| (found.resort, found.station))
            .collect();
        found.sort_unstable();
        prop_assert_eq!(found, all);
    }
}
