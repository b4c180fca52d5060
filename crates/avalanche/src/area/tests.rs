//! Tests of places inside and outside an area, and of its stored form.

use super::*;
use serde_json::json;

fn square_with_hole() -> Area {
    let outer = [[10.0, 46.0], [11.0, 46.0], [11.0, 47.0], [10.0, 47.0], [10.0, 46.0]];
    let hole = [[10.4, 46.4], [10.6, 46.4], [10.6, 46.6], [10.4, 46.6], [10.4, 46.4]];
    Area::of_geojson(&json!({ "type": "Polygon", "coordinates": [outer, hole] })).unwrap()
}

#[test]
fn a_place_lies_within_and_not_in_a_hole() {
    let area = square_with_hole();
    assert!(area.holds(46.2, 10.2));
    assert!(!area.holds(46.5, 10.5), "in the hole");
    assert!(!area.holds(45.9, 10.5) && !area.holds(46.5, 11.1));
    assert!(!area.holds(f64::NAN, 10.5));
}

#[test]
fn the_stored_form_gives_the_same_ground() {
    let area = square_with_hole();
    let stored = serde_json::to_string(&area).unwrap();
    assert_eq!(serde_json::from_str::<Area>(&stored).unwrap(), area);
    assert!(stored.starts_with("[[10000,46000,1000,0,"), "{stored}");
}

#[test]
fn what_is_no_ground_on_earth_is_refused() {
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
fn the_same_ring_twice_is_no_hole() {
    let area = square_with_hole().and(square_with_hole());
    assert_eq!(area, square_with_hole());
    assert!(area.size() > 0);
}
