//! The connector over HTTP: rejections before the protocol layer sees a request, and the form of the answer.
//!
//! Implements `contract-decisions` 13 and the protocol's transport: only POST, no session, the host and origin rules,
//! limits on the size and the time of the body. `Accept` is read leniently: the answer is JSON, or one server-sent
//! event for a client that accepts only that.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    RETRY_AFTER, WWW_AUTHENTICATE,
};
use actix_web::http::{Method, StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use arc_swap::ArcSwapOption;
use edge::limiter::Limiter;
use mcp_protocol::{INVALID_REQUEST, PARSE_ERROR, Response};
use operations::topics::UnknownTopic;
use runtime::clock;
use runtime::throttle::{Networks, subscriber};
use services::identity::IdentityError;
use world::Caller;

use super::Shared;
use super::body::{self, BodyError, Bounds};
use super::clients::Clients;
use super::guard::Guard;
use super::identity;
use super::lists;
use super::options::Options;
use super::protocol_headers::ProtocolHeaders;
use super::request_id::span;
use super::respond::JSON;
use super::route_facts::{Endpoint, RouteFacts, Routes};
use crate::tools::Context;

/// Path of the connector.
pub const PATH: &str = "/mcp";
/// Path of the connector of one resort.
pub const RESORT_PATH: &str = "/mcp/r/{slug}";
/// Path of the connector with the tools of some topics.
pub const TOPICS_PATH: &str = "/mcp/t/{topics}";

/// Limits of a message.
const BODY: Bounds = Bounds { most: 256 * 1024, patience: Duration::from_secs(10) };
const METHODS: HeaderValue = HeaderValue::from_static("POST, OPTIONS");
const EVENT_STREAM: &str = "text/event-stream";

/// Headers that proxies add to forwarded requests.
const FORWARDING: [&str; 7] =
    ["cdn-loop", "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// Access rules of the connector, and limits of clients.
#[derive(Debug)]
pub struct Admission {
    guard: Guard,
    /// Lets programs on this machine read the answers of the admin address.
    serves_this_machine: bool,
    /// Identification of clients.
    pub clients: Clients,
    /// Limits of the connections of the public address.
    pub(super) connections: Arc<Limiter>,
    throttle: ArcSwapOption<Networks>,
    opened: std::time::Instant,
}

impl Admission {
    /// Builds the rules of a deployment.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let guard = Guard::new(&options.base_url, options.bind, &options.hosts, &options.origins);
        Self {
            serves_this_machine: !options.has_admin_address
                && options.trusted_proxies.is_none()
                && !guard.is_public(),
            guard,
            clients: Clients::new(options),
            connections: Arc::new(Limiter::new(options.connections, options.trusted_proxies.clone())),
            throttle: ArcSwapOption::from_pointee(Networks::per_minute(options.requests_per_minute)),
            opened: clock::monotonic(),
        }
    }

    /// Replaces the limits of clients: requests to the connector, counted from zero, and connections. Open connections
    /// stay open.
    pub fn reload(&self, options: &Options) {
        self.throttle.store(Networks::per_minute(options.requests_per_minute).map(Arc::new));
        self.connections.limit_clients(options.connections.per_client);
    }

    /// Returns whether a request comes from a program on this machine without a proxy in between. Requests through a
    /// proxy also come from loopback, so nothing counts as local in a service with a public address or trusted proxies,
    /// and neither does a request that has a proxy's headers or names another host.
    #[must_use]
    pub fn is_on_this_machine(&self, request: &HttpRequest) -> bool {
        let headers = request.headers();
        self.serves_this_machine
            && request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
            && !FORWARDING.iter().any(|name| headers.contains_key(*name))
            && self.guard.lets_in_host(text(headers, &HOST))
    }

    /// Checks whether a request is admitted.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if it is not.
    pub fn check(&self, request: &HttpRequest) -> Result<(), Rejection> {
        let headers = request.headers();
        let host = text(headers, &HOST).or_else(|| request.uri().authority().map(|a| a.as_str()));
        if !self.guard.lets_in_host(host) {
            return Err(Rejection::FOREIGN_HOST);
        }
        // An origin that is not text still counts as an origin.
        let origin = headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or("null"));
        if !self.guard.lets_in_origin(origin) {
            return Err(Rejection::FOREIGN_ORIGIN);
        }
        self.admit(request)
    }

    fn admit(&self, request: &HttpRequest) -> Result<(), Rejection> {
        let throttle = self.throttle.load();
        let Some(throttle) = throttle.as_ref() else { return Ok(()) };
        let Some(client) = self.clients.client_of(request) else { return Ok(()) };
        throttle.admit(subscriber(client), self.opened.elapsed()).map_err(Rejection::too_many)
    }
}

