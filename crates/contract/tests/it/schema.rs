//! The schema as a document: committed as generated, closed, and described in words.

use std::path::Path;

use serde_json::Value;

use crate::support::{PUBLISHER, schema};

/// Calls `visit` with every subschema and the pointer to it.
fn walk(value: &Value, pointer: &str, visit: &mut impl FnMut(&str, &Value)) {
    visit(pointer, value);
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| walk(member, &format!("{pointer}/{name}"), visit));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| walk(item, &format!("{pointer}/{at}"), visit));
        }
        _ => {}
    }
}

#[test]
fn committed_schema_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/resort-conditions-v1.json");
    let generated = contract::schema::committed();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap();
    for (line, (committed, generated)) in committed.lines().zip(generated.lines()).enumerate() {
        assert_eq!(committed, generated, "line {}; UPDATE_EXPECT=1 rewrites it", line + 1);
    }
    assert!(committed == generated, "UPDATE_EXPECT=1 rewrites it");
}

#[test]
fn schema_is_valid_draft_2020_12() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["$id"], format!("{}{}", PUBLISHER.base_url, contract::SCHEMA_PATH));
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    assert!(contract::SCHEMA_PATH.ends_with("/resort-conditions-v1.json"));
}

#[test]
fn every_object_is_closed() {
    let mut objects = 0;
    walk(&schema(), "", &mut |pointer, value| {
        if value.get("properties").is_some_and(Value::is_object) && value.get("type").is_some() {
            objects += 1;
            assert_eq!(value["type"], "object", "{pointer}");
            assert_eq!(value["additionalProperties"], false, "{pointer}");
        }
    });
    assert!(objects > 20, "{objects} objects");
}

#[test]
fn properties_and_words_are_described() {
    walk(&schema(), "", &mut |pointer, value| {
        for (name, property) in value.get("properties").and_then(Value::as_object).into_iter().flatten() {
            // `properties` may also be the name of a member; a subschema is an object.
            if property.is_object() && value.get("type").is_some() {
                let text = property.get("description").and_then(Value::as_str).unwrap_or_default();
                assert!(text.ends_with('.') && text.len() > 4, "{pointer}/properties/{name}: `{text}`");
            }
        }
        assert!(
            value.get("oneOf").is_none(),
            "{pointer}: generators of clients read a closed list as `enum` only"
        );
        let text = value.get("description").and_then(Value::as_str).unwrap_or_default();
        for word in value.get("enum").and_then(Value::as_array).into_iter().flatten() {
            let word = word.as_str().unwrap();
            assert!(text.contains(word), "{pointer}: {word} in `{text}`");
        }
    });
}

#[test]
fn descriptions_are_language_neutral() {
    walk(&schema(), "", &mut |pointer, value| {
        if let Some(text) = value.get("description").and_then(Value::as_str) {
            for foreign in ["\n", "::", "[`", "`None`", "`Some`", "Invariant", "_cm"] {
                assert!(!text.contains(foreign), "{pointer}: `{foreign}` in `{text}`");
            }
        }
        let default = value.get("default").filter(|_| value.get("description").is_some());
        assert_eq!(default, None, "{pointer}");
        let format = value.get("format").and_then(Value::as_str);
        assert!(matches!(format, None | Some("date" | "date-time" | "uri")), "{pointer}: {format:?}");
    });
    let schema = schema();
    for name in schema["$defs"].as_object().unwrap().keys() {
        assert!(name.starts_with(|c: char| c.is_ascii_uppercase()), "{name}");
    }
}

#[test]
fn references_resolve() {
    let schema = schema();
    let mut used = Vec::new();
    walk(&schema, "", &mut |pointer, value| {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let target = reference.strip_prefix('#').unwrap_or_default();
            assert!(schema.pointer(target).is_some(), "{pointer}: {reference} leads nowhere");
            used.push(target.to_owned());
        }
    });
    for name in schema["$defs"].as_object().unwrap().keys() {
        assert!(used.contains(&format!("/$defs/{name}")), "{name} is never used");
    }
}

/// Endings of member names, and the unit that their descriptions must contain.
const UNITS: [(&str, &str); 12] = [
    ("Cm", "centimetres"),
    ("cm", "Centimetres"),
    ("ElevationM", "Metres"),
    ("elevationM", "Metres"),
    ("LineM", "metres"),
    ("tempC", "Celsius"),
    ("Mps", "metres per second"),
    ("Pct", "percent"),
    ("ageHours", "Hours"),
    ("ageMinutes", "minutes"),
    ("km", "Kilometres"),
    ("densityRatio", "g/cm³"),
];

#[test]
fn every_quantity_names_its_unit() {
    let mut quantities = 0;
    walk(&schema(), "", &mut |pointer, value| {
        let Some((_, name)) = pointer.rsplit_once("/properties/") else { return };
        // The freshness of a quantity is not a quantity.
        if name.contains('/') || pointer.contains("/Freshness/") {
            return;
        }
        for (ending, unit) in UNITS {
            if name.ends_with(ending) {
                quantities += 1;
                let text = value["description"].as_str().unwrap_or_default().to_lowercase();
                assert!(text.contains(&unit.to_lowercase()), "{pointer}: no `{unit}` in `{text}`");
            }
        }
    });
    assert!(quantities >= 20, "{quantities} quantities");
    let schema = schema();
    for band in ["base", "mid", "summit"] {
        let text = schema["$defs"]["DepthProfile"]["properties"][band]["description"].as_str().unwrap();
        assert!(text.contains("centimetres"), "{band}");
    }
    for tier in ["beginner", "intermediate", "advanced", "expert"] {
        let text = schema["$defs"]["AbilityPct"]["properties"][tier]["description"].as_str().unwrap();
        assert!(text.contains("percent"), "{tier}");
    }
}
