//! The JSON Schema of the envelope (draft 2020-12), generated from the types that are serialised.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Map, Value, json};

use crate::SCHEMA_PATH;
use crate::envelope::Envelope;

/// The schema as committed: with an identifier relative to whoever serves it.
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

/// Shared with this project's OpenAPI document and tools; no part of what the crate promises.
///
/// How every schema is made: draft 2020-12, closed lists in their one form.
#[doc(hidden)]
#[must_use]
pub fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with_transform(ClosedLists)
}

/// Writes closed lists as generators of clients read them: `{"type": "string", "enum": […]}`, with the descriptions of the
/// words in that of the list. schemars writes `oneOf` of `const` where words are described, and half of the generators take
/// that for alternatives of which only the first is tried.
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

/// The words that one alternative of a choice allows, null among them or not; `None` if it allows anything else.
fn words_of(alternative: &Value) -> Option<Vec<&Value>> {
    let words = match (alternative.get("const"), alternative.get("enum")) {
        (Some(word), None) => vec![word],
        (None, Some(words)) => words.as_array()?.iter().collect(),
        (None, None) if alternative.get("type")? == "null" => vec![&Value::Null],
        _ => return None,
    };
    words.iter().all(|word| is_word(word)).then_some(words)
}

/// Gives a schema that lists words their one form; leaves every other schema unchanged.
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

/// Shared with this project's OpenAPI document; no part of what the crate promises.
///
/// Gives closed lists that were written by hand their one form too, and takes out what the generator writes for programmers: line breaks, machine number formats, null defaults, and names
/// of definitions that no reader knows.
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