/// A rejection before the protocol layer.
#[derive(Debug)]
pub struct Rejection {
    status: StatusCode,
    code: i32,
    message: Cow<'static, str>,
    extra: Extra,
}

/// Challenge for a bearer token that is not valid.
const NO_SUCH_TOKEN: &str = "Bearer error=\"invalid_token\"";

/// A header of a rejection.
#[derive(Debug)]
enum Extra {
    None,
    RetryAfter(u64),
    Challenge(&'static str),
    Allow,
}

impl Rejection {
    const FOREIGN_HOST: Self =
        Self::new(StatusCode::FORBIDDEN, "Forbidden: this server does not answer under that host name");
    const FOREIGN_ORIGIN: Self =
        Self::new(StatusCode::FORBIDDEN, "Forbidden: pages of this origin may not use this server");
    const NOT_JSON: Self =
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Unsupported media type: send application/json");
    const CODED: Self = Self::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "Unsupported content coding: send the body without Content-Encoding",
    );
    const LATE: Self = Self::new(StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time");
    const TOO_LARGE: Self =
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than the limit of 256 KiB");
    const STARTING: Self = Self::new(StatusCode::SERVICE_UNAVAILABLE, "The service is starting");
    const NO_RESORT: Self =
        Self::new(StatusCode::NOT_FOUND, "No resort has that slug; find slugs with /api/v1/resorts/search");
    const UNKNOWN_TOKEN: Self = Self {
        status: StatusCode::UNAUTHORIZED,
        code: INVALID_REQUEST,
        message: Cow::Borrowed(
            "Unauthorized: this token is not valid here; the connector works without a token",
        ),
        extra: Extra::Challenge(NO_SUCH_TOKEN),
    };
    /// The key presented to the write connector is not valid.
    pub(super) const NO_SUCH_KEY: Self = Self { extra: Extra::Challenge(NO_SUCH_TOKEN), ..Self::NO_KEY };
    /// No key was presented to the write connector; RFC 6750 then names no error.
    pub(super) const NO_KEY: Self = Self {
        status: StatusCode::UNAUTHORIZED,
        code: INVALID_REQUEST,
        message: Cow::Borrowed(
            "Unauthorized: the key is missing or not valid; the service's operator issues keys",
        ),
        extra: Extra::Challenge("Bearer"),
    };
    const UNREADABLE: Self = Self {
        status: StatusCode::BAD_REQUEST,
        code: PARSE_ERROR,
        message: Cow::Borrowed("The body cannot be read"),
        extra: Extra::None,
    };

    /// The store cannot be asked about a token.
    pub(super) const UNAVAILABLE: Self = Self {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: INVALID_REQUEST,
        message: Cow::Borrowed("The token cannot be looked up at this moment; try again"),
        extra: Extra::RetryAfter(1),
    };

    pub(super) fn too_many(wait: Duration) -> Self {
        let seconds = wait.as_secs() + 1;
        let message = format!("Too many requests; try again in {seconds} s");
        Self {
            extra: Extra::RetryAfter(seconds),
            message: message.into(),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "")
        }
    }

    fn unknown_topic(error: UnknownTopic) -> Self {
        Self { message: error.to_string().into(), ..Self::new(StatusCode::NOT_FOUND, "") }
    }

    pub(super) const fn new(status: StatusCode, message: &'static str) -> Self {
        Self { status, code: INVALID_REQUEST, message: Cow::Borrowed(message), extra: Extra::None }
    }

    pub(super) fn response(self) -> HttpResponse {
        let body = Response::refusal(self.status.as_u16(), self.code, &self.message).body;
        let mut response = HttpResponse::build(self.status);
        response
            .insert_header((CONTENT_TYPE, HeaderValue::from_static(JSON)))
            .insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")));
        match self.extra {
            Extra::None => {}
            Extra::RetryAfter(seconds) => {
                response.insert_header((RETRY_AFTER, HeaderValue::from(seconds)));
            }
            Extra::Challenge(challenge) => {
                response.insert_header((WWW_AUTHENTICATE, HeaderValue::from_static(challenge)));
            }
            Extra::Allow => {
                response.insert_header((ALLOW, METHODS));
            }
        }
        response.body(body.unwrap_or_default())
    }
}

/// Registers the service's connector.
pub fn route(config: &mut Routes<'_>) {
    config.service(at(PATH));
}

/// Registers the connectors of resorts and of topics.
pub fn other_routes(config: &mut Routes<'_>) {
    config.service(at(RESORT_PATH));
    config.service(at(TOPICS_PATH));
}

fn at(path: &str) -> Endpoint {
    Endpoint::new(path, RouteFacts::API).route(web::post().to(post)).default_service(web::to(other_method))
}

