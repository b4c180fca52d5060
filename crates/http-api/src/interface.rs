//! Interface of a route, from its path, and purpose of a request: the service's goals are measured by these.

use actix_web::http::Method;
use runtime::metrics::requests::{Access, Interface};

use super::spelling;

/// Beginnings of paths without their language; the first that fits decides.
const PATHS: [(&str, Interface); 12] = [
    ("/api/v1/operator", Interface::Operators),
    ("/api", Interface::Api),
    ("/mcp/write", Interface::Operators),
    ("/mcp/c", Interface::Operators),
    ("/mcp", Interface::Connector),
    ("/account", Interface::Accounts),
    ("/operator", Interface::Operators),
    ("/.well-known", Interface::Service),
    ("/healthz", Interface::Service),
    ("/readyz", Interface::Service),
    ("/metrics", Interface::Service),
    ("/problems", Interface::Service),
];

/// Returns the interface of a path, or of the pattern of a route.
pub(super) fn of_path(path: &str) -> Interface {
    let path = without_language(path);
    let begins =
        |start: &str| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    PATHS.iter().find(|(start, _)| begins(start)).map_or(Interface::Pages, |(_, interface)| *interface)
}

/// Returns the path without the tag of a language, or its place in a pattern, at the beginning.
fn without_language(path: &str) -> &str {
    let first = path.strip_prefix('/').map(|rest| rest.split_once('/').map_or(rest, |(first, _)| first));
    let is_language = |first: &str| first.starts_with('{') || spelling::language(first).is_some();
    match first.filter(|first| is_language(first)) {
        Some(first) => path.get(1 + first.len()..).unwrap_or_default(),
        None => path,
    }
}

/// Returns whether a request only reads. The tools of the public connector only read, and are called by POST.
pub(super) fn access(interface: Interface, method: &Method) -> Access {
    let reads = interface == Interface::Connector || *method == Method::GET || *method == Method::HEAD;
    if reads { Access::Read } else { Access::Write }
}

#[cfg(test)]
mod tests;
