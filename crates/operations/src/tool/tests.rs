use serde_json::{Value, json};

use super::*;
use crate::{AnyOperation, OPERATIONS};

fn operation(name: &str) -> &'static dyn AnyOperation {
    *OPERATIONS.iter().find(|operation| operation.meta().name == name).unwrap()
}

fn read(name: &str, json: &str) -> Result<Vec<(String, String)>, OpError> {
    arguments(operation(name).rules(), Some(json))
}

fn pairs(name: &str, json: &str) -> Vec<(String, String)> {
    read(name, json).unwrap()
}

fn pair(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

#[test]
fn accepts_arguments_of_plain_types() {
    let given = r#"{"slug":"alta","days":"7","band":null}"#;
    assert_eq!(pairs("get_weather_forecast", given), [pair("slug", "alta"), pair("days", "7")]);
    assert_eq!(pairs("get_weather_forecast", r#"{"days":7.0}"#), [pair("days", "7")]);
    assert_eq!(pairs("find_resorts_by_criteria", r#"{"minDepth":12.5}"#), [pair("minDepth", "12.5")]);
    assert_eq!(pairs("get_conditions", r#"{"slug":["a","b"]}"#), [pair("slug", "a,b")]);
}

#[test]
fn absent_arguments_are_none() {
    let rules = operation("get_credits").rules();
    assert_eq!(arguments(rules, None), Ok(Vec::new()));
    assert_eq!(arguments(rules, Some(" null ")), Ok(Vec::new()));
    assert_eq!(arguments(rules, Some("{}")), Ok(Vec::new()));
    assert_eq!(pairs("get_weather_forecast", r#"{"band":"null","days":""}"#), []);
    // A required argument stays, so that the error states what it should have been.
    assert_eq!(pairs("get_conditions", r#"{"slug":""}"#), [pair("slug", "")]);
}

#[test]
fn rejects_nested_arguments() {
    for json in ["[]", "1", "\"slug\"", "{", "{\"slug\":{\"a\":1}}", "{\"slug\":[[1]]}", "{\"slug\":[{}]}"] {
        assert!(read("get_conditions", json).is_err(), "{json}");
    }
}

#[test]
fn keeps_repeated_names() {
    assert_eq!(pairs("get_conditions", r#"{"slug":"a","slug":"b"}"#).len(), 2);
}

#[test]
fn accepts_argument_aliases() {
    let rules = operation("find_resorts_by_criteria").rules();
    assert_eq!(rules.canonical("min_depth"), Some("minDepth"));
    assert_eq!(rules.canonical("depth"), None);
    assert_eq!(operation("get_conditions").rules().canonical("resort"), Some("slug"));
}

/// Some clients drop the whole server because of one schema that they do not accept.
#[test]
fn errors_are_full_sentences() {
    let missing = |suggestions: &[&str]| OpError::ResortNotFound {
        asked: "zermat".to_owned(),
        suggestions: suggestions.iter().map(|slug| (*slug).to_owned()).collect(),
    };
    let asked = error_text(&missing(&["zermatt"]));
    assert!(asked.contains("did you mean zermatt? Call search_resorts"), "{asked}");
    assert!(error_text(&missing(&[])).contains("on record. Call search_resorts"));
    let argument = error_text(&OpError::argument("band", "must be one of base, mid, summit"));
    assert_eq!(argument, "The arguments are not valid. `band`: must be one of base, mid, summit.");
}

#[test]
fn descriptions_are_one_line() {
    for operation in OPERATIONS {
        let meta = operation.meta();
        for text in [meta.title, meta.description] {
            assert!(!text.contains(['\\', '\n', '\t']) && !text.contains("  "), "{}: {text}", meta.name);
        }
    }
}

#[test]
fn input_schemas_are_plain() {
    fn walk(schema: &Value, name: &str) {
        match schema {
            Value::Object(members) => {
                for (key, value) in members {
                    let unliked = ["$ref", "$defs", "anyOf", "oneOf", "allOf", "not"].contains(&key.as_str());
                    assert!(!unliked, "{name}: {key}");
                    // An argument may have this name.
                    let is_type = key == "type" && value.get("description").is_none();
                    assert!(!is_type || value.is_string(), "{name}: {value}");
                    walk(value, name);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, name)),
            _ => {}
        }
    }
    for operation in OPERATIONS {
        let name = operation.meta().name;
        let schema = input(*operation, None);
        walk(&schema, name);
        assert_eq!(schema["type"], "object", "{name}");
        assert!(
            schema.get("required").is_none_or(|r| r.as_array().is_some_and(|r| (1..=3).contains(&r.len())))
        );
        for (argument, property) in schema["properties"].as_object().unwrap() {
            assert!(property["type"].is_string(), "{name}.{argument}");
        }
    }
}

#[test]
fn arguments_keep_necessary_hints() {
    let of = |name: &str, argument: &str| input(operation(name), None)["properties"][argument].clone();
    let limit = json!({ "type": "integer", "maximum": 50, "description": "Rows, default 10." });
    assert_eq!(of("search_resorts", "limit"), limit);
    let offset = json!({ "type": "integer", "description": "Rows to skip." });
    assert_eq!(of("search_resorts", "offset"), offset);
    // A minimum of two is not obvious.
    assert_eq!(of("compare_resorts", "slugs")["minItems"], 2);
    let past = of("get_conditions", "asOf")["description"].as_str().unwrap().to_owned();
    assert!(past.contains("past time") && !past.contains("%2B"), "{past}");
    let whole = detailed(&operation("get_conditions").arguments(), None)["properties"]["asOf"].clone();
    assert!(whole["description"].as_str().unwrap().contains("%2B"), "{whole}");
    assert_eq!(
        detailed(&operation("search_resorts").arguments(), None)["properties"]["offset"]["maximum"],
        100_000
    );
}

#[test]
fn output_schemas_require_credits() {
    for operation in OPERATIONS {
        let schema = output(*operation);
        assert_eq!(schema["type"], "object");
        assert!(
            schema["required"].as_array().unwrap().contains(&"credits".into()),
            "{}",
            operation.meta().name
        );
        let data = &schema["properties"]["data"];
        if data["type"] == "array" && operation.meta().access > world::Tier::Anonymous {
            // Few callers are signed in and every client reads the list of tools, so such rows are left to a public
            // tool.
            assert!(data["items"].is_null(), "{}", operation.meta().name);
            continue;
        }
        let members = if data["type"] == "array" { &data["items"] } else { data };
        assert!(
            members["properties"].as_object().is_some_and(|m| !m.is_empty()),
            "{}: {data}",
            operation.meta().name
        );
    }
}
