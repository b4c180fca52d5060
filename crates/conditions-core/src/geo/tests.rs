use super::*;

#[test]
fn distance_is_great_circle() {
    // Zürich to Davos.
    let km = distance_km((47.3769, 8.5417), (46.8027, 9.8360));
    assert!((km - 116.8).abs() < 0.5, "{km}");
    assert!((distance_km((0.0, 0.0), (0.0, 180.0)) - 20_015.1).abs() < 0.1);
    assert!((distance_km((90.0, 0.0), (-90.0, 0.0)) - 20_015.1).abs() < 0.1);
    assert!(distance_km((0.0, 179.9), (0.0, -179.9)) < 23.0, "across the date line");
    assert!(distance_km((46.02, 7.75), (46.02, 7.75)).abs() < 1e-9);
}

#[test]
fn degrees_scale_with_latitude() {
    assert!((degrees_apart((0.0, 10.0), (0.25, 11.0)) - 1.0).abs() < 1e-9);
    assert!((degrees_apart((60.0, 10.0), (60.25, 11.0)) - 0.5).abs() < 1e-9);
    assert!((degrees_apart((0.0, 179.9), (0.0, -179.9)) - 0.2).abs() < 1e-9);
    assert!((degrees_apart((46.0, 8.0), (45.6, 8.0)) - 0.4).abs() < 1e-9);
}
