//! Webhook subscriptions over HTTP: the writes of the table, and reads with the secret as the bearer. Each write is
//! logged in one line without secret or body.
//!
//! Pages of other origins are not admitted: no answer has a CORS header, and none may be cached.

mod openapi;
mod rejection;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, Route, web};
use deliveries::subscriptions::Subscriptions;
use operations::write::{Access, AnswerBytes, AnyWrite, Body, Decision, Request};
use operations::writes::shapes;
use operations::{API_PREFIX, Method, OpError, WRITES};
use rejection::RequestError;
use runtime::clock;
use serde::Serialize;
use storage::webhooks::outbox::LONGEST_PAGE;
use webhooks::subscriptions::Owner;
use world::Caller;

use super::body::{self, BodyError, Bounds};
use super::network::network;
use super::respond::{self, JSON};
use super::route_facts::{CallerBy, Endpoint, RouteFacts, Routes};
use super::{Shared, credentials, identity, observe, problem};

pub use openapi::describe;

/// Path at which subscriptions are created.
pub const PATH: &str = "/api/v1/webhooks";

/// Limits of a body. Together with the time that a rejected client has to close, a slow sender occupies a connection
/// for less than ten seconds.
const BODY: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };
/// Default number of deliveries on a page; the maximum is [`LONGEST_PAGE`].
const PAGE: usize = 20;

/// A read of a subscription by its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Subscription,
    Deliveries,
}

/// Reads with their paths below [`API_PREFIX`].
const READINGS: [(&str, Reading); 2] =
    [("/webhooks/{id}", Reading::Subscription), ("/webhooks/{id}/deliveries", Reading::Deliveries)];

/// Returns every path with its methods, arguments in braces.
#[must_use]
pub fn paths() -> BTreeMap<String, Vec<Method>> {
    let mut paths: BTreeMap<String, Vec<Method>> = BTreeMap::new();
    let readings = READINGS.iter().map(|(path, _)| (*path, Method::Get));
    for (path, method) in readings.chain(writes().map(|write| (write.meta().path, write.meta().method))) {
        paths.entry(format!("{API_PREFIX}{path}")).or_default().push(method);
    }
    paths
}

fn writes() -> impl Iterator<Item = &'static dyn AnyWrite> {
    WRITES.iter().copied().filter(|write| write.meta().has_endpoint())
}

/// Registers the webhook routes.
pub fn routes(config: &mut Routes<'_>) {
    for (path, methods) in paths() {
        let allowed = respond::allowed(&methods);
        let other = move |request: HttpRequest| std::future::ready(other_method(&request, &allowed));
        let is_here = |below: &str| path.strip_prefix(API_PREFIX) == Some(below);
        let is_open =
            writes().any(|write| is_here(write.meta().path) && write.meta().access == Access::Everyone);
        let caller_by = if is_open { CallerBy::Token } else { CallerBy::Secret };
        let facts = RouteFacts { caller_by, ..RouteFacts::BY_SECRET };
        let mut resource = Endpoint::new(&path, facts).default_service(web::to(other));
        for (_, reading) in READINGS.into_iter().filter(|(below, _)| is_here(below)) {
            let answer = move |request, shared| read(reading, request, shared);
            resource = respond::routed(resource, Method::Get, answer);
        }
        for write in writes().filter(|write| is_here(write.meta().path)) {
            resource = resource.route(route(write));
        }
        config.service(resource);
    }
}

fn route(write: &'static dyn AnyWrite) -> Route {
    let route = match write.meta().method {
        Method::Get => web::get(),
        Method::Post => web::post(),
        Method::Put => web::put(),
        Method::Delete => web::delete(),
    };
    route.to(move |request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>| async move {
        let caller = match write.meta().access {
            Access::Everyone => identity::caller(&request),
            Access::Owner => Ok(world::Caller::for_credential_holder()),
        };
        let caller = match caller {
            Ok(caller) => caller,
            Err(unidentified) => return identity::response(unidentified, &request),
        };
        let answer = written(write, &caller, &request, payload, &shared).await;
        let response = sent(&request, answer);
        tracing::info!(
            target: "audit",
            id = observe::request_id(&request),
            write = write.meta().name,
            tier = ?caller.tier(),
            is_done = response.status().is_success(),
            status = response.status().as_u16(),
        );
        response
    })
}

type Answer = Result<HttpResponse, RequestError>;

/// Answers a write.
async fn written(
    write: &'static dyn AnyWrite,
    caller: &Caller,
    request: &HttpRequest,
    payload: web::Payload,
    shared: &Shared,
) -> Answer {
    let meta = write.meta();
    let (service, client) = service(request, shared)?;
    let owner = match meta.access {
        Access::Everyone => None,
        Access::Owner => Some(owner(request, service, client).await?),
    };
    let body = body_of(request, payload, meta.body).await?;
    let path: Vec<(&str, &str)> = request.match_info().iter().collect();
    let asked = Request { client, owner, path: &path, body: &body };
    let published = shared.latest.current();
    let decision = service.write(write, published.as_deref(), caller, &asked, clock::now()).await?;
    stored(meta.success.0, decision)
}

/// Builds the answer to a stored write.
fn stored(status: u16, decision: Decision<AnswerBytes>) -> Answer {
    let status = StatusCode::from_u16(status).map_err(|error| RequestError::broken(&error))?;
    let mut response = HttpResponse::build(status);
    if let Some(location) = decision.location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        response.insert_header((LOCATION, location));
    }
    let body = decision.answer.into_bytes();
    if body.is_empty() {
        return Ok(response.finish());
    }
    Ok(response.insert_header((CONTENT_TYPE, HeaderValue::from_static(JSON))).body(body))
}

