//! Ski passes: values not on record are null and never 0 or "no", shared days count once, and invalid requests are
//! rejected with the argument's name.

use operations::OpError;
use serde_json::{Value, json};
use world::{Caller, View};

use crate::world::{NOW, answer, ask, mapped, operation};

fn data(name: &str, pairs: &[(&str, &str)]) -> Value {
    answer(name, pairs)["data"].clone()
}

/// Returns a product of a comparison.
fn product<'v>(data: &'v Value, id: &str) -> &'v Value {
    data["products"].as_array().unwrap().iter().find(|row| row["product"] == id).unwrap()
}

#[test]
fn pass_has_season_and_known_resorts() {
    let pass = data("get_pass", &[("pass", "silver")]);
    assert_eq!(
        (&pass["id"], &pass["season"], &pass["seasonIsOver"]),
        (&json!("silver-pass"), &json!("2025/26"), &json!(false))
    );
    assert_eq!(pass["resortCount"], 3);
    assert_eq!(pass["products"][0]["access"][1]["resorts"], json!(["cedar-bowl", "elder-cone"]));
    let over = data("get_pass", &[("pass", "alpine-days")]);
    assert_eq!((&over["seasonIsOver"], &over["operator"]), (&json!(true), &Value::Null));
}

#[test]
fn price_is_current_or_null() {
    let pass = data("get_pass", &[("pass", "silver-pass")]);
    let full = &pass["products"][0];
    assert_eq!(
        (&full["price"]["amount"], &full["price"]["currency"], &full["price"]["asOf"]),
        (&json!(1000.0), &json!("USD"), &json!("2025-12-02"))
    );
    assert_eq!(full["prices"][0]["isCurrent"], false);
    assert_eq!((&pass["products"][1]["price"], &pass["products"][1]["prices"]), (&Value::Null, &json!([])));
}

#[test]
fn unknown_pass_suggests_similar() {
    for name in ["get_pass", "find_pass_resorts"] {
        match ask(&Caller::anonymous(), name, &[("pass", "silvr pass")]) {
            Err(OpError::NotFound { what, suggestions, .. }) => {
                assert_eq!(
                    (what, suggestions.as_slice()),
                    ("ski pass", ["silver-pass".to_owned()].as_slice())
                );
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    match ask(&Caller::anonymous(), "find_resorts_by_criteria", &[("pass", "qqqqqqq")]) {
        Err(OpError::InvalidArguments(problems)) => {
            assert_eq!(problems[0].argument, "pass");
            assert!(problems[0].message.contains("did you mean silver-pass, alpine-days?"), "{problems:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn pass_resorts_filter_by_region() {
    let slugs = |pairs: &[(&str, &str)]| {
        let rows = data("find_pass_resorts", pairs);
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["slug"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(slugs(&[("pass", "alpine-days")]), ["alpenau", "cedar-bowl", "dom-dake"]);
    assert_eq!(slugs(&[("pass", "alpine-days"), ("region", "europe")]), ["alpenau"]);
    assert_eq!(slugs(&[("pass", "silver-pass"), ("region", "europe")]), Vec::<String>::new());
}

#[test]
fn shared_days_count_once() {
    let trip = |slugs: &str, days: &str| data("compare_passes", &[("slugs", slugs), ("tripDays", days)]);
    let both = trip("cedar-bowl,elder-cone", "6");
    let silver = product(&both, "silver-pass");
    assert_eq!(
        (&silver["dayCount"], &silver["enoughDays"], &silver["coversAll"]),
        (&json!(5), &json!(false), &json!(true))
    );
    let each = trip("cedar-bowl,alpenau", "4");
    let days = product(&each, "alpine-days");
    assert_eq!((&days["dayCount"], &days["enoughDays"]), (&json!(4), &json!(true)));
    let endless = trip("birch-bowl,cedar-bowl", "30");
    let silver = product(&endless, "silver-pass");
    assert_eq!(
        (&silver["dayCount"], &silver["unlimited"], &silver["enoughDays"]),
        (&Value::Null, &json!(true), &json!(true))
    );
}

#[test]
fn unknown_terms_are_null() {
    let data = data("compare_passes", &[("slugs", "birch-bowl,dom-dake"), ("tripDays", "3")]);
    let local = product(&data, "silver-local");
    assert_eq!(
        (&local["coversAll"], &local["missing"], &local["enoughDays"]),
        (&Value::Null, &json!([]), &Value::Null)
    );
    let days = product(&data, "alpine-days");
    assert_eq!(
        (&days["coversAll"], &days["dayCount"], &days["enoughDays"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    assert_eq!((&days["price"], &days["pricePerDay"]), (&Value::Null, &Value::Null));
}

#[test]
fn price_per_day_needs_a_price() {
    let data = data("compare_passes", &[("passes", "silver"), ("price", "800"), ("tripDays", "4")]);
    assert_eq!(data["ownPricePerDay"], 200.0);
    assert_eq!(product(&data, "silver-pass")["pricePerDay"], 250.0);
    assert_eq!(product(&data, "silver-local")["pricePerDay"], Value::Null);
}

#[test]
fn rejects_invalid_comparisons() {
    let refused = |pairs: &[(&str, &str)]| match ask(&Caller::anonymous(), "compare_passes", pairs) {
        Err(OpError::InvalidArguments(problems)) => problems[0].argument.clone(),
        other => panic!("{pairs:?}: {other:?}"),
    };
    assert_eq!(refused(&[("price", "800"), ("tripDays", "4")]), "price");
    assert_eq!(refused(&[("price", "0"), ("passes", "silver"), ("tripDays", "4")]), "price");
    assert_eq!(refused(&[("price", "800"), ("passes", "silver")]), "price");
    assert_eq!(refused(&[("tripDays", "0")]), "tripDays");
}

#[test]
fn resort_names_facts_of_the_map() {
    let without = data("get_resort_info", &[("slug", "birch-bowl")]);
    assert_eq!(without.get("map"), None);
    let terrain = json!({
        "areas": ["osm:way/5"], "data_date": "2026-08-08", "imported_on": "2026-11-28", "run_km": 33.3, "runs": 12,
        "lifts": { "chair_lift": 6, "magic_carpet": 2 },
    });
    let world = mapped(serde_json::from_value(terrain).unwrap());
    let caller = Caller::anonymous();
    let answer = operation("get_resort_info")
        .act(&View::new(&world, &caller), &[("slug", "birch-bowl")], NOW)
        .unwrap();
    let info: Value = serde_json::from_slice(&answer.rest).unwrap();
    let info = &info["data"];
    assert_eq!(info["runs"], without["runs"], "the row ranks above the map");
    assert_eq!(info["runKm"], 33.3);
    let map = &info["map"];
    assert_eq!(map["facts"], json!(["runKm"]));
    assert_eq!((&map["dataDate"], &map["carpetsAndTows"]), (&Value::from("2026-08-08"), &Value::from(2)));
    assert_eq!(map["liftsByType"][0], json!({ "kind": "chair_lift", "count": 6 }));
}

#[test]
fn resort_lists_its_passes() {
    let info = data("get_resort_info", &[("slug", "cedar-bowl")]);
    let ids: Vec<&str> =
        info["passes"].as_array().unwrap().iter().map(|pass| pass["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["silver-pass", "alpine-days"]);
    let rows = data("find_resorts_by_criteria", &[("pass", "alpine-days"), ("country", "JP")]);
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!(rows[0]["slug"], "dom-dake");
}
