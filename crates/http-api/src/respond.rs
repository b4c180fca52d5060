//! From rendered bytes to a response: encoding, tags, caching and the credit on every answer.

use std::time::UNIX_EPOCH;

use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue,
    IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, VARY,
};
use actix_web::http::{StatusCode, header};
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use conditions_core::time::Timestamp;
use operations::Method;
use publication::rendered::{AcceptedCodings, RenderedAnswer};
use runtime::clock;
use world::Tier;

use super::route_facts::{Endpoint, RouteFacts};
use super::{Shared, lists, observe, problem};

/// Headers and documents that never change while the service runs.
#[derive(Debug, Clone)]
pub struct Constant {
    /// Headers of every answer.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    pub schema: Bytes,
    pub openapi: Bytes,
    /// Index for language models.
    pub llms: Bytes,
}

/// `Cache-Control` of public answers. A cache may serve them for five minutes while it fetches a newer one, and for a day
/// while the service cannot be reached.
pub const PUBLIC: &str = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";
/// The periods in [`PUBLIC`], in seconds.
const PUBLIC_S: [i64; 3] = [60, 300, 86_400];
/// Request headers that an answer depends on.
pub const VARIES: &str = "accept-encoding, authorization";
/// `Cache-Control` of answers made for one caller: cached only by that client, and revalidated each time.
pub const PRIVATE: &str = "private, no-cache";

/// `Cache-Control` of answers for an account: never cached, so that nothing is left after a sign-out.
pub const NOT_KEPT: &str = "private, no-store";

/// Returns the `Cache-Control` for a tier.
#[must_use]
pub const fn caching(tier: Tier) -> &'static str {
    match tier {
        Tier::Anonymous => PUBLIC,
        Tier::Reader | Tier::Pro => NOT_KEPT,
    }
}

/// Returns the `Cache-Control` of an answer, limited to the time until the answer becomes wrong.
fn keeping(tier: Tier, rendered: &RenderedAnswer) -> HeaderValue {
    let usual = HeaderValue::from_static(caching(tier));
    let Some(wrong_from) = rendered.wrong_from.filter(|_| tier == Tier::Anonymous) else { return usual };
    let left_s = wrong_from.millis().saturating_sub(clock::now().millis()).max(0) / 1_000;
    let [fresh, _, outage] = PUBLIC_S;
    if left_s >= fresh + outage {
        return usual;
    }
    HeaderValue::from_str(&public_for(left_s)).unwrap_or(usual)
}

/// Returns [`PUBLIC`] with periods that end within `left_s` seconds: an expired bulletin is never served, whether or not
/// the service can be reached.
fn public_for(left_s: i64) -> String {
    let [fresh, revalidation, outage] = PUBLIC_S;
    let fresh = fresh.min(left_s);
    let stale = left_s - fresh;
    let (revalidation, outage) = (revalidation.min(stale), outage.min(stale));
    format!("public, max-age={fresh}, stale-while-revalidate={revalidation}, stale-if-error={outage}")
}

/// Header with the name of the publication, equal on every replica that publishes the same data.
pub const X_PUBLICATION: HeaderName = HeaderName::from_static("x-publication");
/// Header with the time of a past answer (RFC 7089).
const MEMENTO_DATETIME: HeaderName = HeaderName::from_static("memento-datetime");
pub const JSON: &str = "application/json";

/// Sends an answer rendered for a tier: 304 if the client has it, else the bytes in the best encoding.
#[must_use]
pub fn rendered(request: &impl HttpMessage, tier: Tier, rendered: &RenderedAnswer) -> HttpResponse {
    rendered_as(request, tier, rendered, JSON)
}

