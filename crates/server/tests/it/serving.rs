//! Tests of every served resort: valid, exact sums, never open without evidence, labelled as synthetic.

use conditions_core::time::Timestamp;
use serde_json::Value;

use crate::harness::SHARED;

fn slugs() -> Vec<String> {
    let mut slugs = Vec::new();
    for offset in ["0", "500"] {
        let page = SHARED.get(&format!("/api/v1/resorts?limit=500&offset={offset}")).json();
        assert_eq!(page["meta"]["total"], 768);
        let rows = page["data"].as_array().unwrap().clone();
        slugs.extend(rows.iter().map(|row| row["slug"].as_str().unwrap().to_owned()));
    }
    assert_eq!(slugs.len(), 768);
    slugs
}

/// Reads a number with at most one decimal as whole tenths, from its digits.
fn tenths(value: &Value) -> i64 {
    let text = value.to_string();
    let (whole, tenth) = text.split_once('.').unwrap_or((&text, "0"));
    assert_eq!(tenth.len(), 1, "{text} has more than one decimal");
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    whole.parse::<i64>().unwrap() * 10 + sign * tenth.parse::<i64>().unwrap()
}

#[test]
fn envelopes_match_the_served_schema() {
    let schema = SHARED.get("/.well-known/schemas/resort-conditions-v1.json");
    assert_eq!((schema.status, schema.header("content-type")), (200, "application/schema+json"));
    let schema = schema.json();
    let validator = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema)
        .unwrap();
    let now = runtime::clock::now();
    for slug in slugs() {
        let envelope = SHARED.get(&format!("/api/v1/resorts/{slug}/conditions")).json();
        let wrong: Vec<String> = validator.iter_errors(&envelope).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{slug}: {wrong:?}");
        assert_eq!(envelope["schema"], schema["$id"], "{slug}");
        assert_eq!(envelope["meta"]["slug"], slug);
        let (meta, data) = (&envelope["meta"], &envelope["data"]);
        assert!(meta["source"].as_str().unwrap().ends_with("(synthetic data)"), "{slug}");
        assert_ne!(data["status"]["value"], "OPEN", "{slug}: models know of no lifts");
        assert_eq!(data["forecast"]["next14dCm"]["source"], "none", "{slug}");
        assert_eq!(data["forecast"]["next7dCm"]["source"], "model", "{slug}");
        assert!(data["forecast"]["next7dCm"]["value"].is_number(), "{slug}");
        let generated = Timestamp::parse(meta["generatedAt"].as_str().unwrap()).unwrap();
        assert!(now.since(generated) < 120_000, "{slug}: generated {generated}");
    }
}

#[test]
fn seven_rows_sum_to_next7d() {
    for slug in slugs() {
        let answer = SHARED.get(&format!("/api/v1/resorts/{slug}")).json();
        let data = &answer["data"];
        let days = data["forecast"]["days"].as_array().unwrap();
        assert_eq!(days.len(), 14, "{slug}");
        let sum: i64 = days[..7].iter().map(|day| tenths(&day["snowfallCm"])).sum();
        assert_eq!(sum, tenths(&data["conditions"]["forecast"]["next7dCm"]["value"]), "{slug}");
        for (at, day) in days.iter().enumerate() {
            assert_eq!(day["proRequired"], at >= 7, "{slug}");
            assert_eq!(day["snowfallCm"].is_null(), at >= 7, "{slug}");
        }
        let peak = &data["conditions"]["forecast"]["peak"];
        let largest = days[..7].iter().map(|day| tenths(&day["snowfallCm"])).max().unwrap();
        if largest == 0 {
            assert_eq!(*peak, Value::Null, "{slug}");
        } else {
            assert_eq!((tenths(&peak["snowfallCm"]), &peak["windowDays"]), (largest, &7.into()), "{slug}");
            assert_eq!(data["forecast"]["peak"]["windowDays"], 7, "{slug}");
        }
        assert_eq!(data["conditions"]["slug"], slug);
    }
}

#[test]
fn lists_and_details_agree() {
    let rows = SHARED.get("/api/v1/resorts?sort=forecast&limit=40").json();
    let order: Vec<i64> =
        rows["data"].as_array().unwrap().iter().map(|row| tenths(&row["next7dCm"])).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "{order:?}");
    for row in rows["data"].as_array().unwrap() {
        let slug = row["slug"].as_str().unwrap();
        let conditions = SHARED.get(&format!("/api/v1/resorts/{slug}/conditions")).json();
        assert_eq!(row["next7dCm"], conditions["data"]["forecast"]["next7dCm"]["value"], "{slug}");
        assert_eq!(row["displayDepthCm"], conditions["data"]["displayDepthCm"]["value"], "{slug}");
        let forecast = SHARED.get(&format!("/api/v1/resorts/{slug}/forecast?days=7")).json();
        let detail = SHARED.get(&format!("/api/v1/resorts/{slug}")).json();
        let first_week = &detail["data"]["forecast"]["days"].as_array().unwrap()[..7];
        assert_eq!(forecast["data"]["days"].as_array().unwrap(), first_week, "{slug}");
    }
}

#[test]
fn synthetic_data_is_marked_and_credited() {
    for path in ["/api/v1/resorts/zermatt/conditions", "/api/v1/resorts?limit=1", "/", "/llms.txt", "/no"] {
        let reply = SHARED.get(path);
        assert_eq!(reply.header("x-synthetic"), "true", "{path}");
        assert!(
            reply.header("x-credit").starts_with("Data by Open Snow Conditions (synthetic data)"),
            "{path}"
        );
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
    }
    let page = SHARED.get("/").text();
    assert!(page.contains("Synthetic data.") && page.contains("(synthetic data)"));
    let credits = SHARED.get("/api/v1/resorts/zermatt").json()["meta"]["credits"].clone();
    assert!(credits["service"]["text"].as_str().unwrap().contains("synthetic"), "{credits}");
    assert!(credits.to_string().contains("not real"), "{credits}");
    assert!(!credits.to_string().contains("Open-Meteo.com"), "a source without data is not credited");
}
