//! Facts about each route, stated at its registration: how its requests identify their caller, the audience of its
//! answers, whether its path contains a secret. Middleware reads them. [`Routes`] accepts only routes with facts.

use std::collections::HashMap;

use actix_web::dev::ServiceRequest;
use actix_web::{Resource, Route, web};
use operations::API_PREFIX;
use runtime::metrics::requests::Interface;

use super::{interface, spelling};

/// Identification of a request's caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerBy {
    /// By an account's token as the bearer, else by a browser's session.
    TokenOrSession,
    /// By an account's token as the bearer. Sessions are ignored.
    Token,
    /// Like [`CallerBy::Token`], but tokens that an account issued to a client count too.
    ClientToken,
    /// By a secret or a signature that the handler checks. It identifies no account, so neither tokens nor sessions are
    /// looked up.
    Secret,
}

/// Audience of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// People: an error may be a page.
    People,
    /// Programs: an error is a problem document.
    Programs,
}

/// Facts about a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RouteFacts {
    /// Identification of its callers.
    pub caller_by: CallerBy,
    /// Audience of its answers.
    pub audience: Audience,
    /// True if the last part of its path is a secret. Such a path is never logged.
    pub has_secret_path: bool,
    /// True if pages of other origins must not read its answers.
    pub is_private: bool,
    /// Interface to which its requests are counted; it follows from the path.
    pub interface: Interface,
}

impl RouteFacts {
    /// A public page.
    pub const PAGE: Self = Self {
        caller_by: CallerBy::TokenOrSession,
        audience: Audience::People,
        has_secret_path: false,
        is_private: false,
        interface: Interface::Pages,
    };
    /// A file that pages load.
    pub const ASSET: Self = Self { caller_by: CallerBy::Token, ..Self::PAGE };
    /// A personal page.
    pub const OWN_PAGE: Self = Self { is_private: true, ..Self::PAGE };
    /// A public document for programs.
    pub const DOCUMENT: Self = Self { audience: Audience::Programs, ..Self::PAGE };
    /// An endpoint of the API, or a connector.
    pub const API: Self = Self { caller_by: CallerBy::Token, ..Self::DOCUMENT };
    /// An endpoint whose requests are authenticated by a separate secret.
    pub const BY_SECRET: Self = Self { caller_by: CallerBy::Secret, is_private: true, ..Self::DOCUMENT };

    /// Marks the last part of the path as a secret.
    #[must_use]
    pub const fn with_secret_path(self) -> Self {
        Self { has_secret_path: true, ..self }
    }
}

/// Facts of paths without a route, by prefix. The default is [`RouteFacts::PAGE`].
const UNROUTED: [(&str, RouteFacts); 4] = [
    (API_PREFIX, RouteFacts::API),
    ("/mcp", RouteFacts::API),
    ("/.well-known", RouteFacts::DOCUMENT),
    (pages::ASSETS_PREFIX, RouteFacts::ASSET),
];

/// Returns the facts of a path without a route.
#[must_use]
pub fn unrouted(path: &str) -> RouteFacts {
    let area = UNROUTED.iter().find(|(prefix, _)| path.starts_with(prefix));
    area.map_or(RouteFacts::PAGE, |(_, facts)| *facts)
}

/// A resource with its facts.
pub struct Endpoint {
    path: String,
    facts: RouteFacts,
    resource: Resource,
}

impl Endpoint {
    /// Creates the resource at a pattern.
    #[must_use]
    pub fn new(path: &str, facts: RouteFacts) -> Self {
        let facts = RouteFacts { interface: interface::of_path(path), ..facts };
        Self { path: path.to_owned(), facts, resource: web::resource(path).name(path).app_data(facts) }
    }

    /// Adds a route.
    #[must_use]
    pub fn route(self, route: Route) -> Self {
        Self { resource: self.resource.route(route), ..self }
    }

    /// Sets the route of every other method.
    #[must_use]
    pub fn default_service(self, route: Route) -> Self {
        Self { resource: self.resource.default_service(route), ..self }
    }
}

/// The routes of an application while they are registered.
pub struct Routes<'c> {
    config: &'c mut web::ServiceConfig,
    table: RouteTable,
}

impl<'c> Routes<'c> {
    /// Registers routes with the configuration of an application.
    pub fn new(config: &'c mut web::ServiceConfig) -> Self {
        Self { config, table: RouteTable::default() }
    }

    /// Registers an endpoint. Paths are tried in the order of registration.
    pub fn service(&mut self, endpoint: Endpoint) -> &mut Self {
        let Endpoint { path, facts, resource } = endpoint;
        self.config.service(resource);
        self.table.facts.insert(path, facts);
        self
    }

    /// Sets the handler for paths without a route.
    pub fn default_service(&mut self, route: Route) {
        self.config.default_service(route);
    }

    /// Returns the facts of the registered routes.
    #[must_use]
    pub fn into_table(self) -> RouteTable {
        self.table
    }
}

/// Facts of every route by its pattern.
#[derive(Debug, Default)]
pub struct RouteTable {
    facts: HashMap<String, RouteFacts>,
}

impl RouteTable {
    /// Returns the facts of the route that will answer a request, before it is routed.
    #[must_use]
    pub fn of_request(&self, request: &ServiceRequest) -> RouteFacts {
        // As the router reads it: without escapes.
        let path = request.match_info().as_str();
        let route = request.resource_map().match_name(path).and_then(|name| self.facts.get(name));
        route.copied().unwrap_or_else(|| unrouted(path))
    }

    /// Returns whether a path without a route resembles one with a secret, regardless of capitals, doubled slashes and
    /// language tags.
    #[must_use]
    pub fn may_hold_secret(&self, path: &str) -> bool {
        let mut parts = path.split('/').filter(|part| !part.is_empty()).peekable();
        while parts.next_if(|part| spelling::language(part).is_some()).is_some() {}
        self.secret_paths().any(|pattern| {
            let mut rest = parts.clone();
            fixed(pattern).all(|word| rest.next().is_some_and(|part| part.eq_ignore_ascii_case(word)))
        })
    }

    /// Returns the patterns of paths that contain a secret.
    fn secret_paths(&self) -> impl Iterator<Item = &str> {
        let secret = self.facts.iter().filter(|(_, facts)| facts.has_secret_path);
        secret.map(|(pattern, _)| pattern.as_str())
    }
}

/// Returns the parts of a pattern before its first argument, without its language.
fn fixed(pattern: &str) -> impl Iterator<Item = &str> {
    let parts = pattern.split('/').filter(|part| !part.is_empty());
    parts.skip_while(|part| part.starts_with('{')).take_while(|part| !part.starts_with('{'))
}

#[cfg(test)]
mod tests;
