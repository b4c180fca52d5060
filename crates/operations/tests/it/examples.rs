//! Tests `fixtures/operations/<name>.json`: requests and answers of each operation, for people and for tests. The
//! requests are written by hand; `UPDATE_EXPECT=1` rewrites the answers.

use std::path::PathBuf;

use operations::openapi::{About, document};
use operations::{API_PREFIX, Meta, OPERATIONS};
use serde_json::{Value, json};
use world::Caller;

use crate::world::{ask, reader, subscriber};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/operations").join(format!("{name}.json"))
}

/// Returns the fixture of an operation.
pub(crate) fn shown(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(file(name)).unwrap()).unwrap()
}

/// Parses `anonymous`, `pro`, or `reader:` with the saved slugs.
pub(crate) fn caller(text: &str) -> Caller {
    match text.split_once(':') {
        Some(("reader", saved)) => reader(&saved.split(',').collect::<Vec<_>>()),
        _ if text == "pro" => subscriber(),
        _ => {
            assert_eq!(text, "anonymous");
            Caller::anonymous()
        }
    }
}

fn run(name: &str, example: &Value) -> Value {
    let arguments = example["arguments"].as_object().unwrap();
    let pairs: Vec<(&str, &str)> =
        arguments.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap())).collect();
    ask(&caller(example["caller"].as_str().unwrap()), name, &pairs)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn answers_match_examples() {
    for operation in OPERATIONS {
        let name = operation.meta().name;
        let file = file(name);
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}; write its requests", file.display()));
        let mut shown: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(shown["operation"], name);
        assert!(shown["note"].as_str().unwrap().contains("ynthetic"), "{name}: say that it is synthetic");
        for example in shown["examples"].as_array_mut().unwrap() {
            let answer = run(name, example);
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                example["answer"] = answer;
            } else {
                assert_eq!(example["answer"], answer, "{name}: UPDATE_EXPECT=1 rewrites it");
            }
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&file, serde_json::to_string_pretty(&shown).unwrap() + "\n").unwrap();
        }
    }
}

#[test]
fn examples_name_known_operations() {
    let folder = file("x").parent().unwrap().to_owned();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(OPERATIONS.iter().any(|operation| operation.meta().name == name), "{name}");
    }
}

/// Closes every object, so that an undeclared member is found.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let object = members.get("properties").is_some_and(Value::is_object)
                && members.get("type").is_some_and(|kind| kind == "object");
            if object && !members.contains_key("additionalProperties") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Returns the members of the answers, checked against what OpenAPI declares.
fn answer_schema(meta: &Meta, closed: bool) -> Value {
    let about = About {
        name: "Test Snow",
        base_url: "https://snow.example.org",
        terms_url: "https://snow.example.org/api/v1/credits",
        version: "1.10.0",
        program: "0.1.0",
    };
    let mut document = document(about);
    if closed {
        close(&mut document["components"]);
    }
    let (path, method) = (format!("{API_PREFIX}{}", meta.path), meta.method.name().to_ascii_lowercase());
    let mut schema =
        document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"].clone();
    schema["components"] = document["components"].clone();
    schema
}

#[test]
fn answers_match_closed_schemas() {
    for operation in OPERATIONS {
        let meta = operation.meta();
        let shown = shown(meta.name);
        for closed in [false, true] {
            let schema = answer_schema(meta, closed);
            let validator = jsonschema::options()
                .with_draft(jsonschema::Draft::Draft202012)
                .should_validate_formats(true)
                .build(&schema)
                .unwrap_or_else(|error| panic!("{}: {error}", meta.name));
            for example in shown["examples"].as_array().unwrap() {
                let answer = run(meta.name, example);
                let wrong: Vec<String> = validator
                    .iter_errors(&answer)
                    .map(|error| format!("{}: {error}", error.instance_path()))
                    .collect();
                assert!(wrong.is_empty(), "{}, closed {closed}: {wrong:#?}", meta.name);
            }
        }
    }
}

/// Members of an answer may be null, but they are present: a schema without `required` guarantees nothing.
#[test]
fn schemas_require_constant_members() {
    for operation in OPERATIONS {
        let meta = operation.meta();
        let schema = answer_schema(meta, false);
        let validator = jsonschema::options().build(&schema).unwrap();
        let shown = shown(meta.name);
        let answer = &shown["examples"][0]["answer"];
        for part in ["/meta", "/data"] {
            let mut broken = answer.clone();
            broken.as_object_mut().unwrap().remove(&part[1..]);
            assert!(!validator.is_valid(&broken), "{}: {part} is not required", meta.name);
        }
        let row = if answer["data"].is_array() { "/data/0" } else { "/data" };
        let Some(members) = answer.pointer(row).and_then(Value::as_object) else { continue };
        for name in members.keys() {
            let mut broken = answer.clone();
            broken.pointer_mut(row).and_then(Value::as_object_mut).unwrap().remove(name);
            let optional = OPTIONAL.contains(&name.as_str()) && meta.name == "get_conditions";
            assert_eq!(validator.is_valid(&broken), optional, "{}: {row}/{name}", meta.name);
        }
    }
}

/// Members of the record that the contract does not require.
const OPTIONAL: [&str; 5] =
    ["displayDepthDetail", "depthVsAvgBasis", "depthDisagreement", "snowQuality", "snowSurfaceTemp"];

#[test]
fn wrapped_answers_have_credits() {
    for operation in OPERATIONS {
        let meta = operation.meta();
        if operation.shape() == operations::operation::Shape::Envelope {
            continue;
        }
        let shown = shown(meta.name);
        for example in shown["examples"].as_array().unwrap() {
            let credits = &run(meta.name, example)["meta"]["credits"];
            assert_eq!(credits["service"]["text"], "Data by Test Snow", "{}", meta.name);
            assert_eq!(credits["service"]["url"], "https://snow.example.org");
            assert!(credits["requirement"].as_str().is_some_and(|text| text.contains("visible link")));
            assert_eq!(credits["termsUrl"], "https://snow.example.org/api/v1/credits");
        }
    }
    let sources = |name: &str, pairs: &[(&str, &str)]| {
        let answer = crate::world::answer(name, pairs);
        answer["meta"]["credits"]["sources"].as_array().unwrap().len()
    };
    assert_eq!(
        sources("get_resort", &[("slug", "alpenau")]),
        5,
        "its road agency, its warning service and the owner of its cameras too"
    );
    assert_eq!(sources("get_resort", &[("slug", "dom-dake")]), 1, "no model speaks of it");
    assert_eq!(sources("get_resort_info", &[("slug", "alpenau")]), 2, "where its photo comes from too");
    assert_eq!(sources("get_definitions", &[]), 0);
}