/// Answers a read by the owner.
async fn read(reading: Reading, request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(reading: Reading, request: &HttpRequest, shared: &Shared) -> Answer {
        let (service, client) = service(request, shared)?;
        let owner = owner(request, service, client).await?;
        match reading {
            Reading::Subscription => {
                no_query(request)?;
                let last = service.last_delivery(owner.subscription.id).await?;
                json(&shapes::subscription(&owner.subscription, last.as_ref()))
            }
            Reading::Deliveries => {
                let (before, limit) = page(request)?;
                // One more than is shown, to find out whether there is another page.
                let mut rows = service.deliveries(&owner, before, limit + 1).await?;
                let more = rows.len() > limit;
                rows.truncate(limit);
                json(&shapes::deliveries(&rows, more))
            }
        }
    }
    sent(&request, answer(reading, &request, &shared).await)
}

/// Returns the service and the client's address.
fn service<'s>(
    request: &HttpRequest,
    shared: &'s Shared,
) -> Result<(&'s Subscriptions, IpAddr), RequestError> {
    let service = shared.webhooks.as_deref().ok_or(RequestError::Off)?;
    if !respond::accepts_json(request) {
        return Err(RequestError::NotAcceptable);
    }
    Ok((service, network(request, shared)))
}

/// Returns the owner identified by the presented secret.
async fn owner(
    request: &HttpRequest,
    service: &Subscriptions,
    client: IpAddr,
) -> Result<Owner, RequestError> {
    let id = request.match_info().get("id").unwrap_or_default();
    let bearer = credentials::bearer(request);
    let bearer = bearer.as_ref().map(|bearer| bearer.as_str());
    Ok(service.owner(id, bearer, client, clock::now()).await?)
}

/// Reads the body of a write, if it has one.
async fn body_of(request: &HttpRequest, payload: web::Payload, body: Body) -> Result<Vec<u8>, RequestError> {
    let may_be_left_out = match body {
        Body::None => return Ok(Vec::new()),
        Body::Empty | Body::Optional => true,
        Body::Required => false,
    };
    let headers = request.headers();
    let typed = body::is_json(headers) || (may_be_left_out && !headers.contains_key(CONTENT_TYPE));
    if body::is_coded(headers) || !typed {
        return Err(RequestError::MediaType);
    }
    let body = body::read(headers, payload, BODY).await.map_err(|error| match error {
        BodyError::TooLarge => RequestError::TooLarge,
        BodyError::Late => RequestError::Late,
        BodyError::Unreadable => RequestError::Unreadable,
    })?;
    // Without a declared type, only an empty body is accepted.
    if !body.is_empty() && !body::is_json(headers) { Err(RequestError::MediaType) } else { Ok(body) }
}

fn no_query(request: &HttpRequest) -> Result<(), OpError> {
    match request.query_string() {
        "" => Ok(()),
        query => {
            let name = query.split(['=', '&']).next().unwrap_or_default();
            Err(OpError::argument(&world::unknown::shortened(name), "is unknown; no parameter is allowed"))
        }
    }
}

/// Parses the arguments of a page of deliveries.
fn page(request: &HttpRequest) -> Result<(Option<i64>, usize), OpError> {
    let wrong = |name: &str, message: &str| OpError::argument(&world::unknown::shortened(name), message);
    let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map_err(|_| wrong("query", "the query string is malformed"))?;
    let (mut before, mut limit) = (None, None);
    for (name, text) in pairs.into_inner() {
        match name.as_str() {
            "before" if before.is_none() => {
                let sequence = text.parse::<i64>().ok().filter(|sequence| *sequence > 0);
                before = Some(
                    sequence.ok_or_else(|| wrong("before", "must be `meta.next` of the previous page"))?,
                );
            }
            "limit" if limit.is_none() => {
                let most = text.parse::<usize>().ok().filter(|most| (1..=LONGEST_PAGE).contains(most));
                limit = Some(most.ok_or_else(|| wrong("limit", "must be a whole number from 1 to 100"))?);
            }
            "before" | "limit" => return Err(wrong(&name, "is given more than once")),
            _ => return Err(wrong(&name, "is unknown; allowed: before, limit")),
        }
    }
    Ok((before, limit.unwrap_or(PAGE)))
}

fn json<T: Serialize>(body: &T) -> Answer {
    let body = serde_json::to_vec(body).map_err(|error| RequestError::broken(&error))?;
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, HeaderValue::from_static(JSON))).body(body))
}

/// Builds the response, an answer or a problem, which must not be cached.
fn sent(request: &HttpRequest, answer: Answer) -> HttpResponse {
    let mut response = answer.unwrap_or_else(|refused| refused.response(request));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Answers that the method is not allowed at this address. `OPTIONS` lists the methods, and admits no other origin.
fn other_method(request: &HttpRequest, allowed: &str) -> HttpResponse {
    let methods = HeaderValue::from_str(allowed).unwrap_or(HeaderValue::from_static("OPTIONS"));
    let mut response = if request.method() == actix_web::http::Method::OPTIONS {
        HttpResponse::NoContent().finish()
    } else {
        let detail = format!("{} is not allowed here; allowed: {allowed}", request.method());
        problem::response(problem::METHOD_NOT_ALLOWED, &detail, &observe::request_id(request))
    };
    response.headers_mut().insert(ALLOW, methods);
    response
}
