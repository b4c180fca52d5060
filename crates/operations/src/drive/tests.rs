//! Tests of `drive`: the bounds hold the drives that everybody knows.

use super::{BASIS, DETOUR, DriveEstimate, Point, SPEED_KMH};

/// Name, from, to, kilometres of road, and minutes at the wheel on a dry day (general knowledge).
type Known = (&'static str, Point, Point, u32, u32);

const KNOWN: [Known; 8] = [
    ("Denver to Vail", (39.86, -104.67), (39.64, -106.37), 195, 125),
    ("Salt Lake City to Alta", (40.79, -111.98), (40.59, -111.64), 53, 45),
    ("Geneva to Chamonix", (46.24, 6.11), (45.92, 6.87), 101, 75),
    ("Geneva to Val d'Isère", (46.24, 6.11), (45.45, 6.98), 210, 180),
    ("Innsbruck to St. Anton", (47.26, 11.34), (47.13, 10.27), 97, 75),
    ("New Chitose to Niseko", (42.78, 141.69), (42.86, 140.70), 110, 130),
    ("Vancouver to Whistler", (49.19, -123.18), (50.12, -122.95), 135, 125),
    ("Bozeman to Big Sky", (45.78, -111.15), (45.28, -111.40), 80, 65),
];

#[test]
fn the_bounds_hold_known_drives() {
    for (drive, from, to, km, minutes) in KNOWN {
        let estimate = DriveEstimate::between(from, to).unwrap();
        let (road, time) = (estimate.road_km, estimate.minutes);
        assert!((road.low..=road.high).contains(&km), "{drive}: {km} km, {road:?}");
        assert!((time.low..=time.high).contains(&minutes), "{drive}: {minutes} min, {time:?}");
        assert!(estimate.is_estimate);
    }
}

#[test]
fn a_sea_has_no_estimate() {
    assert_eq!(DriveEstimate::between((41.77, 140.82), (40.73, 140.69)), None);
}

#[test]
fn nowhere_to_go_is_no_time() {
    let nothing = DriveEstimate::over(0.0);
    assert_eq!((nothing.road_km.high, nothing.minutes.high), (0, 0));
    assert_eq!(DriveEstimate::over(f64::NAN), nothing);
}

#[test]
fn the_basis_names_the_numbers() {
    for number in [DETOUR.0, DETOUR.1, SPEED_KMH.0, SPEED_KMH.1] {
        assert!(BASIS.contains(&number.to_string()), "{number}");
    }
}
