//! Tests of places inside and outside an area, and of its stored form.

use super::*;
use serde_json::json;

fn square_with_hole() -> Area {
    let outer = [[10.0, 46.0], [11.0, 46.0], [11.0, 47.0], [10.0, 47.0], [10.0, 46.0]];
    let hole = [[10.4, 46.4], [10.6, 46.4], [10.6, 46.6], [10.4, 46.6], [10.4, 46.4]];
    Area::from_geojson(&json!({ "type": "Polygon", "coordinates": [outer, hole] })).unwrap()
}

#[test]
fn holes_are_outside() {
    let area = square_with_hole();
    assert!(area.contains(46.2, 10.2));
    assert!(!area.contains(46.5, 10.5), "in the hole");
    assert!(!area.contains(45.9, 10.5) && !area.contains(46.5, 11.1));
    assert!(!area.contains(f64::NAN, 10.5));
}

#[test]
fn stored_form_is_restored() {
    let area = square_with_hole();
    let stored = serde_json::to_string(&area).unwrap();
    assert_eq!(serde_json::from_str::<Area>(&stored).unwrap(), area);
    assert!(stored.starts_with("[[10000,46000,1000,0,"), "{stored}");
}

#[test]
fn rejects_invalid_coordinates() {
    let metres =
        json!({ "type": "Polygon", "coordinates": [[[1_200_000.0, 5_900_000.0], [1.0, 1.0], [2.0, 2.0]]] });
    assert_eq!(Area::from_geojson(&metres), None, "metres of a map, not degrees");
    for other in [
        json!(null),
        json!({ "type": "Point", "coordinates": [1, 2] }),
        json!({ "type": "Polygon", "coordinates": [] }),
    ] {
        assert_eq!(Area::from_geojson(&other), None);
    }
    let empty: Area = serde_json::from_str("[[1],[],[1,2,3,4]]").unwrap();
    assert!(!empty.contains(0.0, 0.0));
}

#[test]
fn repeated_ring_is_not_a_hole() {
    let area = square_with_hole().merge(square_with_hole());
    assert_eq!(area, square_with_hole());
    assert!(area.size() > 0);
}
