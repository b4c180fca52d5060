//! Tests of `openapi`.

use super::*;
use crate::OPERATIONS;

fn document() -> Value {
    super::document(About { name: "Test", base_url: "https://example.org", version: "1.10.0" })
}

#[test]
fn declares_every_operation_and_chart_once() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let asked: usize = paths.values().map(|at_path| at_path.as_object().unwrap().len()).sum();
    // `ask_snowdata` may be asked with a body too.
    assert_eq!(asked, OPERATIONS.len() + CHARTS.len() + 1);
    let operations = OPERATIONS.iter().map(|one| (one.meta(), "application/json"));
    let charts = CHARTS.iter().map(|one| (one.meta(), "image/svg+xml"));
    for (Meta { path, name, method, .. }, media_type) in operations.chain(charts) {
        let get = &paths[&format!("{API_PREFIX}{path}")][&method.name().to_ascii_lowercase()];
        assert_eq!(get["operationId"], *name);
        let answers = get["responses"]["200"]["content"].as_object().unwrap();
        assert_eq!(answers.keys().collect::<Vec<_>>(), [media_type], "{name}");
        assert!(get["responses"]["400"]["content"]["application/problem+json"].is_object(), "{name}");
    }
}

#[test]
fn every_reference_resolves() {
    fn walk(value: &Value, document: &Value) {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
        }
        match value {
            Value::Object(members) => members.values().for_each(|member| walk(member, document)),
            Value::Array(items) => items.iter().for_each(|item| walk(item, document)),
            _ => {}
        }
    }
    let document = document();
    walk(&document, &document);
}

#[test]
fn parameters_are_plain_and_bounded() {
    let document = document();
    let parameters = document["paths"]["/api/v1/resorts"]["get"]["parameters"].as_array().unwrap();
    let named = |name: &str| parameters.iter().find(|p| p["name"] == name).unwrap();
    assert_eq!(named("limit")["schema"]["maximum"], 500);
    assert_eq!(named("limit")["schema"]["type"], "integer");
    assert_eq!(named("status")["schema"]["enum"][0], "OPEN");
    assert!(named("region")["schema"]["enum"].as_array().unwrap().iter().any(|word| word == "alps"));
    let of_chart = &document["paths"]["/api/v1/resorts/{slug}/charts/season.svg"]["get"];
    let of_chart = of_chart["parameters"].as_array().unwrap();
    let measure = of_chart.iter().find(|one| one["name"] == "measure").unwrap();
    assert_eq!(
        (&measure["in"], &measure["schema"]["enum"]),
        (&json!("query"), &json!(["depth", "snowfall", "depth_base", "depth_mid", "depth_summit"]))
    );
    let of_one = document["paths"]["/api/v1/resorts/{slug}"]["get"]["parameters"].as_array().unwrap();
    assert_eq!((&of_one[0]["in"], &of_one[0]["required"]), (&json!("path"), &json!(true)));
}
