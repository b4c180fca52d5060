//! Converts a tool's JSON arguments to text pairs, leniently for models: numbers may be texts and texts numbers, null
//! is an absent argument, and a list of slugs may be a list or one text.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use world::unknown::shortened;

use crate::arguments::Rules;
use crate::error::OpError;

/// Reads the arguments of a call; `None` and `null` mean no arguments.
///
/// # Errors
/// Returns [`OpError::InvalidArguments`] if they are not a JSON object, or if a value is an object or a list of
/// objects.
pub fn read(rules: &Rules, json: Option<&str>) -> Result<Vec<(String, String)>, OpError> {
    let Some(json) = json.filter(|json| json.trim() != "null") else { return Ok(Vec::new()) };
    let mut reader = serde_json::Deserializer::from_str(json);
    let members = reader
        .deserialize_map(Members)
        .map_err(|_| OpError::argument("arguments", "must be an object of argument names and values"))?;
    let mut pairs = Vec::with_capacity(members.len());
    for (name, value) in members {
        if is_absent(rules, &name, &value) {
            continue;
        }
        let Some(text) = text(&value) else {
            return Err(OpError::argument(&shortened(&name), "must be a plain value, not an object"));
        };
        pairs.push((name, text));
    }
    Ok(pairs)
}

/// Returns whether a value counts as absent: null, or for an optional argument that is not free text, the word `null`
/// or an empty text.
fn is_absent(rules: &Rules, name: &str, value: &Value) -> bool {
    let word = match value {
        Value::Null => return true,
        Value::String(text) => text.trim(),
        _ => return false,
    };
    let Some(own) = rules.canonical(name) else { return false };
    let free =
        rules.schema(own).is_some_and(|schema| schema.get("enum").is_none() && schema["type"] == "string");
    (word.is_empty() || word == "null") && !free && !rules.requires(own)
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        // A client may write the whole number 5 as 5.0.
        Value::Number(number) => Some(match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => format!("{whole:.0}"),
            _ => number.to_string(),
        }),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Array(items) => {
            let parts: Option<Vec<String>> =
                items.iter().map(|item| text(item).filter(|_| !item.is_array())).collect();
            parts.map(|parts| parts.join(","))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// The members of an object in order, with duplicates, so that a repeated name is found.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
