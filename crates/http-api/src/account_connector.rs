//! The tool connector for signed-in accounts: every tool, and a token is always required. A caller without a token gets
//! the location of the metadata with which a client signs in. `/mcp` is unchanged for all other callers.
#![expect(clippy::result_large_err, reason = "the error is a complete response, built once and sent")]

use accounts::Scope;
use accounts::oauth::metadata::RESOURCE_PATH;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use actix_web::{HttpRequest, HttpResponse, web};
use mcp_protocol::Response;
use serde::Deserialize;
use services::identity::IdentityError;
use services::oauth::Authority;
use world::{Caller, Tier};

use super::connector::{self, Rejection};
use super::identity;
use super::route_facts::{CallerBy, Endpoint, RouteFacts, Routes};
use super::{Shared, credentials, respond};

/// Registers the account's connector.
pub(super) fn route(config: &mut Routes<'_>) {
    let facts = RouteFacts { caller_by: CallerBy::ClientToken, ..RouteFacts::API };
    let at = Endpoint::new(RESOURCE_PATH, facts);
    config.service(at.route(web::post().to(post)).default_service(web::to(other)));
}

async fn post(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let Some(authority) = shared.oauth.as_ref() else { return respond::not_found_at(&request) };
    match answer(&request, payload, &shared, authority).await {
        Ok(response) => connector::send(request.headers(), response),
        Err(refused) => refused,
    }
}

/// Directs requests without a token to the sign-in, whatever the method.
async fn other(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    let Some(authority) = shared.oauth.as_ref() else { return respond::not_found_at(&request) };
    if request.method() != actix_web::http::Method::OPTIONS
        && let Err(refused) = authenticate(&request, authority)
    {
        return refused;
    }
    connector::other_method(request).await
}

async fn answer(
    request: &HttpRequest,
    payload: web::Payload,
    shared: &Shared,
    authority: &Authority,
) -> Result<Response, HttpResponse> {
    shared.admission.check(request).map_err(Rejection::response)?;
    let caller = authenticate(request, authority)?;
    let body = connector::body(request, payload).await.map_err(Rejection::response)?;
    if let Some(scope) = lacking(&body, &caller) {
        let text = "this token lacks the scope of that tool";
        let error = Some(("insufficient_scope", text));
        let challenge = authority.place().challenge_for(error, &[scope.name()]);
        return Err(challenge_response(
            StatusCode::FORBIDDEN,
            "Forbidden: this token lacks the scope of that tool",
            &challenge,
        ));
    }
    connector::answer_message(request, &body, shared, &caller).await.map_err(Rejection::response)
}

/// Returns the caller, or the answer to a caller without a valid token.
fn authenticate(request: &HttpRequest, authority: &Authority) -> Result<Caller, HttpResponse> {
    let place = authority.place();
    match identity::caller(request) {
        Ok(caller) if caller.tier() > Tier::Anonymous => Ok(caller),
        Err(IdentityError::TooMany(wait)) => Err(Rejection::too_many(wait).response()),
        Err(IdentityError::Unavailable) => Err(Rejection::UNAVAILABLE.response()),
        Err(IdentityError::Unknown) => {
            let text = "this token is unknown, expired, revoked or issued for another address";
            let challenge = place.challenge(Some(("invalid_token", text)));
            Err(challenge_response(
                StatusCode::UNAUTHORIZED,
                "Unauthorized: this token is not valid here",
                &challenge,
            ))
        }
        Ok(_) => {
            // Credentials that are not a bearer do not count as a token.
            let error = credentials::any(request)
                .then_some(("invalid_request", "send the token as Authorization: Bearer"));
            let challenge = place.challenge(error);
            let message = "Unauthorized: sign in first; see the metadata in WWW-Authenticate";
            Err(challenge_response(StatusCode::UNAUTHORIZED, message, &challenge))
        }
    }
}

fn challenge_response(status: StatusCode, message: &'static str, challenge: &str) -> HttpResponse {
    let mut response = Rejection::new(status, message).response();
    if let Ok(challenge) = HeaderValue::from_str(challenge) {
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

/// The part of a message that names a tool.
#[derive(Deserialize)]
struct ToolCall<'b> {
    #[serde(borrow)]
    params: Option<CallName<'b>>,
}

#[derive(Deserialize)]
struct CallName<'b> {
    #[serde(borrow)]
    name: Option<std::borrow::Cow<'b, str>>,
}

/// Returns the scope that the token lacks for the called tool. Clients request more access if the status says so.
fn lacking(body: &[u8], caller: &Caller) -> Option<Scope> {
    let called: ToolCall<'_> = serde_json::from_slice(body).ok()?;
    let name = called.params?.name?;
    let tool = operations::tools().find(|tool| tool.meta().name == name)?;
    tool.scope().filter(|scope| !caller.may(*scope))
}