async fn post(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    match answer(&request, payload, &shared).await {
        Ok(response) => send(request.headers(), response),
        Err(refusal) => refusal.response(),
    }
}

async fn answer(
    request: &HttpRequest,
    payload: web::Payload,
    shared: &Shared,
) -> Result<Response, Rejection> {
    shared.admission.check(request)?;
    let caller = acceptable(request)?;
    let body = body(request, payload).await?;
    answer_message(request, &body, shared, &caller).await
}

/// Answers a message of an admitted caller.
pub(super) async fn answer_message(
    request: &HttpRequest,
    body: &[u8],
    shared: &Shared,
    caller: &Caller,
) -> Result<Response, Rejection> {
    let heard = ProtocolHeaders::from_headers(request.headers());
    let asked = heard.with(body);
    let published = shared.latest.current();
    let span = span(request, "connector request");
    let trace = span.traceparent();
    let context = Context {
        trace: trace.as_deref(),
        published: published.as_deref(),
        metrics: &shared.metrics,
        replays: &shared.replays,
        holdings: Some(&shared.holdings),
        caller,
        now: clock::now(),
    };
    if let Some(topics) = request.match_info().get("topics") {
        let topics = topics.parse().map_err(Rejection::unknown_topic)?;
        return Ok(shared.connector.answer_on(topics, &asked, context).await);
    }
    let Some(slug) = request.match_info().get("slug") else {
        return Ok(shared.connector.answer(&asked, context).await);
    };
    let name = context.published.ok_or(Rejection::STARTING)?.name_of(slug).ok_or(Rejection::NO_RESORT)?;
    Ok(shared.connector.answer_for(slug, name, &asked, context).await)
}

/// Rejects a body that is not plain JSON before it is read.
fn is_readable(headers: &HeaderMap) -> Result<(), Rejection> {
    if !body::is_json(headers) {
        Err(Rejection::NOT_JSON)
    } else if body::is_coded(headers) {
        Err(Rejection::CODED)
    } else {
        Ok(())
    }
}

/// Reads the message; rejects a body that is not JSON before it is read.
pub(super) async fn body(request: &HttpRequest, payload: web::Payload) -> Result<Vec<u8>, Rejection> {
    let headers = request.headers();
    is_readable(headers)?;
    body::read(headers, payload, BODY).await.map_err(|error| match error {
        BodyError::TooLarge => Rejection::TOO_LARGE,
        BodyError::Late => Rejection::LATE,
        BodyError::Unreadable => Rejection::UNREADABLE,
    })
}

/// Returns the caller; rejects clients that do not accept JSON, and unknown tokens.
fn acceptable(request: &HttpRequest) -> Result<Caller, Rejection> {
    is_readable(request.headers())?;
    identity::caller(request).map_err(|unidentified| match unidentified {
        IdentityError::Unknown => Rejection::UNKNOWN_TOKEN,
        IdentityError::TooMany(wait) => Rejection::too_many(wait),
        IdentityError::Unavailable => Rejection::UNAVAILABLE,
    })
}

pub(super) fn send(headers: &HeaderMap, response: Response) -> HttpResponse {
    let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut built = HttpResponse::build(status);
    built.insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")));
    if accepts_only_events(headers)
        && let Some(event) = response.event()
    {
        return built.insert_header((CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM))).body(event);
    }
    let Some(body) = response.body else { return built.finish() };
    built.insert_header((CONTENT_TYPE, HeaderValue::from_static(JSON))).body(body)
}

/// Returns whether `Accept` allows events and no other available type.
fn accepts_only_events(headers: &HeaderMap) -> bool {
    let mut kinds = lists::weighted(headers, &ACCEPT).peekable();
    kinds.peek().is_some() && kinds.all(|(kind, _)| kind.eq_ignore_ascii_case(EVENT_STREAM))
}

/// Answers other methods: `OPTIONS` for browsers; GET and DELETE are not allowed because there is no session to follow
/// or end.
pub(super) async fn other_method(request: HttpRequest) -> HttpResponse {
    if request.method() == Method::OPTIONS {
        const HEADERS: HeaderValue = HeaderValue::from_static(
            "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, \
             last-event-id",
        );
        return HttpResponse::NoContent()
            .insert_header((ALLOW, METHODS))
            .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, METHODS))
            .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS))
            .insert_header((header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")))
            .finish();
    }
    let message = format!("{} is not allowed here; use POST", request.method());
    let refusal = Rejection::new(StatusCode::METHOD_NOT_ALLOWED, "");
    Rejection { message: message.into(), extra: Extra::Allow, ..refusal }.response()
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}
