//! OpenAPI 3.1 as a fold over the operations: paths, parameters, answers and errors, with no second description.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::arguments::{plain, required};
use crate::operation::{AnyOperation, Meta};
use crate::{API_PREFIX, OPERATIONS};

/// What the document says about the service.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// The service's name.
    pub name: &'a str,
    /// Base address without a trailing slash.
    pub base_url: &'a str,
    /// Version of the contract.
    pub version: &'a str,
}

/// The document.
#[must_use]
pub fn document(about: About<'_>) -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let paths: Map<String, Value> = OPERATIONS
        .iter()
        .map(|operation| {
            let path = format!("{API_PREFIX}{}", operation.meta().path);
            (path, json!({ "get": endpoint(*operation, &mut generator) }))
        })
        .collect();
    let mut schemas = generator.take_definitions(true);
    schemas.insert("Problem".to_owned(), problem());
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": about.name,
            "version": about.version,
            "description": "Snow conditions of ski resorts: every value with source, time and confidence; null when \
                not reported.",
            "license": { "name": "MIT (code); data under the terms at /api/v1/credits" },
        },
        "servers": [{ "url": about.base_url }],
        "paths": paths,
        "components": { "schemas": schemas },
    });
    contract::schema::tidy(&mut document);
    document
}

fn endpoint(operation: &dyn AnyOperation, generator: &mut SchemaGenerator) -> Value {
    let meta = operation.meta();
    let answer = operation.answer_schema(generator);
    let example = json!({ "$ref": "#/components/schemas/Problem" });
    let error = |description: &str| {
        json!({
            "description": description,
            "content": { "application/problem+json": { "schema": example } },
        })
    };
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        json!({ "description": meta.title, "content": { "application/json": { "schema": answer } } }),
    );
    responses.insert("304".to_owned(), json!({ "description": "Not modified" }));
    responses
        .insert("400".to_owned(), error("An argument is unknown, malformed or missing: `invalid_argument`"));
    if meta.path.contains("{slug}") {
        responses.insert("404".to_owned(), error("Nothing of that name, with suggestions: `resort_not_found`, or `not_found` for what is no resort"));
    }
    json!({
        "operationId": meta.name,
        "summary": meta.title,
        "description": meta.description,
        "parameters": parameters(operation, meta),
        "responses": responses,
    })
}

fn parameters(operation: &dyn AnyOperation, meta: &Meta) -> Vec<Value> {
    let schema = operation.arguments();
    let definitions = schema.get("$defs").cloned().unwrap_or(Value::Null);
    let required: Vec<&str> = required(schema.get("required")).collect();
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
    properties
        .iter()
        .map(|(name, property)| {
            let in_path = meta.path.contains(&format!("{{{name}}}"));
            json!({
                "name": name,
                "in": if in_path { "path" } else { "query" },
                "required": in_path || required.contains(&name.as_str()),
                "description": property.get("description").cloned().unwrap_or_default(),
                "schema": plain(property, &definitions),
            })
        })
        .collect()
}

fn problem() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "description": "RFC 9457 problem details.",
        "required": ["type", "title", "status", "detail", "code", "error", "requestId"],
        "properties": {
            "type": { "type": "string", "format": "uri-reference" },
            "title": text,
            "status": { "type": "integer" },
            "detail": text,
            "code": { "type": "string", "description": "Stable, snake_case." },
            "error": { "type": "string", "description": "The detail once more, for clients that read a plain string." },
            "requestId": text,
            "errors": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["argument", "message"],
                    "properties": { "argument": text, "message": text },
                },
            },
            "suggestions": { "type": "array", "items": text },
        },
    })
}

#[cfg(test)]
mod tests;
