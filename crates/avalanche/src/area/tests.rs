//! Tests of places inside and outside an area, and of its stored form.

use super::*;
use serde_json::json;

fn square_with_hole() -> Area {
    let outer = [[10.0, 46.0], [11.0, 46.0], [11.0, 47.0], [10.0, 47.0], [10.0, 46.0]];
    let hole = [[10.4, 46.4], [10.6, 46.4], [10.6, 46.6], [10.4, 46.6], [10.4, 46.4]];
    Area::of_geojson(&json!({ "type": "Polygon", "coordinates": [outer, hole] })).unwrap()
}

#[test]
fn holes_are_outside() {
    let area = square_with_hole();
    assert!(area.holds(46.2, 10.2));
    assert!(!area.holds(46.5, 10.5), "in the hole");
    assert!(!area.holds(45.9, 10.5) && !area.holds(46.5, 11.1));
    assert!(!area.holds(f64::NAN, 10.5));
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
    assert_eq!(Area::of_geojson(&metres), None, "metres of a map, not degrees");
    for other in [
        json!(null),
        json!({ "type": "Point", "coordinates": [1, 2] }),
        json!({ "type": "Polygon", "coordinates": [] }),
    ] {
        assert_eq!(Area::of_geojson(&other), None);
    }
    let empty: Area = serde_json::from_str("[[1],[],[1,2,3,4]]").unwrap();
    assert!(!empty.holds(0.0, 0.0));
}

#[test]
fn repeated_ring_is_not_a_hole() {
    let area = square_with_hole().and(square_with_hole());
    assert_eq!(area, square_with_hole());
    assert!(area.size() > 0);
}
