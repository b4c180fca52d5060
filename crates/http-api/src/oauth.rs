//! The authorization server over HTTP: metadata, the consent page, tokens.
//!
//! Nothing is published at the root of the origin: hosts that find metadata there assume that every tool of `/mcp`
//! needs a sign-in. A client's document is fetched only for signed-in callers.
#![expect(clippy::result_large_err, reason = "the error is a complete response, built once and sent")]

mod consent;

use std::time::Duration;

use accounts::oauth::grant::{self, ACCESS_MS, TokenError};
use accounts::oauth::metadata::{
    AUTHORIZE_PATH, REGISTER_PATH, RESOURCE_METADATA_PATH, REVOKE_PATH, SERVER_METADATA_PATH, TOKEN_PATH,
};
use accounts::oauth::{Client, Form};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::Method;
use runtime::clock;
use runtime::secrets::SecretRejection;
use serde_json::{Value, json};
use services::oauth::{Authority, RegistrationError, TokenPair};
use storage::StoreError;

use super::body::{self, Bounds};
use super::network::network;
use super::personal::is_form;
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, respond};

/// Limits of a form and of a registration, whose redirects and states can be long.
const BODY: Bounds = Bounds { most: 16 * 1024, patience: Duration::from_secs(4) };
/// Limits of a registration.
const METADATA: Bounds =
    Bounds { most: accounts::oauth::client::MOST_BYTES, patience: Duration::from_secs(4) };

/// Registers the authorization server.
pub(super) fn routes(config: &mut Routes<'_>) {
    for (path, metadata) in [
        (RESOURCE_METADATA_PATH, of_resource as fn(&Authority, &Shared) -> Value),
        (SERVER_METADATA_PATH, of_server),
    ] {
        let answer = move |request: HttpRequest, shared: web::Data<Shared>| {
            std::future::ready(published(&request, &shared, metadata))
        };
        let document = respond::resource(path, &[Method::Get], RouteFacts::DOCUMENT);
        config.service(respond::routed(document, Method::Get, answer));
    }
    let pages = respond::resource(AUTHORIZE_PATH, &[Method::Get, Method::Post], RouteFacts::OWN_PAGE);
    let pages = respond::routed(pages, Method::Get, consent::ask);
    config.service(pages.route(web::post().to(consent::decide)));
    let by_secret = RouteFacts { is_private: false, ..RouteFacts::BY_SECRET };
    let posted = |path: &str| respond::resource(path, &[Method::Post], by_secret);
    config.service(posted(TOKEN_PATH).route(web::post().to(token)));
    config.service(posted(REVOKE_PATH).route(web::post().to(revoke)));
    config.service(posted(REGISTER_PATH).route(web::post().to(register)));
}

fn of_resource(authority: &Authority, shared: &Shared) -> Value {
    let name = shared.latest.current().map(|published| published.world.service.name.clone());
    authority.place().of_resource(&name.unwrap_or_default())
}

fn of_server(authority: &Authority, _: &Shared) -> Value {
    authority.place().of_server()
}

