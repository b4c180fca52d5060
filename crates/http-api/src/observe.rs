//! Middleware for every request: an id, counters, one structured log event, and the constant headers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, REFERRER_POLICY, TRANSFER_ENCODING};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};
use edge::connection::{Connection, Running};
use edge::slices::Slices;

pub use super::request_id::request_id;
use super::request_id::{REQUEST_ID, RequestId, traced};
use super::route_facts::RouteFacts;
use super::{Shared, TABLE, credentials, identify, interface, slow};
use runtime::clock;
use runtime::metrics::requests::Interface;

/// Prefix of the headers that let pages of other origins read an answer.
const CORS: &str = "access-control-";

/// Maximum number of logged bytes of a path or method.
const LONGEST_QUOTED: usize = 256;

/// Closes the connection after this answer: the rest of a rejected body is not read, so its end is unknown.
fn part(response: &mut ServiceResponse<Slices>, running: Option<&Running>) {
    response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    if let Some(running) = running {
        running.connection().end();
    }
}

/// Returns the part of a sender's text that a log line may quote.
fn beginning(text: &str) -> &str {
    let mut end = LONGEST_QUOTED.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

/// Returns the path for the log: the route in place of a path that contains, or may contain, a secret.
pub(super) fn logged_path<'a>(
    request: &'a HttpRequest,
    facts: Option<RouteFacts>,
    route: &'a str,
) -> &'a str {
    // As the router reads it: without escapes.
    let may_hold_secret = || TABLE.may_hold_secret(request.match_info().as_str());
    if facts.map_or_else(may_hold_secret, |facts| facts.has_secret_path) { route } else { request.path() }
}

/// The facts about an answered request for counters, the log and its headers.
pub(super) struct RequestFacts<'a> {
    pub(super) begun: Instant,
    /// Time that the handler waited.
    pub(super) waited: Duration,
    pub(super) id: &'a RequestId,
    pub(super) peer: Option<SocketAddr>,
    pub(super) headers: &'a HeaderMap,
    pub(super) method: &'a Method,
    pub(super) interface: Interface,
    /// Path for the log.
    pub(super) path: &'a str,
    /// Pattern of the route.
    pub(super) route: &'a str,
    pub(super) status: StatusCode,
    /// Id of the trace that its spans belong to.
    pub(super) trace: Option<String>,
}

impl RequestFacts<'_> {
    /// Counts and logs the request.
    pub(super) fn record(&self, shared: &Shared) {
        let elapsed = self.begun.elapsed();
        let (interface, route, status) = (self.interface, self.route, self.status.as_u16());
        let access = interface::access(interface, self.method);
        shared.metrics.request(interface, access, route, status, elapsed);
        slow::log(self.id.as_str(), interface, route, status, elapsed, self.waited);
        let clients = &shared.admission.clients;
        clients.watch(self.peer, self.headers);
        // The line of a request without a span does not pay for the field.
        macro_rules! access_line {
            ($($trace:tt)*) => {
                tracing::info!(
                    target: "access",
                    id = self.id.as_str(),
                    client = clients.logged(self.peer, self.headers).map(tracing::field::display),
                    method = beginning(self.method.as_str()),
                    path = beginning(self.path),
                    route,
                    status,
                    micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
                    $($trace)*
                )
            };
        }
        match &self.trace {
            None => access_line!(),
            Some(trace) => access_line!(trace),
        }
    }
}

/// Adds the request id and the constant headers to an answer. Only pages of the same origin may read a private one.
pub(super) fn complete(headers: &mut HeaderMap, id: RequestId, shared: &Shared, is_private: bool) {
    headers.insert(REQUEST_ID.clone(), id.into_header());
    let is_shown = |name: &HeaderName| !is_private || !name.as_str().starts_with(CORS);
    for (name, value) in shared.constant.headers.iter().filter(|(name, _)| is_shown(name)) {
        // A page with forms sets its own referrer policy, so that browsers send the origin of its forms.
        if *name == REFERRER_POLICY && headers.contains_key(name) {
            continue;
        }
        headers.insert(name.clone(), value.clone());
    }
}

/// Handles the middleware's work around a request.
///
/// # Errors
/// Returns the errors of the handler.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<Slices>, Error> {
    let begun = clock::monotonic();
    credentials::keep_apart(&mut request);
    let id = RequestId::from_headers(request.headers());
    request.extensions_mut().insert(id.clone());
    let shared = request.app_data::<web::Data<Shared>>().cloned();
    let connection = request.conn_data::<Arc<Connection>>().cloned();
    let running = connection.as_ref().map(Connection::begin);
    if let Some(shared) = &shared
        && credentials::any(request.request())
    {
        // Boxed, so that a request without credentials does not carry its size.
        Box::pin(identify::identify(&request, shared)).await;
    }

    let (response, waited) = slow::with_wait(next.call(request)).await;
    let mut response = response?.map_body(|_, body| Slices::new(body, connection));

    if !response.status().is_success() && response.request().headers().contains_key(TRANSFER_ENCODING) {
        part(&mut response, running.as_ref());
    }

    let Some(shared) = shared else { return Ok(response) };
    let status = response.status();
    let request = response.request();
    // An existing route is logged by its pattern, so that slugs do not become labels; for most routes the pattern is
    // the name.
    let pattern = if request.match_name().is_some() { None } else { request.match_pattern() };
    let route = request.match_name().or(pattern.as_deref()).unwrap_or("unknown");
    let facts = request.app_data::<RouteFacts>().copied();
    let interface = facts.map_or_else(|| interface::of_path(request.path()), |facts| facts.interface);
    let path = logged_path(request, facts, route);
    let (peer, headers, method) = (request.peer_addr(), request.headers(), request.method());
    let trace = traced(request);
    RequestFacts { begun, waited, id: &id, peer, headers, method, interface, path, route, status, trace }
        .record(&shared);
    let is_private = facts.is_some_and(|facts| facts.is_private);
    complete(response.headers_mut(), id, &shared, is_private);
    Ok(response)
}
