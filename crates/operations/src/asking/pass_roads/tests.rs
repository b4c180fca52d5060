use serde_json::json;

use super::controls_on_road;

#[test]
fn controls_match_by_number_or_name() {
    let place = |road: &str, name: &str| json!({ "place": { "road": road, "name": name } });
    let access = json!({ "data": { "controls": [
        place("US-50", "Echo Summit"),
        place("I-80", "Donner Lake"),
        place("SR-89", "Luther Pass"),
    ] } });
    assert_eq!(controls_on_road(&access, "I-80"), [1]);
    assert_eq!(controls_on_road(&access, "hwy 50"), [0]);
    assert_eq!(controls_on_road(&access, "Donner Pass"), [1]);
    assert!(controls_on_road(&access, "Monitor Pass").is_empty());
}
