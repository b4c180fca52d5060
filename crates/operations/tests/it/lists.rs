//! Lists: filters, orders with unreported values last, pages with their totals.

use serde_json::{Value, json};

use world::Caller;

use crate::world::{answer, ask, slugs};

fn found(pairs: &[(&str, &str)]) -> Value {
    answer("find_resorts_by_criteria", pairs)
}

#[track_caller]
fn finds(pairs: &[(&str, &str)], expected: &[&str]) {
    let answer = found(pairs);
    assert_eq!(slugs(&answer), expected, "{pairs:?}");
    assert_eq!(answer["meta"]["total"], expected.len(), "{pairs:?}");
}

#[test]
fn unfiltered_list_is_sorted_by_slug() {
    finds(&[], &["alpenau", "birch-bowl", "cedar-bowl", "dom-dake", "elder-cone"]);
    let answer = found(&[]);
    assert_eq!((&answer["meta"]["limit"], &answer["meta"]["offset"]), (&json!(20), &json!(0)));
    assert_eq!(answer["meta"]["rule"], "by slug");
}

#[test]
fn filters_by_place() {
    finds(&[("region", "alps")], &["alpenau"]);
    finds(&[("region", "north-america")], &["birch-bowl", "cedar-bowl"]);
    finds(&[("region", "africa")], &[]);
    finds(&[("country", "CH")], &["alpenau"]);
    finds(&[("country", "ch")], &["alpenau"]);
    finds(&[("country", "Switzerland")], &["alpenau"]);
    finds(&[("country", "united states")], &["birch-bowl"]);
    finds(&[("state", "Utah")], &["birch-bowl"]);
    finds(&[("state", " british columbia ")], &["cedar-bowl"]);
    finds(&[("state", "Utah"), ("country", "CA")], &[]);
}

#[test]
fn filters_skip_unreported_values() {
    finds(&[("minDepth", "85")], &["alpenau", "birch-bowl"]);
    finds(&[("minDepth", "85.1")], &["birch-bowl"]);
    // Zero is a depth; an unreported depth is not.
    finds(&[("minDepth", "0")], &["alpenau", "birch-bowl", "cedar-bowl", "elder-cone"]);
    finds(&[("minElevation", "2800")], &["alpenau", "birch-bowl"]);
    finds(&[("minElevation", "0")], &["alpenau", "birch-bowl", "cedar-bowl", "elder-cone"]);
    finds(&[("minRuns", "51")], &["birch-bowl", "cedar-bowl"]);
    finds(&[("minScore", "0")], &["alpenau", "birch-bowl", "cedar-bowl", "elder-cone"]);
    finds(&[("minScore", "60")], &["alpenau", "birch-bowl"]);
    finds(&[("status", "OPEN")], &["alpenau"]);
    finds(&[("status", "UNKNOWN")], &["birch-bowl", "cedar-bowl", "dom-dake", "elder-cone"]);
    finds(&[("status", "OFF_SEASON")], &[]);
}

