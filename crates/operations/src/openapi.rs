//! OpenAPI 3.1 as a fold over the operations and the charts: paths, parameters, answers and errors, with no second
//! description.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::arguments::{plain, required};
use crate::charts::{AnyChart, MEDIA_TYPE};
use crate::operation::AnyOperation;
use crate::{API_PREFIX, CHARTS, OPERATIONS};

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

/// How schemas are made whose definitions go into the document: of answers, unless it is said that they are asked.
#[must_use]
pub fn settings() -> SchemaSettings {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with(|settings| settings.definitions_path = "/components/schemas".into())
}

/// The document.
#[must_use]
pub fn document(about: About<'_>) -> Value {
    let mut generator = settings().into_generator();
    let operations = OPERATIONS.iter().map(|operation| Endpoint::of_operation(*operation, &mut generator));
    let endpoints: Vec<Endpoint> =
        operations.chain(CHARTS.iter().map(|chart| Endpoint::of_chart(*chart))).collect();
    let paths: Map<String, Value> = endpoints
        .iter()
        .map(|endpoint| (format!("{API_PREFIX}{}", endpoint.path), json!({ "get": endpoint.described() })))
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

/// What is asked with GET at a path.
struct Endpoint {
    name: &'static str,
    path: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: Schema,
    media_type: &'static str,
    answer: Schema,
}

impl Endpoint {
    fn of_operation(operation: &dyn AnyOperation, generator: &mut SchemaGenerator) -> Self {
        let meta = operation.meta();
        Self {
            name: meta.name,
            path: meta.path,
            title: meta.title,
            description: meta.description,
            arguments: operation.arguments(),
            media_type: "application/json",
            answer: operation.answer_schema(generator),
        }
    }

    fn of_chart(chart: &dyn AnyChart) -> Self {
        let meta = chart.meta();
        Self {
            name: meta.name,
            path: meta.path,
            title: meta.title,
            description: meta.description,
            arguments: chart.arguments(),
            media_type: MEDIA_TYPE,
            answer: json_schema!({ "type": "string" }),
        }
    }

    fn described(&self) -> Value {
        let problem = json!({ "$ref": "#/components/schemas/Problem" });
        let error = |description: &str| {
            json!({
                "description": description,
                "content": { "application/problem+json": { "schema": problem } },
            })
        };
        let content = json!({ self.media_type: { "schema": self.answer } });
        let mut responses = Map::new();
        responses.insert("200".to_owned(), json!({ "description": self.title, "content": content }));
        responses.insert("304".to_owned(), json!({ "description": "Not modified" }));
        responses.insert(
            "400".to_owned(),
            error("An argument is unknown, malformed or missing: `invalid_argument`"),
        );
        if self.path.contains("{slug}") {
            responses.insert("404".to_owned(), error("Nothing of that name, with suggestions: `resort_not_found`, or `not_found` for what is no resort"));
        }
        json!({
            "operationId": self.name,
            "summary": self.title,
            "description": self.description,
            "parameters": self.parameters(),
            "responses": responses,
        })
    }

    fn parameters(&self) -> Vec<Value> {
        let schema = &self.arguments;
        let definitions = schema.get("$defs").cloned().unwrap_or(Value::Null);
        let required: Vec<&str> = required(schema.get("required")).collect();
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
        properties
            .iter()
            .map(|(name, property)| {
                let in_path = self.path.contains(&format!("{{{name}}}"));
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
