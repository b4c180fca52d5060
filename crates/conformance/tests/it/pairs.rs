//! Rules about two answers: each rule finds the pair that breaks it, and the original pair conforms.

use std::collections::BTreeSet;

use conformance::rules::{Answer, Check, Definitions, Subject, Viewer, check, rules};
use serde_json::{Value, json};

fn example(path: &str) -> Value {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    serde_json::from_str(&std::fs::read_to_string(format!("{root}{path}")).unwrap()).unwrap()
}

fn set(mut value: Value, edits: &[(&str, Value)]) -> Value {
    for (pointer, new) in edits {
        *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = new.clone();
    }
    value
}

/// Returns the same answer three hours later.
fn later() -> Value {
    let aged =
        [("baseDepthCm", 5.5), ("depthBase", 5.5), ("depthMid", 4.0), ("depthSummit", 5.5), ("surface", 5.5)];
    let mut value = set(example("full.json"), &[("/meta/generatedAt", json!("2026-01-10T21:00:00.000Z"))]);
    for (name, hours) in aged.into_iter().chain([("lifts", 4.3), ("runs", 15.0), ("forecast", 4.8)]) {
        value["meta"]["freshness"][name]["ageHours"] = json!(hours);
    }
    value["meta"]["freshness"]["lifts"]["tier"] = json!("recent");
    value
}

/// Returns the seven days of the example's total of 34 cm, with the biggest day third, and seven more.
fn rows() -> Value {
    let days: Vec<Value> = [5.0, 2.0, 13.1, 6.0, 4.0, 3.0, 0.9, 9.0, 8.0, 7.0, 5.0, 2.0, 1.0, 1.0]
        .iter()
        .zip(10..)
        .map(|(cm, day)| json!({ "date": format!("2026-01-{day}"), "snowfallCm": cm, "proRequired": false }))
        .collect();
    json!({ "data": { "days": days } })
}

fn broken(subject: &Subject<'_>) -> BTreeSet<&'static str> {
    check(subject).into_iter().map(|finding| finding.rule).collect()
}

#[test]
fn samples() {
    let (first, then) = (example("full.json"), later());
    let definitions = Definitions::default();
    let earlier = Answer { json: &first, viewer: Viewer::Pro, definitions: &definitions };
    let judged = |then: &Value| broken(&Subject::Samples(earlier, Answer { json: then, ..earlier }));
    assert_eq!(judged(&then), BTreeSet::new());
    for (rule, pointer, value) in [
        ("samples/resolved-never-back", "/meta/resolvedAt", json!("2026-01-10T17:00:00.000Z")),
        ("samples/generated-never-back", "/meta/generatedAt", json!("2026-01-10T17:59:59.000Z")),
        ("samples/ages-grow", "/meta/freshness/runs/ageHours", json!(12)),
        ("samples/never-fresher", "/meta/freshness/runs/tier", json!("live")),
        ("samples/one-resolution-one-record", "/data/lifts/value/open", json!(4)),
        ("samples/constants", "/meta/source", json!("Another")),
        ("samples/constants", "/schema", json!("https://elsewhere.example.org/schema.json")),
    ] {
        let caught = judged(&set(then.clone(), &[(pointer, value)]));
        assert!(caught.contains(rule), "{rule}: {caught:?}");
    }
}

#[test]
fn rows_of_the_forecast() {
    let (envelope, rows) = (example("full.json"), rows());
    let definitions = Definitions::default();
    let view = |json| Answer { json, viewer: Viewer::Pro, definitions: &definitions };
    assert_eq!(broken(&Subject::Rows(view(&envelope), &rows)), BTreeSet::new());
    for (rule, pointer, value) in [
        ("rows/sum-is-next7d", "/data/days/0/snowfallCm", json!(6)),
        ("rows/sum-is-next7d", "/data/days/0/snowfallCm", Value::Null),
        ("rows/sum-is-next7d", "/data/days", json!([])),
        ("rows/peak", "/data/days/1/snowfallCm", json!(13.1)),
        ("rows/peak", "/data/days/2/date", json!("2026-01-13")),
        ("rows/partial-flag", "/data/days/6/snowfallCm", Value::Null),
    ] {
        let caught = broken(&Subject::Rows(view(&envelope), &set(rows.clone(), &[(pointer, value)])));
        assert!(caught.contains(rule), "{rule}: {caught:?}");
    }
    let holed = set(rows.clone(), &[("/data/days/1/snowfallCm", Value::Null)]);
    let summed = set(envelope.clone(), &[("/data/forecast/next7dCm/value", json!(32))]);
    assert!(
        broken(&Subject::Rows(view(&summed), &holed)).contains("rows/sum-is-next7d"),
        "a day inside is unknown"
    );
    let honest = set(
        envelope.clone(),
        &[
            (
                "/data/forecast/next7dCm",
                json!({ "value": null, "source": "none", "observedAt": null, "confidence": 0 }),
            ),
            ("/data/forecast/peak", Value::Null),
            ("/data/flags", json!(["forecast_partial_horizon"])),
        ],
    );
    assert_eq!(broken(&Subject::Rows(view(&honest), &holed)), BTreeSet::new());
    let nothing = set(
        envelope.clone(),
        &[("/data/forecast/next7dCm/value", json!(0)), ("/data/forecast/peak", Value::Null)],
    );
    let unknown: Vec<Value> =
        (10..24).map(|day| json!({ "date": format!("2026-01-{day}"), "snowfallCm": null })).collect();
    let unknown = json!({ "data": { "days": unknown } });
    assert!(broken(&Subject::Rows(view(&nothing), &unknown)).contains("rows/sum-is-next7d"), "null is not 0");
}

#[test]
fn every_pair_rule_is_tested() {
    let both = rules().filter(|rule| matches!(rule.check, Check::Samples(_) | Check::Rows(_))).count();
    assert_eq!(both, 9, "a new one wants a pair here");
}
