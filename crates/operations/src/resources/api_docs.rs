//! `service://api-docs`: every endpoint with its arguments, folded from the operations.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::Value;

use super::{Audience, Kind, REFERENCE_TTL_MS, RESOURCES, Resource, answer};
use crate::credits::Carries;
use crate::operation::{AnyOperation, Reply};
use crate::world::View;
use crate::{API_PREFIX, OPERATIONS};

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://api-docs",
    name: "api-docs",
    title: "Endpoint index",
    description: "Every REST endpoint with its arguments and the tool of the same name, and every resource of this \
        connector. The whole description for programs is the OpenAPI document that `data.openapi` names.",
    kind: Kind::Data(|view, now| Ok(answer(view, Reply::one(index(view), Carries::NOTHING), now))),
    audience: &[Audience::Assistant],
    priority: 0.3,
    ttl_ms: REFERENCE_TTL_MS,
};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Index<'w> {
    /// Paths are below this.
    base_url: &'w str,
    openapi: String,
    /// JSON Schema of the conditions envelope.
    conditions_schema: String,
    endpoints: &'static [Endpoint],
    resources: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct Endpoint {
    method: &'static str,
    path: String,
    /// The tool of the same answer.
    tool: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: Vec<Argument>,
}

#[derive(Debug, Serialize)]
struct Argument {
    name: String,
    r#in: &'static str,
    required: bool,
    description: String,
}

#[derive(Debug, Serialize)]
struct Listed {
    uri: &'static str,
    title: &'static str,
}

fn index<'w>(view: &View<'w>) -> Index<'w> {
    // Made once: an argument's schema takes longer to make than most answers.
    static ENDPOINTS: LazyLock<Vec<Endpoint>> =
        LazyLock::new(|| OPERATIONS.iter().map(|operation| endpoint(*operation)).collect());
    let base_url = view.service().base_url.as_str();
    Index {
        base_url,
        openapi: format!("{base_url}{API_PREFIX}/openapi.json"),
        conditions_schema: format!("{base_url}{}", contract::SCHEMA_PATH),
        endpoints: &ENDPOINTS,
        resources: RESOURCES
            .iter()
            .map(|resource| Listed { uri: resource.uri, title: resource.title })
            .collect(),
    }
}

fn endpoint(operation: &dyn AnyOperation) -> Endpoint {
    let meta = operation.meta();
    let schema = operation.arguments();
    let required = |name: &str| {
        let names = schema.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|known| known == name))
    };
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let arguments = properties.map(|(name, property)| Argument {
        r#in: if meta.path.contains(&format!("{{{name}}}")) { "path" } else { "query" },
        required: required(name),
        description: property.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
        name: name.clone(),
    });
    Endpoint {
        method: "GET",
        path: format!("{API_PREFIX}{}", meta.path),
        tool: meta.name,
        title: meta.title,
        description: meta.description,
        arguments: arguments.collect(),
    }
}