fn published(request: &HttpRequest, shared: &Shared, made: fn(&Authority, &Shared) -> Value) -> HttpResponse {
    match shared.oauth.as_ref() {
        None => respond::not_found_at(request),
        Some(authority) => HttpResponse::Ok()
            .insert_header((CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")))
            .json(made(authority, shared)),
    }
}

/// Reads a form as parameters; `None` if it is not a form, is too large or arrives too slowly.
async fn form(request: &HttpRequest, payload: web::Payload) -> Option<Form> {
    if !is_form(request) {
        return None;
    }
    Some(Form::parse(&body::read(request.headers(), payload, BODY).await.ok()?))
}

/// Returns an answer of the token endpoint, which must not be cached.
fn uncached_json(status: StatusCode, body: &Value) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .json(body)
}

fn error_response(error: &TokenError) -> HttpResponse {
    let body = json!({ "error": error.code, "error_description": error.text });
    uncached_json(StatusCode::BAD_REQUEST, &body)
}

fn no_form() -> HttpResponse {
    error_response(&TokenError::new("invalid_request", "send a form (application/x-www-form-urlencoded)"))
}

fn unavailable() -> HttpResponse {
    let body = json!({ "error": "temporarily_unavailable", "error_description": "try again in a moment" });
    let mut response = uncached_json(StatusCode::SERVICE_UNAVAILABLE, &body);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

fn too_many(wait_ms: i64) -> HttpResponse {
    let body = json!({ "error": "slow_down", "error_description": "too many requests; try again later" });
    let mut response = uncached_json(StatusCode::TOO_MANY_REQUESTS, &body);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from((wait_ms / 1_000).max(1)));
    response
}

/// Returns the answer to a secret that could not be looked up, or that comes from a network with too many wrong ones.
fn not_admitted(denied: SecretRejection<StoreError>, wrong: HttpResponse) -> HttpResponse {
    match denied {
        SecretRejection::Wrong => wrong,
        SecretRejection::TooMany(wait) => too_many(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)),
        SecretRejection::Failed(error) => {
            tracing::warn!(%error, "cannot look up a client's token");
            unavailable()
        }
    }
}

async fn token(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let Some(authority) = shared.oauth.as_ref() else { return respond::not_found_at(&request) };
    let Some(form) = form(&request, payload).await else { return no_form() };
    let asked = match grant::read(authority.place(), &form) {
        Ok(asked) => asked,
        Err(error) => return error_response(&error),
    };
    match authority.issue(asked, network(&request, &shared), clock::now()).await {
        Ok(TokenPair { access, refresh, scopes }) => uncached_json(
            StatusCode::OK,
            &json!({
                "access_token": access.as_str(), "token_type": "Bearer", "expires_in": ACCESS_MS / 1_000,
                "refresh_token": refresh.as_str(), "scope": scopes.to_text(),
            }),
        ),
        Err(denied) => not_admitted(denied, error_response(&TokenError::grant())),
    }
}

async fn revoke(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let Some(authority) = shared.oauth.as_ref() else { return respond::not_found_at(&request) };
    let Some(form) = form(&request, payload).await else { return no_form() };
    let (given, client) = match (form.one("token"), form.one("client_id")) {
        (Ok(Some(given)), Ok(client)) => (given, client),
        (Ok(None), _) => return error_response(&TokenError::new("invalid_request", "`token` is missing")),
        (Err(twice), _) | (_, Err(twice)) => return error_response(&twice.into()),
    };
    let done = uncached_json(StatusCode::OK, &json!({}));
    match authority.revoke(given, client, network(&request, &shared), clock::now()).await {
        Ok(()) => done,
        // The response does not reveal whether the token existed (RFC 7009, 2.2).
        Err(denied) => not_admitted(denied, done),
    }
}

async fn register(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let Some(authority) = shared.oauth.as_ref().filter(|authority| authority.place().registers()) else {
        return respond::not_found_at(&request);
    };
    let refused = |text: &str| {
        let body = json!({ "error": "invalid_client_metadata", "error_description": text });
        uncached_json(StatusCode::BAD_REQUEST, &body)
    };
    if !body::is_json(request.headers()) {
        return refused("send application/json");
    }
    let Ok(body) = body::read(request.headers(), payload, METADATA).await else {
        return refused("the metadata cannot be read, or is larger than 5 KB");
    };
    let now = clock::now();
    match authority.register(&body, network(&request, &shared), now).await {
        Ok(Client { id, name, redirects }) => uncached_json(
            StatusCode::CREATED,
            &json!({
                "client_id": id, "client_id_issued_at": now.millis() / 1_000, "client_name": name,
                "redirect_uris": redirects, "token_endpoint_auth_method": "none",
                "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
            }),
        ),
        Err(RegistrationError::Bad(bad)) => refused(&bad.to_string()),
        Err(RegistrationError::TooMany(wait_ms)) => too_many(wait_ms),
        Err(RegistrationError::Unavailable(error)) => {
            tracing::warn!(error, "cannot register a client");
            unavailable()
        }
    }
}
