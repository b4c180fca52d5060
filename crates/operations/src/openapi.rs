//! Generates the OpenAPI 3.1 document from the operations and charts: paths, parameters, answers and errors.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use world::Tier;

use crate::arguments::{plain, required};
use crate::charts::MEDIA_TYPE;
use crate::operation::{AnyOperation, Meta, Method, Shape};
use crate::problem::Problem;
use crate::{API_PREFIX, CHARTS, endpoints};

/// Facts about the service for the document.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// Name of the service.
    pub name: &'a str,
    /// Base address without a trailing slash.
    pub base_url: &'a str,
    /// Address of the terms of the data.
    pub terms_url: &'a str,
    /// Version of the contract.
    pub version: &'a str,
    /// Version of the program.
    pub program: &'a str,
}

/// Returns the settings for schemas whose definitions go into the document; they describe answers, unless set
/// otherwise.
#[must_use]
pub fn settings() -> SchemaSettings {
    let settings = contract::schema::settings().for_serialize();
    settings.with(|settings| settings.definitions_path = "/components/schemas".into())
}

/// Adds the paths and schemas of operations and charts. Each schema is named after its operation or its type, so that
/// other operations do not change the name.
fn described(
    operations: impl Iterator<Item = &'static dyn AnyOperation>,
) -> (Map<String, Value>, Map<String, Value>) {
    let mut generator = settings().into_generator();
    let mut answers = Map::new();
    let described: Vec<Endpoint> = operations
        .map(|operation| Endpoint {
            meta: operation.meta(),
            arguments: operation.arguments(),
            media_type: "application/json",
            answer: named_answer(operation, &mut generator, &mut answers),
            is_by_body: operation.is_by_body(),
            is_own: operation.is_own(),
        })
        .collect();
    let drawn = CHARTS.iter().map(|chart| Endpoint {
        meta: chart.meta(),
        arguments: chart.arguments(),
        media_type: MEDIA_TYPE,
        answer: json_schema!({ "type": "string" }),
        is_by_body: false,
        is_own: false,
    });
    let problem = generator.subschema_for::<Problem<'_>>();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in described.into_iter().chain(drawn) {
        let Meta { name, path, method, .. } = endpoint.meta;
        let at_path = paths.entry(format!("{API_PREFIX}{path}")).or_insert_with(|| json!({}));
        at_path[method.name().to_ascii_lowercase()] = match method {
            Method::Post => endpoint.by_body(&problem, (*name).to_owned()),
            Method::Get | Method::Put | Method::Delete => endpoint.described(&problem),
        };
        if endpoint.is_by_body {
            at_path["post"] = endpoint.by_body(&problem, format!("{name}_by_body"));
        }
    }
    let mut schemas = generator.take_definitions(true);
    schemas.extend(answers);
    (paths, schemas)
}

/// Returns the schema of an operation's answer. A wrapped answer is named after the operation: `get_pass` returns a
/// `GetPassAnswer`.
fn named_answer(
    operation: &dyn AnyOperation,
    generator: &mut SchemaGenerator,
    answers: &mut Map<String, Value>,
) -> Schema {
    let answer = operation.answer_schema(generator);
    if operation.shape() == Shape::Envelope {
        return answer;
    }
    let name = format!("{}Answer", pascal_case(operation.meta().name));
    let reference = Schema::new_ref(format!("#/components/schemas/{name}"));
    answers.insert(name, answer.to_value());
    reference
}

fn pascal_case(name: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split('_').map(capitalised).collect()
}

#[must_use]
pub fn document(about: About<'_>) -> Value {
    let (paths, schemas) = described(endpoints());
    let account = json!({
        "type": "http",
        "scheme": "bearer",
        "description": "A token of an account, made at /account/tokens: `osc_pat_` and 38 letters and digits.",
    });
    let publication = json!({
        "description": "Names the data and the minute that the answer was made from. The answers to one request with the \
            same name are equal, whichever server of the deployment sends them. Compare names, but do not parse them. \
            Absent for the past and for readers, whose answers depend on their saved resorts.",
        "schema": { "type": "string" },
    });
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": about.name,
            // The version of the contract; the program has its own.
            "version": about.version,
            "x-program-version": about.program,
            "description": "Snow conditions of ski resorts: every value with source, time and confidence; null when \
                not reported.",
            // The license of the program; the data have separate terms.
            "license": { "name": "MIT", "identifier": "MIT" },
            "termsOfService": about.terms_url,
        },
        "servers": [{ "url": about.base_url }],
        "paths": paths,
        // Both: without a bearer token as anonymous, with one as its account.
        "security": [{}, { ACCOUNT: [] }],
        "components": {
            "headers": { PUBLICATION: publication },
            "schemas": schemas,
            "securitySchemes": { ACCOUNT: account },
        },
    });
    contract::schema::tidy(&mut document);
    document
}

