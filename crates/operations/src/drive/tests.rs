use super::{BASIS, Bounds, DETOUR, DriveEstimate, Point, SPEED_KMH};

/// Name, from, to, kilometres of road, and minutes at the wheel on a dry day (general knowledge).
type Known = (&'static str, Point, Point, u32, u32);

const KNOWN: [Known; 19] = [
    ("Denver to Vail", (39.86, -104.67), (39.64, -106.37), 195, 125),
    ("Salt Lake City to Alta", (40.79, -111.98), (40.59, -111.64), 53, 45),
    ("Geneva to Chamonix", (46.24, 6.11), (45.92, 6.87), 101, 75),
    ("Geneva to Val d'Isère", (46.24, 6.11), (45.45, 6.98), 210, 180),
    ("Innsbruck to St. Anton", (47.26, 11.34), (47.13, 10.27), 97, 75),
    ("New Chitose to Niseko", (42.78, 141.69), (42.86, 140.70), 110, 130),
    ("Vancouver to Whistler", (49.19, -123.18), (50.12, -122.95), 135, 125),
    ("Bozeman to Big Sky", (45.78, -111.15), (45.28, -111.40), 80, 65),
    // These lead around passes that are closed in winter.
    ("Serre Chevalier to Val Thorens", (44.93, 6.56), (45.28, 6.58), 215, 210),
    ("Les Deux Alpes to Valloire", (45.01, 6.12), (45.17, 6.43), 190, 150),
    ("La Rosière to La Thuile", (45.63, 6.85), (45.71, 6.95), 180, 170),
    ("Zermatt to Cervinia", (46.02, 7.75), (45.93, 7.63), 235, 215),
    ("Gstaad to Crans-Montana", (46.47, 7.29), (46.31, 7.48), 110, 110),
    ("Bormio to Ponte di Legno", (46.47, 10.37), (46.26, 10.51), 105, 115),
    ("Obergurgl to Meran", (46.87, 11.03), (46.67, 11.16), 235, 190),
    ("Zell am See to Heiligenblut", (47.32, 12.80), (47.04, 12.84), 132, 125),
    ("Winter Park to Eldora", (39.89, -105.77), (39.94, -105.58), 100, 100),
    ("Fresno to Mammoth Lakes", (36.74, -119.79), (37.64, -119.02), 595, 375),
    ("Aspen to Copper Mountain", (39.19, -106.82), (39.50, -106.15), 200, 150),
];

#[test]
fn bounds_contain_known_drives() {
    for (drive, from, to, km, minutes) in KNOWN {
        let estimate = DriveEstimate::between(from, to).unwrap();
        let (road, time) = (estimate.road_km, estimate.minutes);
        assert!((road.low..=road.high).contains(&km), "{drive}: {km} km, {road:?}");
        assert!((time.low..=time.high).contains(&minutes), "{drive}: {minutes} min, {time:?}");
        assert!(estimate.is_estimate);
    }
}

#[test]
fn sea_crossing_has_no_estimate() {
    assert_eq!(DriveEstimate::between((41.77, 140.82), (40.73, 140.69)), None);
}

#[test]
fn zero_distance_takes_zero_minutes() {
    let here = (46.0, 7.7);
    let nothing = DriveEstimate::along(&[here, here]);
    assert_eq!((nothing.road_km, nothing.minutes), (Bounds { low: 0, high: 0 }, Bounds { low: 0, high: 0 }));
    assert_eq!(DriveEstimate::along(&[(f64::NAN, 7.7), here]), nothing);
}

#[test]
fn basis_states_the_constants() {
    for number in [DETOUR.0, DETOUR.1, SPEED_KMH.0, SPEED_KMH.1] {
        assert!(BASIS.contains(&number.to_string()), "{number}");
    }
}
