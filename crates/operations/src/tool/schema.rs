//! Input and output schemas of a tool, small and plain enough for every client.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::operation::{AnyOperation, Shape};

/// How far below `data` the output schema names members. One level keeps the whole list within its budget.
const DEPTH: usize = 1;

/// Schema of a tool's arguments: an object at the root, no references, no unions, `required` only when it says
/// something. With `fixed`, the argument of that name is not the caller's to give.
#[must_use]
pub fn input(operation: &dyn AnyOperation, fixed: Option<&str>) -> Value {
    let schema = operation.arguments();
    let definitions = schema.get("$defs").cloned().unwrap_or(Value::Null);
    let mut properties = Map::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if fixed == Some(name) {
            continue;
        }
        let mut plain = crate::arguments::plain(property, &definitions);
        if let Some(object) = plain.as_object_mut() {
            // Formats and lengths are noise to a model; what breaks them is answered with what is allowed.
            for noise in ["format", "minLength", "maxLength", "default"] {
                object.remove(noise);
            }
            if let Some(description) = property.get("description") {
                object.insert("description".to_owned(), description.clone());
            }
        }
        properties.insert(name.clone(), plain);
    }
    let required: Vec<Value> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter(|name| name.as_str() != fixed)
        .cloned()
        .collect();
    let mut input = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        input["required"] = required.into();
    }
    input
}

/// Schema of a tool's structured content.
#[must_use]
pub fn output(operation: &dyn AnyOperation) -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let answer = operation.answer_schema(&mut generator);
    let definitions = Value::Object(generator.take_definitions(true));
    let answer = resolved(answer.as_value(), &definitions);
    // An envelope that an argument wraps is one of two shapes; the first is the usual one.
    let usual = answer.get("anyOf").and_then(|shapes| shapes.get(0));
    let answer = usual.map_or(answer, |usual| resolved(usual, &definitions));
    let data = compact(&answer["properties"]["data"], &definitions, DEPTH + 1);
    let object = json!({ "type": "object" });
    let (properties, required) = match operation.meta().shape {
        Shape::Wrapped => {
            (json!({ "meta": object, "data": data, "credits": object }), json!(["meta", "data", "credits"]))
        }
        Shape::Envelope => (
            json!({
                "schemaVersion": { "type": "string" },
                "schema": { "type": "string" },
                "meta": object,
                "data": data,
                "measuredNow": { "type": ["object", "null"] },
                "credits": object,
            }),
            if usual.is_some() {
                json!(["meta", "data", "credits"])
            } else {
                json!(["schemaVersion", "schema", "meta", "data", "credits"])
            },
        ),
    };
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The schema behind a reference.
fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    match name.and_then(|name| definitions.get(name)) {
        Some(found) => resolved(found, definitions),
        None => schema,
    }
}

/// Types and member names down to `depth`, nothing else.
fn compact(schema: &Value, definitions: &Value, depth: usize) -> Value {
    let schema = resolved(schema, definitions);
    if let Some(alternatives) = schema.get("anyOf").and_then(Value::as_array) {
        let is_null = |schema: &&Value| schema.get("type").is_some_and(|kind| kind == "null");
        let mut real = alternatives.iter().filter(|schema| !is_null(schema));
        let (Some(one), None) = (real.next(), real.next()) else { return json!({}) };
        let mut plain = compact(one, definitions, depth);
        if let Some(kind) = plain.get("type").and_then(Value::as_str) {
            plain["type"] = json!([kind, "null"]);
        }
        return plain;
    }
    let kind = schema.get("type").cloned();
    let is = |name: &str| match &kind {
        Some(Value::String(kind)) => kind == name,
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
        _ => false,
    };
    let Some(kind) = kind.clone() else {
        // A list of words has no type of its own.
        let words = schema.get("enum").or_else(|| schema.get("oneOf"));
        return words.map_or_else(|| json!({}), |_| json!({ "type": "string" }));
    };
    let mut plain = json!({ "type": kind });
    if is("array") {
        if let Some(items) = schema.get("items") {
            plain["items"] = compact(items, definitions, depth);
        }
    } else if is("object") && depth > 1 {
        let members: Map<String, Value> = schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, member)| (name.clone(), compact(member, definitions, depth - 1)))
            .collect();
        if !members.is_empty() {
            plain["properties"] = members.into();
        }
    }
    plain
}