/// Like [`rendered`], with another media type.
#[must_use]
pub fn rendered_as(
    request: &impl HttpMessage,
    tier: Tier,
    rendered: &RenderedAnswer,
    media_type: &'static str,
) -> HttpResponse {
    let headers = request.headers();
    let (bytes, coding) = rendered.bytes(accepted(headers));
    let fresh = not_modified(headers, rendered);
    let mut response = HttpResponse::build(if fresh { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    response
        .insert_header((ETAG, rendered.etag(coding).clone()))
        .insert_header((LAST_MODIFIED, rendered.last_modified().clone()))
        .insert_header((header::CACHE_CONTROL, keeping(tier, rendered)))
        .insert_header((VARY, HeaderValue::from_static(VARIES)));
    if let Some(name) = &rendered.publication {
        response.insert_header((X_PUBLICATION, name.clone()));
    }
    if fresh {
        return response.finish();
    }
    response.insert_header((CONTENT_TYPE, HeaderValue::from_static(media_type)));
    if let Some(token) = coding.token() {
        response.insert_header((CONTENT_ENCODING, HeaderValue::from_static(token)));
    }
    response.body(bytes)
}

/// Sends a page made for one visit, in the best encoding that the browser accepts. Must not be used for a page that
/// shows a secret together with text chosen by a sender: the compressed size would reveal the secret.
#[must_use]
pub fn visited(request: &HttpRequest, page: String, now: Timestamp) -> HttpResponse {
    let (bytes, coding) = RenderedAnswer::new(page.into_bytes(), now).bytes(accepted(request.headers()));
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")))
        .insert_header((VARY, HeaderValue::from_static("accept-encoding")));
    if let Some(token) = coding.token() {
        response.insert_header((CONTENT_ENCODING, HeaderValue::from_static(token)));
    }
    response.body(bytes)
}

/// Sends a rendered answer of the past, marked as in RFC 7089. Clients may cache it for `max_age_s`, and must
/// revalidate it if that is 0. An answer rendered for one caller is not cached by others.
#[must_use]
pub fn past(request: &HttpRequest, tier: Tier, ready: &RenderedAnswer, max_age_s: i64) -> HttpResponse {
    past_as(request, tier, ready, max_age_s, JSON)
}

/// Like [`past`], with another media type.
#[must_use]
pub fn past_as(
    request: &HttpRequest,
    tier: Tier,
    ready: &RenderedAnswer,
    max_age_s: i64,
    media_type: &'static str,
) -> HttpResponse {
    let mut response = rendered_as(request, tier, ready, media_type);
    let caching = if tier > Tier::Anonymous {
        HeaderValue::from_static(NOT_KEPT)
    } else if max_age_s > 0 {
        HeaderValue::from_str(&format!("public, max-age={max_age_s}"))
            .unwrap_or(HeaderValue::from_static("no-cache"))
    } else {
        HeaderValue::from_static("no-cache")
    };
    response.headers_mut().insert(header::CACHE_CONTROL, caching);
    response.headers_mut().insert(MEMENTO_DATETIME, ready.last_modified().clone());
    response
}

/// Returns a document that does not change while the service runs.
#[must_use]
pub fn document(body: impl Into<Bytes>, media_type: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, HeaderValue::from_static(media_type)))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")))
        .body(body.into())
}

/// Returns whether a client has an answer already (RFC 9110 13.2.2): `If-None-Match` takes precedence, else
/// `If-Modified-Since`, in any of the three date formats.
#[must_use]
pub fn not_modified(headers: &HeaderMap, rendered: &RenderedAnswer) -> bool {
    if headers.contains_key(IF_NONE_MATCH) {
        return lists::members(headers, &IF_NONE_MATCH).any(|member| rendered.matches(member));
    }
    let Some(since) = headers.get(IF_MODIFIED_SINCE).and_then(|date| date.to_str().ok()) else {
        return false;
    };
    let since = httpdate::parse_http_date(since.trim()).ok();
    let since = since.and_then(|since| since.duration_since(UNIX_EPOCH).ok());
    since
        .is_some_and(|since| i128::from(since.as_secs()) >= i128::from(rendered.at.millis().div_euclid(1000)))
}

