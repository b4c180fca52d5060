//! Headers and documents that never change while the service runs.

use std::fmt::Write as _;

use actix_web::http::header::{HeaderName, HeaderValue};
use operations::openapi::{self, About};
use operations::{API_PREFIX, CHARTS, Meta, endpoints};
use runtime::build::VERSION;
use world::Service;

use super::respond::Constant;
use super::{operator, webhooks};

/// Builds the constant headers and documents, with or without webhooks.
#[must_use]
pub fn constant(service: &Service, has_webhooks: bool) -> Constant {
    let about = About {
        name: &service.name,
        base_url: &service.base_url,
        terms_url: &service.credits.terms_url,
        version: contract::SCHEMA_VERSION,
        program: VERSION,
    };
    let mut document = openapi::document(about);
    if has_webhooks {
        webhooks::describe(&mut document);
    }
    operator::describe(&mut document);
    let openapi = serde_json::to_string(&document).unwrap_or_default();
    Constant {
        headers: headers(service),
        schema: contract::schema::served(&service.base_url).into(),
        openapi: openapi.into(),
        llms: llms(service, has_webhooks).into(),
    }
}

fn headers(service: &Service) -> Vec<(HeaderName, HeaderValue)> {
    let link = format!("<{}>; rel=\"license\"", service.credits.terms_url);
    let mut headers = vec![
        (HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff")),
        (HeaderName::from_static("referrer-policy"), HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("access-control-allow-origin"), HeaderValue::from_static("*")),
        (
            HeaderName::from_static("access-control-expose-headers"),
            HeaderValue::from_static(
                "etag, last-modified, link, retry-after, www-authenticate, x-credit, x-publication, x-request-id, \
                 x-synthetic",
            ),
        ),
    ];
    // Header values are visible ASCII; a name with other characters appears only in bodies.
    if let Ok(link) = HeaderValue::from_str(&link) {
        headers.push((HeaderName::from_static("link"), link));
    }
    if let Ok(credit) =
        HeaderValue::from_str(&format!("{}; {}", service.credits.service.text, service.base_url))
    {
        headers.push((HeaderName::from_static("x-credit"), credit));
    }
    if service.synthetic {
        headers.push((HeaderName::from_static("x-synthetic"), HeaderValue::from_static("true")));
    }
    headers
}

/// Writes the index for language models: the credit rule first, then the available operations.
fn llms(service: &Service, has_webhooks: bool) -> String {
    let mut text = format!(
        "# {}\n\n> {}: {} with a visible link to {}.\n\n\
         Snow conditions of ski resorts. Null means not reported, never zero. Times are UTC.\n\n## Endpoints\n\n",
        service.name,
        world::credits::REQUIREMENT,
        service.credits.service.text,
        service.base_url
    );
    let line = |text: &mut String, meta: &Meta| {
        let Meta { method, path, description, .. } = meta;
        let _ = writeln!(text, "- {} {}{API_PREFIX}{path}: {description}", method.name(), service.base_url);
    };
    endpoints().for_each(|operation| line(&mut text, operation.meta()));
    if has_webhooks {
        let _ = writeln!(
            text,
            "- POST {}{}: signed deliveries when a resort's snow report changes or heavy snow falls; the body is \
             {{\"url\", \"events\", \"resortSlug\"?}}, the answer shows the secret once.",
            service.base_url,
            webhooks::PATH
        );
    }
    CHARTS.iter().for_each(|chart| line(&mut text, chart.meta()));
    let _ = writeln!(text, "- GET {}{API_PREFIX}/openapi.json: OpenAPI 3.1.", service.base_url);
    text
}
