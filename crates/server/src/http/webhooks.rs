//! Webhook subscriptions over HTTP: making one, and what its owner may see and do with its secret as the bearer.
//!
//! Pages of other origins are not let in: no answer carries a CORS header, and none may be cached.

mod openapi;
mod refusal;
mod shapes;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::Method;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use operations::OpError;
use serde::Serialize;
use storage::webhooks::outbox::LONGEST_PAGE;

use super::body::{self, BodyError, Bounds};
use super::client_address::subscriber;
use super::respond::{self, JSON};
use super::{Shared, observe, presented, problem};
use crate::clock;
use crate::published::Published;
use crate::webhooks::subscriptions::Subscriptions;
use refusal::Refused;
use webhooks::subscriptions::{Owner, request};

pub use openapi::describe;

/// Path at which subscriptions are made.
pub const PATH: &str = "/api/v1/webhooks";

/// Limits of a body. Together with the time that a refused client has to go away, a slow sender holds a connection for less
/// than ten seconds.
const BODY: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };
/// Deliveries on a page unless asked otherwise; [`LONGEST_PAGE`] at most.
const PAGE: usize = 20;

/// Every path, arguments in braces.
pub const PATHS: [&str; 7] = [
    PATH,
    "/api/v1/webhooks/{id}",
    "/api/v1/webhooks/{id}/deliveries",
    "/api/v1/webhooks/{id}/deliveries/{delivery}/redeliver",
    "/api/v1/webhooks/{id}/test",
    "/api/v1/webhooks/{id}/rotate",
    "/api/v1/webhooks/{id}/rotate/commit",
];

const GET: &str = "GET, HEAD, DELETE, OPTIONS";
const READ: &str = "GET, HEAD, OPTIONS";
const POST: &str = "POST, OPTIONS";

/// Routes of the webhooks.
pub fn routes(config: &mut web::ServiceConfig) {
    let [create_path, one, deliveries_path, redeliver_path, test_path, rotate_path, commit_path] = PATHS;
    let at = |path: &'static str, allowed: &'static str| -> Resource {
        web::resource(path)
            .name(path)
            .app_data(observe::Private)
            .default_service(web::to(move |request: HttpRequest| other_method(request, allowed)))
    };
    config
        .service(at(create_path, POST).route(web::post().to(create)))
        .service(
            at(one, GET)
                .route(web::get().to(show))
                .route(web::head().to(show))
                .route(web::delete().to(remove)),
        )
        .service(at(deliveries_path, READ).route(web::get().to(deliveries)).route(web::head().to(deliveries)))
        .service(at(redeliver_path, POST).route(web::post().to(redeliver)))
        .service(at(test_path, POST).route(web::post().to(test)))
        .service(at(rotate_path, POST).route(web::post().to(rotate)))
        .service(at(commit_path, POST).route(web::post().to(commit)));
}

type Answer = Result<HttpResponse, Refused>;

async fn create(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Answer {
        let (service, client) = service(request, shared)?;
        let body = read(request, payload, Kind::Json).await?;
        let asked = request::creation(&body)?;
        let published = published(shared)?;
        let created = service.create(&published, asked, client, clock::now()).await?;
        let mut response = json(StatusCode::CREATED, &shapes::created(&created))?;
        if let Ok(location) = HeaderValue::from_str(&format!("{PATH}/{}", created.subscription.id)) {
            response.headers_mut().insert(LOCATION, location);
        }
        Ok(response)
    }
    sent(&request, answer(&request, payload, &shared).await)
}

async fn show(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, shared: &Shared) -> Answer {
        let (service, owner) = owner(request, shared).await?;
        no_query(request)?;
        let last = service.last_delivery(&owner).await?;
        json(StatusCode::OK, &shapes::subscription(&owner.subscription, last.as_ref()))
    }
    sent(&request, answer(&request, &shared).await)
}

async fn remove(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, shared: &Shared) -> Answer {
        let (service, owner) = owner(request, shared).await?;
        service.remove(&owner, clock::now()).await?;
        Ok(HttpResponse::NoContent().finish())
    }
    sent(&request, answer(&request, &shared).await)
}

async fn deliveries(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, shared: &Shared) -> Answer {
        let (service, owner) = owner(request, shared).await?;
        let (before, limit) = page(request)?;
        // One more than is shown says whether there is another page.
        let mut rows = service.deliveries(&owner, before, limit + 1).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        json(StatusCode::OK, &shapes::deliveries(&rows, more))
    }
    sent(&request, answer(&request, &shared).await)
}

async fn redeliver(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Answer {
        let (service, owner) = owner(request, shared).await?;
        request::nothing(&read(request, payload, Kind::Optional).await?)?;
        let delivery = request.match_info().get("delivery").unwrap_or_default();
        let id = service.redeliver(&owner, delivery, clock::now()).await?;
        json(StatusCode::ACCEPTED, &shapes::queued(id, None))
    }
    sent(&request, answer(&request, payload, &shared).await)
}

