use serde_json::json;

use super::centroid;

fn near(geometry: &serde_json::Value, lat: f64, lon: f64) {
    let (y, x) = centroid(geometry).expect("a middle");
    assert!((y - lat).abs() < 1e-6 && (x - lon).abs() < 1e-6, "{y} {x}");
}

#[test]
fn each_geometry_has_its_middle() {
    near(&json!({"type": "Point", "coordinates": [7.0, 46.0, 1500.0]}), 46.0, 7.0);
    let square = json!([[[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]]);
    near(&json!({"type": "Polygon", "coordinates": square}), 1.0, 1.0);
    // Nine tenths of the surface are in the larger square.
    let two =
        json!([[[[0, 0], [3, 0], [3, 3], [0, 3], [0, 0]]], [[[10, 0], [11, 0], [11, 1], [10, 1], [10, 0]]]]);
    near(&json!({"type": "MultiPolygon", "coordinates": two}), 0.9 * 1.5 + 0.1 * 0.5, 0.9 * 1.5 + 0.1 * 10.5);
    near(
        &json!({"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, 2]}]}),
        2.0,
        1.0,
    );
}

#[test]
fn centroid_ignores_point_density() {
    let ring = json!([[[0, 0], [1, 0], [2, 0], [2, 2], [0, 2], [0, 1.5], [0, 1], [0, 0.5], [0, 0]]]);
    near(&json!({"type": "Polygon", "coordinates": ring}), 1.0, 1.0);
}

#[test]
fn flat_outline_uses_mean_point() {
    near(&json!({"type": "Polygon", "coordinates": [[[1, 1], [3, 3], [1, 1], [3, 3]]]}), 2.0, 2.0);
}

#[test]
fn the_date_line_is_crossed() {
    let ring = json!([[[179, 0], [-179, 0], [-179, 2], [179, 2], [179, 0]]]);
    let (lat, lon) = centroid(&json!({"type": "Polygon", "coordinates": ring})).expect("a middle");
    assert!((lat - 1.0).abs() < 1e-6 && (lon.abs() - 180.0).abs() < 1e-6, "{lat} {lon}");
}

#[test]
fn nonsense_has_no_centre() {
    for geometry in [
        json!(null),
        json!({"type": "Polygon", "coordinates": []}),
        json!({"type": "Polygon", "coordinates": [[]]}),
        json!({"type": "Point", "coordinates": ["7", "46"]}),
        json!({"type": "Sphere", "coordinates": [7, 46]}),
    ] {
        assert_eq!(centroid(&geometry), None, "{geometry}");
    }
}
