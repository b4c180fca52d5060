//! Tests changes that are seeded into a small schema and into the contract's own.

use serde_json::{Value, json};

use super::*;

fn small() -> Value {
    json!({
        "$id": "/small", "title": "Small", "type": "object", "additionalProperties": false,
        "required": ["schemaVersion", "depth", "status"],
        "properties": {
            "schemaVersion": { "type": "string", "const": "1.10.0" },
            "depth": { "description": "Depth.", "type": "number", "minimum": 0, "maximum": 900 },
            "status": { "$ref": "#/$defs/Status" },
            "lifts": { "anyOf": [{ "$ref": "#/$defs/Count" }, { "type": "null" }] },
            "note": { "type": ["string", "null"], "format": "date-time" },
            "flags": { "type": "array", "items": { "type": "string", "pattern": "^[a-z_]+$" } }
        },
        "$defs": {
            "Status": { "oneOf": [
                { "type": "string", "const": "OPEN", "description": "Runs." },
                { "type": "string", "const": "UNKNOWN" } ] },
            "Count": { "type": "object", "additionalProperties": false, "required": ["open"],
                "properties": { "open": { "type": "integer", "minimum": 0 } } }
        }
    })
}

/// Returns the seeded changes: path, replacement (`None` removes), and the expected weight.
fn seeded() -> Vec<(&'static str, Option<Value>, Weight)> {
    use Weight::{Additive, Breaking, Editorial};
    vec![
        ("/properties/depth", None, Breaking),
        ("/properties/lifts", None, Breaking),
        ("/properties/wind", Some(json!({ "type": "number" })), Additive),
        ("/required", Some(json!(["schemaVersion", "depth", "status", "note"])), Additive),
        ("/required", Some(json!(["schemaVersion", "depth"])), Breaking),
        ("/properties/depth/type", Some(json!("string")), Breaking),
        ("/properties/depth/type", Some(json!("integer")), Additive),
        ("/properties/depth/type", Some(json!(["number", "null"])), Breaking),
        ("/$defs/Count/properties/open/type", Some(json!("number")), Breaking),
        ("/properties/note/type", Some(json!("string")), Additive),
        ("/properties/note/format", None, Breaking),
        ("/properties/note/format", Some(json!("date")), Breaking),
        ("/properties/note/pattern", Some(json!("Z$")), Additive),
        ("/properties/depth/minimum", Some(json!(-1)), Breaking),
        ("/properties/depth/minimum", Some(json!(1)), Additive),
        ("/properties/depth/maximum", None, Breaking),
        ("/properties/depth/maximum", Some(json!(800)), Additive),
        ("/properties/depth/description", Some(json!("Depth, centimetres.")), Editorial),
        ("/properties/depth/deprecated", Some(json!(true)), Editorial),
        ("/title", None, Editorial),
        ("/$defs/Status/oneOf/1", None, Breaking),
        ("/$defs/Status/oneOf/1/const", Some(json!("UNCLEAR")), Breaking),
        ("/$defs/Status/oneOf/2", Some(json!({ "type": "string", "const": "HOLD" })), Additive),
        ("/$defs/Status/oneOf/2", Some(json!({ "type": "string" })), Breaking),
        ("/$defs/Status/oneOf/0/description", Some(json!("Lifts run.")), Editorial),
        ("/$defs/Status", Some(json!({ "type": "string" })), Breaking),
        ("/properties/lifts/anyOf/1", None, Additive),
        ("/properties/lifts/anyOf/1", Some(json!({ "type": "boolean" })), Breaking),
        ("/$defs/Count/properties/total", Some(json!({ "type": "integer" })), Additive),
        ("/$defs/Count/properties/open", None, Breaking),
        ("/$defs/Count/additionalProperties", None, Breaking),
        ("/properties/flags/items/pattern", Some(json!("^[A-Z]+$")), Breaking),
        ("/properties/flags/items/type", Some(json!("integer")), Breaking),
        ("/properties/flags/items", None, Breaking),
        ("/properties/flags/maxItems", Some(json!(9)), Additive),
        ("/properties/flags/uniqueItems", Some(json!(true)), Breaking),
        ("/$id", Some(json!("/large")), Breaking),
        ("/properties/schemaVersion/type", Some(json!("number")), Breaking),
    ]
}

