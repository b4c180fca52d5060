use super::{BORDERS, RINGS, borders, clipped, path};

/// Returns whether a position is on land: inside an odd number of rings.
fn is_land(lon: f64, lat: f64) -> bool {
    let crossings = RINGS
        .iter()
        .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)))
        .filter(|(a, b)| (a.1 > lat) != (b.1 > lat) && lon < a.0 + (lat - a.1) / (b.1 - a.1) * (b.0 - a.0));
    crossings.count() % 2 == 1
}

#[test]
fn ski_countries_are_on_land() {
    for (lon, lat) in
        [(7.7, 46.0), (-106.4, 39.6), (142.5, 43.5), (-70.5, -33.3), (170.0, -44.5), (25.0, 67.0)]
    {
        assert!(is_land(lon, lat), "{lon} {lat}");
    }
    for (lon, lat) in [(-30.0, 40.0), (-150.0, 20.0), (150.0, 30.0), (80.0, -20.0), (18.0, 38.0)] {
        assert!(!is_land(lon, lat), "{lon} {lat}");
    }
}

#[test]
fn land_fits_the_map() {
    let world = path(720.0, 360.0, |(lon, lat)| ((lon + 180.0) * 2.0, (90.0 - lat) * 2.0));
    assert!(world.len() < 40_000 && world.starts_with('M') && world.ends_with('Z'), "{} bytes", world.len());
    for part in world.split(['M', 'L', 'Z']).filter(|part| !part.is_empty()) {
        let (x, y) = part.split_once(' ').unwrap();
        let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
        assert!((0.0..=720.0).contains(&x) && (0.0..=360.0).contains(&y), "{part}");
    }
    assert_eq!(path(10.0, 10.0, |_| (-5.0, -5.0)), "");
}

#[test]
fn clips_a_ring_around_the_map() {
    let around = vec![(-9.0, -9.0), (19.0, -9.0), (19.0, 19.0), (-9.0, 19.0)];
    let mut corners = clipped(around, 10.0, 10.0);
    corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
    corners.dedup();
    assert_eq!(corners, [(0.0, 0.0), (0.0, 10.0), (10.0, 0.0), (10.0, 10.0)]);
    assert!(clipped(vec![(20.0, 20.0), (30.0, 20.0), (30.0, 30.0)], 10.0, 10.0).is_empty());
}

#[test]
fn borders_separate_neighbours() {
    assert!(BORDERS.len() > 300 && BORDERS.iter().all(|line| line.len() >= 2));
    let alps = borders(352.0, 200.0, |(lon, lat)| ((lon - 5.0) * 30.0, (49.0 - lat) * 40.0));
    assert!(alps.starts_with('M') && alps.matches('L').count() > 50, "{alps}");
    let ocean = borders(100.0, 100.0, |(lon, lat)| ((lon + 40.0) * 10.0, (30.0 - lat) * 10.0));
    assert_eq!(ocean, "", "no border in the Atlantic");
}