/// An endpoint of the document.
struct Endpoint {
    meta: &'static Meta,
    arguments: Schema,
    media_type: &'static str,
    answer: Schema,
    /// Whether `POST` with a body is accepted too.
    is_by_body: bool,
    /// Whether it uses the data of the caller's account.
    is_own: bool,
}

/// Header with the name of the publication.
const PUBLICATION: &str = "X-Publication";

/// Name of the security scheme for account tokens.
const ACCOUNT: &str = "account";

/// The arguments that name one or several resorts: they accept any text, and most texts match no resort.
const NAMES: [&str; 2] = ["slug", "slugs"];

impl Endpoint {
    fn described(&self, problem: &Schema) -> Value {
        let content = json!({ self.media_type: { "schema": self.answer } });
        let mut responses = Map::new();
        let mut answer = json!({ "description": self.meta.title, "content": content });
        if self.meta.method == Method::Get && !self.is_own {
            let headers = json!({ PUBLICATION: { "$ref": format!("#/components/headers/{PUBLICATION}") } });
            answer["headers"] = headers.clone();
            responses.insert("304".to_owned(), json!({ "description": "Not modified", "headers": headers }));
        }
        responses.insert("200".to_owned(), answer);
        for (status, description) in self.errors() {
            let content = json!({ "application/problem+json": { "schema": problem } });
            responses.insert(status.to_owned(), json!({ "description": description, "content": content }));
        }
        let mut described = json!({
            "operationId": self.meta.name,
            "summary": self.meta.title,
            "description": self.meta.description,
            "parameters": self.parameters(),
            "responses": responses,
        });
        if self.meta.access > Tier::Anonymous {
            described["security"] = json!([{ ACCOUNT: [] }]);
        }
        described
    }

    /// Describes the endpoint with the arguments in a body.
    fn by_body(&self, problem: &Schema, name: String) -> Value {
        let mut described = self.described(problem);
        let definitions = self.arguments.get("$defs").cloned().unwrap_or(Value::Null);
        let properties = self.arguments.get("properties").and_then(Value::as_object).into_iter().flatten();
        let members: Map<String, Value> = properties
            .map(|(name, property)| {
                let mut member = plain(property, &definitions);
                member["description"] = property.get("description").cloned().unwrap_or_default();
                (name.clone(), member)
            })
            .collect();
        let schema = json!({
            "type": "object",
            "properties": members,
            "required": required(self.arguments.get("required")).collect::<Vec<_>>(),
            "additionalProperties": false,
        });
        described["operationId"] = name.into();
        described["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        described["parameters"] = json!([]);
        if let Some(responses) = described["responses"].as_object_mut() {
            responses.remove("304");
            responses.get_mut("200").and_then(Value::as_object_mut).map(|answer| answer.remove("headers"));
            for (status, description) in [
                ("408", "The body arrived too slowly: `request_timeout`"),
                ("413", "The body is too large: `payload_too_large`"),
                ("415", "The body is not JSON: `unsupported_media_type`"),
            ] {
                let content = json!({ "application/problem+json": { "schema": problem } });
                responses
                    .insert(status.to_owned(), json!({ "description": description, "content": content }));
            }
        }
        described
    }

    /// Returns the errors that a caller may meet; they follow from the arguments and from the required access.
    fn errors(&self) -> Vec<(&'static str, &'static str)> {
        let properties = self.arguments.get("properties").and_then(Value::as_object);
        let names = |name: &&str| properties.is_some_and(|known| known.contains_key(*name));
        let mut errors = vec![("400", "An argument is unknown, malformed or missing: `invalid_argument`")];
        errors.push(if self.meta.access > Tier::Anonymous {
            ("401", "The caller is not signed in, or the bearer token is unknown: `unauthorized`")
        } else {
            ("401", "The bearer token is unknown: `unauthorized`; no token is needed")
        });
        if self.is_own {
            errors.push(("403", "The token lacks the scope: `forbidden`"));
        }
        if self.meta.access > Tier::Reader {
            errors.push(("403", "The account's tier does not allow this: `forbidden`"));
        }
        if NAMES.iter().any(names) || ["{pass}", "{id}"].iter().any(|part| self.meta.path.contains(part)) {
            errors.push((
                "404",
                "The name is unknown; see the suggestions: `resort_not_found`, or `not_found` for anything \
                 but a resort",
            ));
        }
        if matches!(self.meta.method, Method::Put | Method::Post) {
            errors.push(("409", "The account has reached its limit: `conflict`"));
        }
        errors
    }

    fn parameters(&self) -> Vec<Value> {
        let schema = &self.arguments;
        let definitions = schema.get("$defs").cloned().unwrap_or(Value::Null);
        let required: Vec<&str> = required(schema.get("required")).collect();
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
        properties
            .iter()
            .map(|(name, property)| {
                let in_path = self.meta.path.contains(&format!("{{{name}}}"));
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

#[cfg(test)]
mod tests;
