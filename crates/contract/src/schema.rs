//! Generator of the JSON Schema of the envelope (draft 2020-12) from the serialised types.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Map, Value, json};

use crate::SCHEMA_PATH;
use crate::envelope::Envelope;

/// Returns the schema as committed, with an identifier relative to the base address of the service.
#[must_use]
pub fn schema() -> Schema {
    let generator = settings().into_generator();
    let mut schema = generator.into_root_schema_for::<Envelope<'static>>();
    let mut value = schema.clone().to_value();
    tidy(&mut value);
    if let Ok(tidied) = Schema::try_from(value) {
        schema = tidied;
    }
    schema.insert("$id".to_owned(), SCHEMA_PATH.into());
    schema
}

/// Returns the schema as served at `base_url`: pretty-printed, with its absolute identifier.
#[must_use]
pub fn served(base_url: &str) -> String {
    let mut schema = schema();
    schema.insert("$id".to_owned(), format!("{base_url}{SCHEMA_PATH}").into());
    pretty(&schema)
}

/// Returns the schema as committed to the repository: pretty-printed, with a line break at the end.
#[must_use]
pub fn committed() -> String {
    pretty(&schema())
}

/// Definitions whose generated names are specific to Rust, with their published names.
const NAMES: [(&str, &str); 3] =
    [("WholePercentField", "PercentField"), ("stringField", "TextField"), ("NaiveDateField", "DateField")];

/// Returns the generator settings: draft 2020-12, closed lists in one form.
///
/// Shared with this project's OpenAPI document and tools; not part of the stable interface.
#[doc(hidden)]
#[must_use]
pub fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with_transform(ClosedLists)
}

/// Writes closed lists in the form that client generators understand: `{"type": "string", "enum": […]}`, with the
/// descriptions of the words in the description of the list. If words have descriptions, schemars writes `oneOf` of
/// `const`, which half of the client generators treat as alternatives and try only the first.
#[derive(Debug, Clone)]
struct ClosedLists;

impl Transform for ClosedLists {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(members) = schema.as_object_mut() {
            close_list(members);
        }
        transform_subschemas(self, schema);
    }
}

fn is_word(value: &Value) -> bool {
    value.is_string() || value.is_null()
}

/// Returns the words that one alternative of a choice allows, including null; `None` if it allows anything else.
fn words_of(alternative: &Value) -> Option<Vec<&Value>> {
    let words = match (alternative.get("const"), alternative.get("enum")) {
        (Some(word), None) => vec![word],
        (None, Some(words)) => words.as_array()?.iter().collect(),
        (None, None) if alternative.get("type")? == "null" => vec![&Value::Null],
        _ => return None,
    };
    words.iter().all(|word| is_word(word)).then_some(words)
}

/// Rewrites a schema that lists words to the one form; leaves every other schema unchanged.
fn close_list(members: &mut Map<String, Value>) {
    let (words, descriptions) = match (members.get("oneOf"), members.get("enum")) {
        (Some(Value::Array(alternatives)), None) => {
            let Some(words) = alternatives.iter().map(words_of).collect::<Option<Vec<_>>>() else { return };
            let described = alternatives.iter().zip(&words).filter_map(|(alternative, words)| {
                let text = alternative.get("description")?.as_str()?;
                words.first()?.as_str().map(|word| format!("`{word}`: {text}"))
            });
            let descriptions: Vec<String> = described.collect();
            (words.concat(), descriptions)
        }
        (None, Some(Value::Array(words))) if !members.contains_key("type") => {
            if !words.iter().all(is_word) {
                return;
            }
            (words.iter().collect(), Vec::new())
        }
        _ => return,
    };
    let kind =
        if words.iter().any(|word| word.is_null()) { json!(["string", "null"]) } else { json!("string") };
    let words: Vec<Value> = words.into_iter().cloned().collect();
    let about = members.get("description").and_then(Value::as_str);
    let text =
        about.into_iter().chain(descriptions.iter().map(String::as_str)).collect::<Vec<_>>().join("\n\n");
    members.retain(|name, _| name != "oneOf");
    members.insert("type".to_owned(), kind);
    members.insert("enum".to_owned(), words.into());
    if !text.is_empty() {
        members.insert("description".to_owned(), text.into());
    }
}

/// Normalises a schema: rewrites closed lists that were written by hand, and removes line breaks, machine number
/// formats, null defaults, and Rust-specific names of definitions.
///
/// Shared with this project's OpenAPI document; not part of the stable interface.
#[doc(hidden)]
pub fn tidy(value: &mut Value) {
    match value {
        Value::Object(members) => {
            close_list(members);
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