#[test]
fn orders_put_unreported_last() {
    let order = |sort: &str| {
        let answer = found(&[("sort", sort)]);
        assert!(answer["meta"]["rule"].as_str().is_some_and(|rule| rule.contains("slug")), "{sort}");
        slugs(&answer).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(order("name"), ["alpenau", "birch-bowl", "cedar-bowl", "dom-dake", "elder-cone"]);
    assert_eq!(order("depth"), ["birch-bowl", "alpenau", "cedar-bowl", "elder-cone", "dom-dake"]);
    assert_eq!(order("snowfall"), ["alpenau", "birch-bowl", "cedar-bowl", "elder-cone", "dom-dake"]);
    assert_eq!(order("forecast"), ["birch-bowl", "alpenau", "cedar-bowl", "elder-cone", "dom-dake"]);
    assert_eq!(order("elevation"), ["birch-bowl", "alpenau", "cedar-bowl", "elder-cone", "dom-dake"]);
    assert_eq!(order("score"), ["alpenau", "birch-bowl", "cedar-bowl", "elder-cone", "dom-dake"]);
}

#[test]
fn named_resorts_keep_their_order() {
    finds(&[("slugs", "elder-cone,alpenau")], &["elder-cone", "alpenau"]);
    finds(&[("slugs", "Dom Dake"), ("slugs", "alpenau")], &["dom-dake", "alpenau"]);
    finds(&[("slugs", "elder-cone,alpenau"), ("sort", "name")], &["alpenau", "elder-cone"]);
    finds(&[("slugs", "elder-cone,alpenau"), ("region", "alps")], &["alpenau"]);
    assert_eq!(found(&[("slugs", "elder-cone,alpenau")])["meta"]["rule"], "in the order of `slugs`");
}

#[test]
fn unknown_and_repeated_slugs_are_errors() {
    let anyone = Caller::anonymous();
    let fault =
        |slugs: &str| ask(&anyone, "find_resorts_by_criteria", &[("slugs", slugs)]).unwrap_err().to_string();
    assert_eq!(fault("alpenau,alpenaux"), "no resort `alpenaux` is on record; did you mean alpenau?");
    assert!(fault("alpenau,alpenau").contains("names `alpenau` twice"));
    let many = vec!["alpenau"; 51].join(",");
    assert!(fault(&many).contains("50"));
    let pairs = [("include", "days"), ("limit", "51")];
    let fault = ask(&anyone, "find_resorts_by_criteria", &pairs).unwrap_err().to_string();
    assert!(fault.contains("at most 50 with `include`"), "{fault}");
}

#[test]
fn cards_have_seven_days() {
    let answer = found(&[("slugs", "alpenau,dom-dake"), ("include", "days")]);
    let week = crate::world::answer("get_weather_forecast", &[("slug", "alpenau")]);
    assert_eq!(answer["data"][0]["days"], week["data"]["days"]);
    assert_eq!(answer["data"][1]["days"].as_array().map(Vec::len), Some(7));
    assert_eq!(answer["data"][1]["days"][0]["snowfallCm"], Value::Null);
    let bare = found(&[("slugs", "alpenau")]);
    assert_eq!(bare["data"][0].get("days"), None);
    assert_eq!(bare["data"][0].get("danger"), None);
}

#[test]
fn danger_of_rows_is_that_of_the_resort() {
    let answer = found(&[("include", "days,danger")]);
    let rows = answer["data"].as_array().unwrap();
    for row in rows {
        let now =
            crate::world::answer("get_avalanche", &[("slug", row["slug"].as_str().unwrap())])["data"]["now"]
                .clone();
        assert_eq!(row["danger"], serde_json::json!({"level": now["level"], "reason": now["reason"]}));
        assert!(row["days"].is_array());
    }
    assert!(rows.iter().any(|row| row["danger"]["level"].is_u64()));
    assert!(rows.iter().any(|row| row["danger"]["level"].is_null() && row["danger"]["reason"].is_string()));
}

#[test]
fn rows_state_their_provenance() {
    let answer = found(&[]);
    let of = |row: usize, member: &str| &answer["data"][row]["provenance"][member];
    let record = crate::world::answer("get_conditions", &[("slug", "alpenau")]);
    let depth = of(0, "displayDepthCm");
    assert_eq!(depth["observedAt"], record["data"]["displayDepthCm"]["observedAt"]);
    assert_eq!(depth["confidence"], record["data"]["displayDepthCm"]["confidence"]);
    assert_eq!((&depth["kind"], &depth["measured"]), (&json!("operator"), &json!(true)));
    assert_eq!(of(0, "next7dCm")["kind"], "model");
    assert_eq!(of(0, "next7dCm")["freshness"], "live");
    assert_eq!(
        (&of(1, "displayDepthCm")["kind"], &of(1, "displayDepthCm")["measured"]),
        (&json!("model"), &json!(false))
    );
    assert_eq!(
        (answer["data"][3]["slug"].as_str(), of(3, "snowfall24hCm")),
        (Some("dom-dake"), &Value::Null)
    );
}

#[test]
fn unreported_values_are_null() {
    let answer = found(&[("country", "JP")]);
    let row = &answer["data"][0];
    for member in ["displayDepthCm", "snowfall24hCm", "next7dCm", "lifts", "score", "observedAt"] {
        assert_eq!(row[member], Value::Null, "{member}");
    }
    assert_eq!(row["elevation"], json!({ "baseM": null, "midM": null, "summitM": null }));
    assert_eq!(row["status"], "UNKNOWN");
}

#[test]
fn rows_match_the_resort() {
    for row in found(&[])["data"].as_array().unwrap() {
        let slug = row["slug"].as_str().unwrap();
        let conditions = answer("get_conditions", &[("slug", slug)]);
        let data = &conditions["data"];
        assert_eq!(row["displayDepthCm"], data["displayDepthCm"]["value"], "{slug}");
        assert_eq!(row["baseDepthCm"], data["baseDepthCm"]["value"], "{slug}");
        assert_eq!(row["next7dCm"], data["forecast"]["next7dCm"]["value"], "{slug}");
        assert_eq!(row["status"], data["status"]["value"], "{slug}");
        assert_eq!(row["lifts"], data["lifts"]["value"], "{slug}");
        assert_eq!(row["url"], format!("https://snow.example.org/resorts/{slug}"));
    }
}

#[test]
fn pages_cover_the_list_once() {
    for operation in ["find_resorts_by_criteria", "search_resorts"] {
        let given = |limit: &str, offset: &str| {
            let mut pairs = vec![("limit", limit), ("offset", offset)];
            if operation == "search_resorts" {
                pairs.push(("query", "bowl"));
            }
            answer(operation, &pairs)
        };
        let whole = given("50", "0");
        let total = whole["meta"]["total"].as_u64().unwrap();
        assert!(total >= 2, "{operation}");
        let mut gathered = Vec::new();
        for at in 0..total {
            let page = given("1", &at.to_string());
            assert_eq!(page["meta"]["total"], total);
            assert_eq!((&page["meta"]["limit"], &page["meta"]["offset"]), (&json!(1), &json!(at)));
            gathered.extend(page["data"].as_array().unwrap().clone());
        }
        assert_eq!(Value::from(gathered), whole["data"], "{operation}");
        let beyond = given("10", "100000");
        assert_eq!((beyond["data"].as_array().unwrap().len(), &beyond["meta"]["total"]), (0, &json!(total)));
    }
}

#[test]
fn forecast_has_requested_days() {
    let days = |pairs: &[(&str, &str)]| {
        let mut all = vec![("slug", "alpenau")];
        all.extend_from_slice(pairs);
        answer("get_weather_forecast", &all)["data"]["days"].as_array().unwrap().len()
    };
    assert_eq!((days(&[]), days(&[("days", "1")]), days(&[("days", "14")])), (7, 1, 14));
    let band = |band: &str| {
        let answer = answer("get_weather_forecast", &[("slug", "alpenau"), ("band", band)]);
        (answer["data"]["band"].clone(), answer["data"]["elevationM"].clone())
    };
    assert_eq!(band("base"), (json!("base"), json!(1400)));
    assert_eq!(band("mid"), (json!("mid"), json!(2000)));
    assert_eq!(band("summit"), (json!("summit"), json!(2800)));
}

#[test]
fn first_day_is_today_locally() {
    // Noon UTC on the tenth: still the tenth in Utah, and in Hokkaido at nine in the evening.
    for slug in ["alpenau", "birch-bowl", "dom-dake"] {
        let answer = answer("get_weather_forecast", &[("slug", slug)]);
        assert_eq!(answer["data"]["days"][0]["date"], "2026-01-10", "{slug}");
    }
}

#[test]
fn missing_forecast_has_null_rows() {
    let answer = answer("get_resort", &[("slug", "dom-dake")]);
    let forecast = &answer["data"]["forecast"];
    assert_eq!((&forecast["capturedAt"], &forecast["peak"]), (&Value::Null, &Value::Null));
    let days = forecast["days"].as_array().unwrap();
    assert_eq!(days.len(), 14);
    assert!(days.iter().all(|day| day["snowfallCm"].is_null() && day["modelsReporting"] == 0));
}
