//! OpenAPI description of writes, generated from the table of them, and the parts shared with what an owner reads.

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::{ID, WRITES};
use crate::API_PREFIX;
use crate::operation::NO_CONTENT;
use crate::write::{Access, AnyWrite, Body, Meta};

/// Name of the security scheme for owners of subscriptions.
pub const SCHEME: &str = "webhookSecret";

/// Statuses that every owner's request may return.
const OF_OWNERS: [u16; 3] = [401, 429, 503];

/// Returns every write under its path and method, with definitions of bodies and answers collected in the generators.
#[must_use]
pub fn paths(requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) -> Map<String, Value> {
    let mut paths = Map::new();
    for write in WRITES.iter().filter(|write| write.meta().has_endpoint()) {
        let Meta { path, method, .. } = write.meta();
        let at_path = paths.entry(format!("{API_PREFIX}{path}")).or_insert_with(|| json!({}));
        at_path[method.name().to_ascii_lowercase()] = described(*write, requests, answers);
    }
    paths
}

fn described(write: &dyn AnyWrite, requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) -> Value {
    let meta = write.meta();
    let (status, means) = meta.success;
    let answer = match status {
        NO_CONTENT => json!({ "description": means }),
        _ => success(means, &write.answer_schema(answers).to_value()),
    };
    let responses = responses(status, answer, &meta.statuses());
    let mut described = json!({
        "operationId": meta.name,
        "summary": meta.title,
        "description": meta.description,
        "responses": responses,
    });
    if !meta.names.is_empty() {
        described["parameters"] =
            meta.names.iter().map(|(name, about)| path_parameter(name, about)).collect();
    }
    if meta.access == Access::Owner {
        described["security"] = json!([{ SCHEME: [] }]);
    }
    match meta.body {
        Body::None | Body::Empty => {}
        Body::Optional | Body::Required => {
            let schema = write.body_schema(requests).to_value();
            let content = json!({ "application/json": { "schema": schema } });
            described["requestBody"] = json!({ "required": meta.body == Body::Required, "content": content });
        }
    }
    described
}

/// Describes an endpoint for owners: its answer, its specific rejections, and those common to all owners.
#[must_use]
pub fn read_by_owner(name: &str, title: &str, description: &str, answer: Value, refusals: &[u16]) -> Value {
    let responses = responses(200, answer, &[&OF_OWNERS, refusals].concat());
    json!({
        "operationId": name,
        "summary": title,
        "description": description,
        "security": [{ SCHEME: [] }],
        "parameters": [path_parameter(ID.0, ID.1)],
        "responses": responses,
    })
}

/// Describes a response with a body.
#[must_use]
pub fn success(description: &str, schema: &Value) -> Value {
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

fn path_parameter(name: &str, about: &str) -> Value {
    json!({
        "name": name, "in": "path", "required": true, "description": about,
        "schema": { "type": "string", "format": "uuid" },
    })
}

/// Describes the success and the rejections.
fn responses(status: u16, answer: Value, refusals: &[u16]) -> Map<String, Value> {
    let of = |status: &u16| {
        let problem = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
        let answer = json!({
            "description": codes(*status),
            "content": { "application/problem+json": problem },
        });
        (status.to_string(), answer)
    };
    std::iter::once((status.to_string(), answer)).chain(refusals.iter().map(of)).collect()
}

/// Returns the error codes of a status.
const fn codes(status: u16) -> &'static str {
    match status {
        400 => "`invalid_argument`",
        401 => "`unauthorized`: no such subscription, or another secret",
        404 => "`resort_not_found` with suggestions, or `not_found`",
        408 => "`request_timeout`",
        409 => "`conflict`: see `detail` for the reason",
        413 => "`payload_too_large`: more than 4 KiB",
        415 => "`unsupported_media_type`",
        422 => "`callback_url_not_public`",
        429 => "`rate_limited`, with `Retry-After`",
        _ => "`upstream_unavailable`, with `Retry-After`",
    }
}
