//! Input and output schemas of a tool, small and plain enough for every client.

use schemars::Schema;
use serde_json::{Map, Value, json};
use world::Tier;

use crate::operation::{AnyOperation, Shape};

/// Levels below `data` at which the output schema names members. One level keeps the whole list within its budget.
const DEPTH: usize = 1;

/// Bounds from this value on are left out, because they do not help a caller.
const BEYOND_ASKING: f64 = 1_000.0;

/// Returns the schema of a tool's arguments: an object at the root, without references and unions, `required` only if
/// not empty, and for each argument what a model needs to fill it in. With `fixed`, the caller cannot set the argument
/// of that name.
#[must_use]
pub fn input(operation: &dyn AnyOperation, fixed: Option<&str>) -> Value {
    let mut input = detailed(&operation.arguments(), fixed);
    let properties = input.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(Map::values_mut).for_each(shorten);
    input
}

/// Like [`input`], with every bound and with full descriptions: for readers who do not pay per word.
pub(crate) fn detailed(schema: &Schema, fixed: Option<&str>) -> Value {
    let definitions = schema.get("$defs").cloned().unwrap_or(Value::Null);
    let mut properties = Map::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if fixed == Some(name) {
            continue;
        }
        let mut plain = crate::arguments::plain(property, &definitions);
        if let (Some(object), Some(description)) = (plain.as_object_mut(), property.get("description")) {
            object.insert("description".to_owned(), description.clone());
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
    let takes_none = properties.is_empty();
    let mut input = json!({ "type": "object", "properties": properties });
    // Aliases of arguments are accepted, so a schema with arguments does not forbid other names.
    if takes_none {
        input["additionalProperties"] = false.into();
    }
    if !required.is_empty() {
        input["required"] = required.into();
    }
    input
}

/// Removes what a model does not need, because it reads every argument of every tool at every turn. An omitted bound is
/// stated in the error of a call that breaks it.
fn shorten(property: &mut Value) {
    let Some(object) = property.as_object_mut() else { return };
    let has_choices = object.get("items").is_some_and(|items| items.get("enum").is_some());
    // A minimum of one and a large maximum are obvious.
    let bound = |value: &Value| value.as_f64().unwrap_or_default();
    object.retain(|name, value| match name.as_str() {
        "format" | "minLength" | "maxLength" | "default" => false,
        "minimum" | "minItems" => bound(value) > 1.0,
        "maximum" => bound(value) < BEYOND_ASKING,
        "maxItems" => !has_choices,
        _ => true,
    });
    if let Some(items) = object.get_mut("items") {
        shorten(items);
    }
    if let Some(Value::String(description)) = object.get_mut("description") {
        // The text after the first paragraph is for people who write the request by hand.
        let first = description.split("\n\n").next().unwrap_or_default();
        *description = first.replace('\n', " ");
    }
}

/// Returns the schema of a tool's structured content.
#[must_use]
pub fn output(operation: &dyn AnyOperation) -> Value {
    let mut generator = contract::schema::settings().for_serialize().into_generator();
    let answer = operation.answer_schema(&mut generator);
    let definitions = Value::Object(generator.take_definitions(true));
    let answer = resolved(answer.as_value(), &definitions);
    // An envelope that an argument wraps has two shapes; the first is the usual one.
    let usual = answer.get("anyOf").and_then(|shapes| shapes.get(0));
    let answer = usual.map_or(answer, |usual| resolved(usual, &definitions));
    // Every client pays for the list of tools and few are signed in, so rows of account operations are not described:
    // they match those of a public sibling.
    let is_list = resolved(&answer["properties"]["data"], &definitions).get("items").is_some();
    let is_for_few = operation.meta().access > Tier::Anonymous;
    let depth = if is_list && is_for_few { DEPTH } else { DEPTH + 1 };
    let data = compact(&answer["properties"]["data"], &definitions, depth);
    let open = json!({});
    let (properties, required) = match operation.shape() {
        Shape::Wrapped => (json!({ "data": data, "credits": open }), json!(["data", "credits"])),
        Shape::Envelope => (
            json!({
                "schemaVersion": { "type": "string" },
                "schema": { "type": "string" },
                "meta": open,
                "data": data,
                "measuredNow": open,
                "credits": open,
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

/// Resolves a reference to a schema.
fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    match name.and_then(|name| definitions.get(name)) {
        Some(found) => resolved(found, definitions),
        None => schema,
    }
}

/// Reduces a schema to types and member names down to `depth`. An object whose members are not named is left open: its
/// type alone says little, and there are 150 of them in the list. So are the items of an array of plain values.
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
    let Some(kind) = kind.clone() else { return json!({}) };
    let mut plain = json!({ "type": kind });
    if is("array") {
        let items = schema.get("items").map(|items| compact(items, definitions, depth));
        if let Some(items) = items.filter(|items| items.get("properties").is_some()) {
            plain["items"] = items;
        }
    } else if is("object") {
        let named = schema.get("properties").and_then(Value::as_object).filter(|_| depth > 1);
        let members: Map<String, Value> = named
            .into_iter()
            .flatten()
            .map(|(name, member)| (name.clone(), compact(member, definitions, depth - 1)))
            .collect();
        if members.is_empty() {
            return json!({});
        }
        plain["properties"] = members.into();
    }
    plain
}
