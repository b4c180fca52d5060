use super::*;
use crate::OPERATIONS;

fn document() -> Value {
    super::document(About {
        name: "Test",
        base_url: "https://example.org",
        terms_url: "https://example.org/api/v1/credits",
        version: "1.10.0",
        program: "0.1.0",
    })
}

#[test]
fn declares_every_endpoint_once() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let asked: usize = paths.values().map(|at_path| at_path.as_object().unwrap().len()).sum();
    // `ask_snowdata` also accepts a body.
    assert_eq!(asked, OPERATIONS.len() + CHARTS.len() + 1);
    let operations = OPERATIONS.iter().map(|one| (one.meta(), "application/json"));
    let charts = CHARTS.iter().map(|one| (one.meta(), "image/svg+xml"));
    for (Meta { path, name, method, .. }, media_type) in operations.chain(charts) {
        let get = &paths[&format!("{API_PREFIX}{path}")][&method.name().to_ascii_lowercase()];
        assert_eq!(get["operationId"], *name);
        let answers = get["responses"]["200"]["content"].as_object().unwrap();
        assert_eq!(answers.keys().collect::<Vec<_>>(), [media_type], "{name}");
        assert!(get["responses"]["400"]["content"]["application/problem+json"].is_object(), "{name}");
        let is_cached = get["responses"].get("304").is_some();
        for status in ["200", "304"].into_iter().take(if is_cached { 2 } else { 1 }) {
            let named = &get["responses"][status]["headers"]["X-Publication"];
            assert_eq!(named["$ref"].is_string(), is_cached, "{name} {status}");
        }
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

/// Calls `visit` with every part of a document and its pointer.
fn walk(value: &Value, pointer: &str, visit: &mut impl FnMut(&str, &Value)) {
    visit(pointer, value);
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| walk(member, &format!("{pointer}/{name}"), visit));
        }
        Value::Array(items) => items.iter().for_each(|item| walk(item, pointer, visit)),
        _ => {}
    }
}

#[test]
fn closed_lists_are_enumerations() {
    let document = document();
    let mut lists = 0;
    walk(&document, "", &mut |pointer, part| {
        assert!(!part["oneOf"].is_array(), "{pointer}: {part}");
        if let Some(words) = part["enum"].as_array() {
            lists += 1;
            let kind = if words.contains(&Value::Null) { json!(["string", "null"]) } else { json!("string") };
            assert_eq!(part["type"], kind, "{pointer}");
        }
    });
    assert!(lists > 50, "{lists}");
    let status = &document["components"]["schemas"]["OperatingStatus"];
    assert_eq!(status["enum"][0], "OPEN");
    assert!(status["description"].as_str().unwrap().contains("`CLOSED_TODAY`: "), "{status}");
}

#[test]
fn schema_names_are_independent() {
    let (paths, schemas) = described(endpoints());
    for absent in endpoints() {
        let (fewer, known) = described(endpoints().filter(|one| one.meta().name != absent.meta().name));
        for (path, methods) in &fewer {
            for (method, described) in methods.as_object().unwrap() {
                assert_eq!(&paths[path][method], described, "{path} without {}", absent.meta().name);
            }
        }
        for (name, schema) in &known {
            assert_eq!(schemas.get(name), Some(schema), "{name} without {}", absent.meta().name);
        }
    }
    assert!(schemas.contains_key("GetPassAnswer"), "named after its operation");
}

#[test]
fn distinguishes_licence_and_terms() {
    let info = &document()["info"];
    assert_eq!(info["license"], json!({ "name": "MIT", "identifier": "MIT" }));
    assert_eq!(info["termsOfService"], "https://example.org/api/v1/credits");
}

#[test]
fn local_times_are_not_date_time() {
    let row = &document()["components"]["schemas"]["HourRow"]["properties"];
    assert_eq!((&row["at"]["format"], &row["localAt"]["format"]), (&json!("date-time"), &Value::Null));
    assert!(row["localAt"]["pattern"].is_string());
}
