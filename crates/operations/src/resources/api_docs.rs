//! `service://api-docs`: every endpoint with its arguments, generated from the operations and the charts.

use std::sync::LazyLock;

use schemars::Schema;
use serde::Serialize;
use serde_json::Value;

use super::{Audience, Kind, REFERENCE_TTL_MS, RESOURCES, Resource, answer};
use crate::arguments::required;
use crate::charts::AnyChart;
use world::credits::SourceFamilies;
use crate::operation::{AnyOperation, Meta, Reply};
use world::View;
use crate::{API_PREFIX, CHARTS, endpoints};

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://api-docs",
    name: "api-docs",
    title: "Endpoint index",
    description: "Every REST endpoint with its arguments and the tool of the same name, every chart (a \
        picture to link to), and every resource of this connector. The full description for programs is the \
        OpenAPI document at `data.openapi`.",
    kind: Kind::Data(|view, now| Ok(answer(view, Reply::one(index(view), SourceFamilies::NOTHING), now))),
    audience: &[Audience::Assistant],
    priority: 0.3,
    ttl_ms: REFERENCE_TTL_MS,
};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Index<'w> {
    /// Prefix of the paths.
    base_url: &'w str,
    openapi: String,
    /// JSON Schema of the conditions envelope.
    conditions_schema: String,
    endpoints: &'static [Endpoint],
    /// Pictures (SVG). Tools do not return them; open the address to see one.
    charts: &'static [Endpoint],
    resources: Vec<DocumentLink>,
}

#[derive(Debug, Serialize)]
struct Endpoint {
    method: &'static str,
    path: String,
    /// Tool with the same answer; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'static str>,
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
struct DocumentLink {
    uri: &'static str,
    title: &'static str,
}

fn index<'w>(view: &View<'w>) -> Index<'w> {
    // Built once: an argument's schema takes longer to build than most answers.
    static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
        let endpoint =
            |operation: &'static dyn AnyOperation| Endpoint::new(operation.meta(), &operation.arguments());
        endpoints().map(endpoint).collect()
    });
    static DRAWN: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
        let endpoint = |chart: &&'static dyn AnyChart| Endpoint::new(chart.meta(), &chart.arguments());
        CHARTS.iter().map(endpoint).collect()
    });
    let base_url = view.service().base_url.as_str();
    Index {
        base_url,
        openapi: format!("{base_url}{API_PREFIX}/openapi.json"),
        conditions_schema: format!("{base_url}{}", contract::SCHEMA_PATH),
        endpoints: &ENDPOINTS,
        charts: &DRAWN,
        resources: RESOURCES
            .iter()
            .map(|resource| DocumentLink { uri: resource.uri, title: resource.title })
            .collect(),
    }
}

impl Endpoint {
    fn new(meta: &'static Meta, schema: &Schema) -> Self {
        let Meta { name, path, title, description, .. } = *meta;
        let required: Vec<&str> = required(schema.get("required")).collect();
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let arguments = properties.map(|(name, property)| Argument {
            r#in: if path.contains(&format!("{{{name}}}")) { "path" } else { "query" },
            required: required.contains(&name.as_str()),
            description: property.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
            name: name.clone(),
        });
        Self {
            method: meta.method.name(),
            path: format!("{API_PREFIX}{path}"),
            tool: meta.has_tool().then_some(name),
            title,
            description,
            arguments: arguments.collect(),
        }
    }
}
