//! Known distances, and points on either side of an outline.
use super::{distance_km, inside, within};

const ZERMATT: (f64, f64) = (46.02, 7.75);
const CHAMONIX: (f64, f64) = (45.92, 6.87);

#[test]
fn distances_are_true() {
    let km = distance_km(ZERMATT, CHAMONIX);
    assert!((68.0..70.0).contains(&km), "{km}");
    assert!(distance_km((0.0, 179.9), (0.0, -179.9)) < 23.0, "across the date line");
    assert!(distance_km(ZERMATT, ZERMATT).abs() < 1e-9);
    assert!((distance_km((90.0, 0.0), (-90.0, 0.0)) - 20_015.1).abs() < 1.0);
}

#[test]
fn within_agrees_with_the_distance() {
    assert!(within(70.0, ZERMATT, CHAMONIX));
    assert!(!within(67.0, ZERMATT, CHAMONIX));
}

#[test]
fn outlines_have_an_inside() {
    let square = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0)];
    assert!(inside(&square, (5.0, 5.0)));
    assert!(!inside(&square, (5.0, 11.0)));
    assert!(!inside(&square, (-1.0, 5.0)));
    assert!(!inside(&[], (5.0, 5.0)));
}