fn edited(schema: &Value, pointer: &str, instead: Option<Value>) -> Value {
    let mut schema = schema.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match (schema.pointer_mut(parent).unwrap(), instead) {
        (Value::Object(members), Some(value)) => {
            members.insert(name.to_owned(), value);
        }
        (Value::Object(members), None) => {
            members.remove(name).unwrap();
        }
        (Value::Array(items), Some(value)) if name.parse() == Ok(items.len()) => items.push(value),
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
        (Value::Array(items), None) => {
            items.remove(name.parse().unwrap());
        }
        (other, _) => panic!("{pointer}: {other}"),
    }
    schema
}

fn heaviest(old: &Value, new: &Value) -> Option<Weight> {
    changes(old, new).into_iter().map(|change| change.weight).max()
}

fn version(text: &str) -> Version {
    Version::parse(text).unwrap()
}

#[test]
fn every_seeded_change_has_its_weight() {
    assert_eq!(heaviest(&small(), &small()), None);
    for (pointer, instead, weight) in seeded() {
        let told = format!("{pointer} -> {instead:?}");
        let new = edited(&small(), pointer, instead);
        assert_eq!(heaviest(&small(), &new), Some(weight), "{told}: {:?}", changes(&small(), &new));
    }
}

#[test]
fn changes_name_their_path() {
    let new = edited(&small(), "/$defs/Count/properties/open", None);
    let told = changes(&small(), &new);
    assert_eq!((told[0].path.as_str(), told[0].what.as_str()), ("/lifts/open", "is gone"));
}

#[test]
fn equivalent_schemas_differ_as_text() {
    let inline = json!({ "type": "string", "enum": ["OPEN", "UNKNOWN"] });
    let new = edited(&small(), "/properties/status", Some(inline));
    assert_eq!(heaviest(&small(), &new), Some(Weight::Editorial));
}

#[test]
fn version_must_not_decrease() {
    let new = edited(&small(), "/properties/schemaVersion/const", Some(json!("1.11.0")));
    assert!(heaviest(&small(), &new) <= Some(Weight::Editorial));
    assert!(check_step(version("1.10.0"), version("1.9.9"), None).is_err());
}

#[test]
fn version_step_may_exceed_changes() {
    use Weight::{Additive, Breaking, Editorial};
    let old = version("1.10.3");
    for (new, least_refused) in [
        ("1.10.3", Some(Editorial)),
        ("1.10.4", Some(Additive)),
        ("1.11.0", Some(Breaking)),
        ("2.0.0", None),
        ("3.1.0", None),
    ] {
        for asked in [Editorial, Additive, Breaking] {
            let refused = least_refused.is_some_and(|least| asked >= least);
            assert_eq!(check_step(old, version(new), Some(asked)).is_err(), refused, "{new} {asked:?}");
        }
    }
    assert_eq!(Version::parse("1.10"), None);
    assert_eq!(Version::parse("1.10.0.0"), None);
}

/// Every removal from the contract's schema is detected: every member, every word, every bound.
#[test]
fn every_removal_is_detected() {
    let schema = read(&root().join(CURRENT)).unwrap();
    let mut pointers = Vec::new();
    collect(&schema, String::new(), &mut pointers);
    let mut seen = 0;
    for pointer in &pointers {
        let new = edited(&schema, pointer, None);
        let weight = heaviest(&schema, &new);
        assert!(weight.is_some(), "{pointer}");
        let member = pointer.rsplit_once('/').is_some_and(|(parent, _)| parent.ends_with("/properties"));
        if member && !pointer.ends_with("/schemaVersion") {
            assert_eq!(weight, Some(Weight::Breaking), "{pointer}");
            seen += 1;
        }
    }
    assert!(pointers.len() > 800 && seen > 100, "{} {seen}", pointers.len());
}

fn collect(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let at = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                into.push(at.clone());
                collect(member, at, into);
            }
        }
        Value::Array(items) => {
            for (nth, item) in items.iter().enumerate() {
                collect(item, format!("{at}/{nth}"), into);
            }
        }
        _ => {}
    }
}

#[test]
fn the_released_schemas_and_the_current_one_agree() {
    assert_eq!(against_released(), Ok(()));
}

#[test]
fn equal_limits_are_a_constant() {
    let constant = json!({ "type": "integer", "const": 7, "minimum": 0 });
    let limits = json!({ "type": "integer", "minimum": 7, "maximum": 7 });
    assert_eq!(heaviest(&constant, &limits), Some(Weight::Editorial));
    assert_eq!(heaviest(&constant, &edited(&limits, "/maximum", Some(json!(8)))), Some(Weight::Breaking));
}