async fn test(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Answer {
        let (service, owner) = owner(request, shared).await?;
        let asked = request::test(&read(request, payload, Kind::Optional).await?)?;
        let published = published(shared)?;
        let (id, event) = service.test(&published, &owner, asked, clock::now()).await?;
        json(StatusCode::ACCEPTED, &shapes::queued(id, Some(event)))
    }
    sent(&request, answer(&request, payload, &shared).await)
}

async fn rotate(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Answer {
        let (service, owner) = owner(request, shared).await?;
        request::nothing(&read(request, payload, Kind::Optional).await?)?;
        let rotation = service.rotate(&owner, clock::now()).await?;
        json(StatusCode::OK, &shapes::rotation(owner.subscription.id, &rotation))
    }
    sent(&request, answer(&request, payload, &shared).await)
}

async fn commit(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Answer {
        let (service, mut owner) = owner(request, shared).await?;
        request::nothing(&read(request, payload, Kind::Optional).await?)?;
        service.commit(&owner).await?;
        owner.subscription.next = None;
        let last = service.last_delivery(&owner).await?;
        json(StatusCode::OK, &shapes::subscription(&owner.subscription, last.as_ref()))
    }
    sent(&request, answer(&request, payload, &shared).await)
}

/// The service, and the client that asks it.
fn service<'s>(request: &HttpRequest, shared: &'s Shared) -> Result<(&'s Subscriptions, IpAddr), Refused> {
    let service = shared.webhooks.as_deref().ok_or(Refused::Off)?;
    if !respond::accepts_json(request) {
        return Err(Refused::NotAcceptable);
    }
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    Ok((service, subscriber(service.proxies.client_of(peer, request.headers()))))
}

async fn owner<'s>(request: &HttpRequest, shared: &'s Shared) -> Result<(&'s Subscriptions, Owner), Refused> {
    let (service, client) = service(request, shared)?;
    let id = request.match_info().get("id").unwrap_or_default();
    let bearer = presented::bearer(request);
    let bearer = bearer.as_ref().map(|bearer| bearer.as_str());
    let owner = service.owner(id, bearer, client, clock::now()).await?;
    Ok((service, owner))
}

fn published(shared: &Shared) -> Result<Arc<Published>, Refused> {
    shared.board.current().ok_or(Refused::Starting)
}

/// What kind of body is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `application/json`.
    Json,
    /// JSON or nothing at all.
    Optional,
}

async fn read(request: &HttpRequest, payload: web::Payload, kind: Kind) -> Result<Vec<u8>, Refused> {
    let headers = request.headers();
    let plain = headers.get(CONTENT_ENCODING).is_none_or(|coding| coding == "identity");
    let typed = body::is_json(headers) || (kind == Kind::Optional && !headers.contains_key(CONTENT_TYPE));
    if !plain || !typed {
        return Err(Refused::MediaType);
    }
    let body = body::read(headers, payload, BODY).await.map_err(|error| match error {
        BodyError::TooLarge => Refused::TooLarge,
        BodyError::Late => Refused::Late,
        BodyError::Unreadable => Refused::Unreadable,
    })?;
    // Without a type an empty body alone is what it seems.
    if !body.is_empty() && !body::is_json(headers) { Err(Refused::MediaType) } else { Ok(body) }
}

fn no_query(request: &HttpRequest) -> Result<(), OpError> {
    match request.query_string() {
        "" => Ok(()),
        query => {
            let name = query.split(['=', '&']).next().unwrap_or_default();
            Err(OpError::argument(&world::unknown::shortened(name), "is unknown; none is allowed"))
        }
    }
}

/// The arguments of a page of deliveries.
fn page(request: &HttpRequest) -> Result<(Option<i64>, usize), OpError> {
    let wrong = |name: &str, message: &str| OpError::argument(&world::unknown::shortened(name), message);
    let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map_err(|_| wrong("query", "the query string is malformed"))?;
    let (mut before, mut limit) = (None, None);
    for (name, text) in pairs.into_inner() {
        match name.as_str() {
            "before" if before.is_none() => {
                let sequence = text.parse::<i64>().ok().filter(|sequence| *sequence > 0);
                before = Some(sequence.ok_or_else(|| wrong("before", "must be `next` of the former page"))?);
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

fn json<T: Serialize>(status: StatusCode, body: &T) -> Answer {
    let body = serde_json::to_vec(body).map_err(|error| Refused::broken(&error))?;
    Ok(HttpResponse::build(status).insert_header((CONTENT_TYPE, HeaderValue::from_static(JSON))).body(body))
}

/// The response: an answer or a problem, never cached on the way.
fn sent(request: &HttpRequest, answer: Answer) -> HttpResponse {
    let mut response = answer.unwrap_or_else(|refused| refused.response(request));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The address exists, but not for this method. `OPTIONS` says which there are, and lets no other origin in.
async fn other_method(request: HttpRequest, allowed: &'static str) -> HttpResponse {
    let mut response = if request.method() == Method::OPTIONS {
        HttpResponse::NoContent().finish()
    } else {
        let detail = format!("{} is not allowed here; allowed: {allowed}", request.method());
        problem::response(problem::METHOD_NOT_ALLOWED, &detail, &observe::request_id(&request))
    };
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    response
}