/// Returns the encodings that a client accepts.
fn accepted(headers: &HeaderMap) -> AcceptedCodings {
    AcceptedCodings::negotiate(lists::weighted(headers, &ACCEPT_ENCODING))
}

/// Returns whether `Accept` allows JSON.
#[must_use]
pub fn accepts_json(request: &impl HttpMessage) -> bool {
    let mut kinds = lists::weighted(request.headers(), &ACCEPT).peekable();
    kinds.peek().is_none() || kinds.any(|(kind, weight)| weight > 0 && may_be_json(kind))
}

/// Returns whether a media range includes a JSON type.
fn may_be_json(kind: &str) -> bool {
    if matches!(kind, "*/*" | JSON) {
        return true;
    }
    let kind = kind.to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|subtype| subtype == "*" || subtype.ends_with("json"))
}

/// Answers that there is no resource at this address. `OPTIONS *` refers to the whole server, like a ping (RFC 9110
/// 9.3.7).
pub async fn not_found(request: HttpRequest) -> HttpResponse {
    if request.method() == actix_web::http::Method::OPTIONS && request.path() == "*" {
        const ALL: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, DELETE, OPTIONS");
        return HttpResponse::NoContent().insert_header((ALLOW, ALL)).finish();
    }
    not_found_at(&request)
}

/// Like [`not_found`], for a route that exists for other callers.
#[must_use]
pub fn not_found_at(request: &HttpRequest) -> HttpResponse {
    let detail = format!(
        "there is no resource at {}; /api/v1/openapi.json lists the endpoints",
        world::unknown::shortened(request.path())
    );
    problem::response(problem::NOT_FOUND, &detail, &observe::request_id(request))
}

/// Returns a resource that answers every method except those listed, which [`routed`] adds.
pub fn resource(path: &str, methods: &[Method], facts: RouteFacts) -> Endpoint {
    let allowed = allowed(methods);
    Endpoint::new(path, facts).default_service(web::to(move |request: HttpRequest| {
        std::future::ready(other_method(&request, &allowed))
    }))
}

/// Returns the `Allow` header of a resource with these methods.
pub fn allowed(methods: &[Method]) -> String {
    let names = methods.iter().map(|method| match method {
        Method::Get => "GET, HEAD",
        other => other.name(),
    });
    names.chain(["OPTIONS"]).collect::<Vec<_>>().join(", ")
}

/// Adds the handler of a method to a resource; a handler of `GET` also answers `HEAD`.
pub fn routed<F>(
    resource: Endpoint,
    method: Method,
    handler: impl Fn(HttpRequest, web::Data<Shared>) -> F + Copy + 'static,
) -> Endpoint
where
    F: Future<Output = HttpResponse> + 'static,
{
    match method {
        Method::Get => resource.route(web::get().to(handler)).route(web::head().to(handler)),
        Method::Post => resource.route(web::post().to(handler)),
        Method::Put => resource.route(web::put().to(handler)),
        Method::Delete => resource.route(web::delete().to(handler)),
    }
}

/// Answers that the method is not allowed at this address. `OPTIONS` is answered for browsers.
fn other_method(request: &HttpRequest, allowed: &str) -> HttpResponse {
    let methods = HeaderValue::from_str(allowed).unwrap_or(HeaderValue::from_static("OPTIONS"));
    if request.method() == actix_web::http::Method::OPTIONS {
        return HttpResponse::NoContent()
            .insert_header((ALLOW, methods.clone()))
            .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, methods))
            // The asterisk covers every header except this one, which pages of programs use for tokens.
            .insert_header((
                header::ACCESS_CONTROL_ALLOW_HEADERS,
                HeaderValue::from_static("*, authorization"),
            ))
            .insert_header((header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")))
            .finish();
    }
    let detail = format!("{} is not allowed here; allowed: {allowed}", request.method());
    let mut response = problem::response(problem::METHOD_NOT_ALLOWED, &detail, &observe::request_id(request));
    response.headers_mut().insert(ALLOW, methods);
    response
}
