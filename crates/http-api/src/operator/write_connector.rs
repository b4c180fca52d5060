//! The write connector over HTTP: with a key as the bearer, or with a credential in the address. The address appears in
//! no log, metric, error or header; the route is used instead.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use mcp_protocol::Response;
use operators::keys::Use;
use runtime::clock;
use services::operators::Rejection;

use super::client;
use crate::connector::{self, Rejection as Unheard};
use crate::protocol_headers::ProtocolHeaders;
use crate::route_facts::{Endpoint, RouteFacts, Routes};
use crate::{Shared, credentials};

/// Path of the write connector with a key as the bearer.
const WRITE_CONNECTOR: &str = "/mcp/write";
/// Path of one resort's connector with the credential in the address.
const ADDRESS: &str = "/mcp/c/{token}";

/// Registers the write connector.
pub(super) fn routes(config: &mut Routes<'_>) {
    config.service(at(WRITE_CONNECTOR, RouteFacts::BY_SECRET));
    config.service(at(ADDRESS, RouteFacts::BY_SECRET.with_secret_path()));
}

fn at(path: &str, facts: RouteFacts) -> Endpoint {
    Endpoint::new(path, facts).route(web::post().to(post)).default_service(web::to(connector::other_method))
}

async fn post(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let mut response = match answer(&request, payload, &shared).await {
        Ok(response) => connector::send(request.headers(), response),
        Err(refusal) => refusal.response(),
    };
    // If such an address is opened in a browser, the browser must not pass it on.
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("referrer-policy"), HeaderValue::from_static("no-referrer"));
    response
}

async fn answer(request: &HttpRequest, payload: web::Payload, shared: &Shared) -> Result<Response, Unheard> {
    shared.admission.check(request)?;
    let now = clock::now();
    let (bearer, token) = (credentials::bearer(request), request.match_info().get("token"));
    let (of, shown) = match token {
        Some(token) => (Use::Address, Some(token)),
        None => (Use::Bearer, bearer.as_ref().map(|bearer| bearer.as_str())),
    };
    let granted = shared.operators.admit(of, shown, client(request), now).await;
    let granted = granted.map_err(|refusal| key_refusal(refusal, shown.is_some()))?;
    let body = connector::body(request, payload).await?;
    let heard = ProtocolHeaders::from_headers(request.headers());
    let asked = heard.with(&body);
    Ok(shared.write_connector.answer(&shared.operators, &granted, &asked, now).await)
}

/// Returns the same answer to every invalid key, whatever the reason.
fn key_refusal(refusal: Rejection, is_shown: bool) -> Unheard {
    match refusal {
        Rejection::TooMany(wait) => Unheard::too_many(wait),
        Rejection::Starting | Rejection::Storage(_) => Unheard::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "The service cannot look up keys at this moment; try again in a second",
        ),
        _ if is_shown => Unheard::NO_SUCH_KEY,
        _ => Unheard::NO_KEY,
    }
}
