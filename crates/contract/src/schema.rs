//! The JSON Schema of the envelope (draft 2020-12), generated from the types that are serialised.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::SCHEMA_PATH;
use crate::envelope::Envelope;

/// The schema as committed: with an identifier relative to whoever serves it.
#[must_use]
pub fn schema() -> Schema {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Envelope<'static>>();
    let mut value = schema.clone().to_value();
    tidy(&mut value);
    if let Ok(tidied) = Schema::try_from(value) {
        schema = tidied;
    }
    schema.insert("$id".to_owned(), SCHEMA_PATH.into());
    schema
}

/// The schema served below `base_url`, pretty-printed, with its absolute identifier.
#[must_use]
pub fn served(base_url: &str) -> String {
    let mut schema = schema();
    schema.insert("$id".to_owned(), format!("{base_url}{SCHEMA_PATH}").into());
    pretty(&schema)
}

/// The schema as a file of the repository: pretty-printed, with a line break at its end.
#[must_use]
pub fn committed() -> String {
    pretty(&schema())
}

/// Definitions whose generated names speak of the programming language, and what they are called instead.
const NAMES: [(&str, &str); 3] =
    [("WholePercentField", "PercentField"), ("stringField", "TextField"), ("NaiveDateField", "DateField")];

/// Shared with this project's OpenAPI document; no part of what the crate promises.
///
/// Takes out what the generator writes for programmers: line breaks, machine number formats, null defaults, and names
/// of definitions that no reader knows.
#[doc(hidden)]
pub fn tidy(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("default").is_some_and(Value::is_null) {
                members.remove("default");
            }
            if members
                .get("format")
                .and_then(Value::as_str)
                .is_some_and(|f| f.starts_with("uint") || matches!(f, "int32" | "double"))
            {
                members.remove("format");
            }
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = text.replace("\n\n", " ").replace('\n', " ");
            }
            for (generated, name) in NAMES {
                if let Some(Value::String(reference)) = members.get_mut("$ref") {
                    *reference = reference.replace(&format!("/{generated}"), &format!("/{name}"));
                }
                if let Some(definition) = members.remove(generated) {
                    members.insert(name.to_owned(), definition);
                }
            }
            members.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn pretty(schema: &Schema) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}
