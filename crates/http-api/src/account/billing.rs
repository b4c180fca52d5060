//! The webhook for the billing provider's events (`docs/accounts.md`).

use std::time::Duration;

use actix_web::http::header::HeaderMap;
use actix_web::{HttpRequest, HttpResponse, web};
use services::accounts::AccountError;
use services::accounts::billing::EventOutcome;
use webhooks::verify::StandardHeaders;

use crate::body::{self, Bounds};
use crate::route_facts::{RouteFacts, Routes};
use crate::{Shared, observe, problem, respond};

/// Path of the billing events.
const PATH: &str = "/account/billing-events";
const EVENT: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };

/// Registers the route.
pub(super) fn route(config: &mut Routes<'_>) {
    let resource = respond::resource(PATH, &[operations::Method::Post], RouteFacts::BY_SECRET);
    config.service(resource.route(web::post().to(taken)));
}

async fn taken(request: HttpRequest, payload: web::Payload, shared: web::Data<Shared>) -> HttpResponse {
    let id = observe::request_id(&request);
    let Some(accounts) = shared.accounts.as_deref() else { return respond::not_found_at(&request) };
    let Ok(body) = body::read(request.headers(), payload, EVENT).await else {
        return problem::response(
            problem::PAYLOAD_TOO_LARGE,
            "at most 4096 bytes are read, for 4 seconds",
            &id,
        );
    };
    let text = |name| one(request.headers(), name);
    let headers = StandardHeaders {
        id: text("webhook-id"),
        timestamp: text("webhook-timestamp"),
        signature: text("webhook-signature"),
    };
    match accounts.billed(headers, &body).await {
        Ok(EventOutcome::Done | EventOutcome::Again | EventOutcome::Older) => {
            HttpResponse::NoContent().finish()
        }
        Ok(EventOutcome::NoAccount) => problem::response(problem::NOT_FOUND, "no account has this id", &id),
        Ok(EventOutcome::Malformed) => {
            let detail = "the body must be {\"account\", \"plan\", \"until\", \"at\"} (see docs/accounts.md)";
            problem::response(problem::INVALID_ARGUMENT, detail, &id)
        }
        Ok(EventOutcome::Unsigned) => {
            let detail = "the signature is missing, invalid or older than five minutes; sign the raw body with this service's billing secret";
            problem::response(problem::UNAUTHORIZED, detail, &id)
        }
        Err(AccountError::Broken(error)) => {
            tracing::error!(id, error, "a billing event could not be processed");
            problem::unavailable("the event could not be processed; send it again", &id)
        }
        Err(_) => problem::unavailable("the service is busy; send the event again", &id),
    }
}

/// Returns a header that was sent exactly once.
fn one<'h>(headers: &'h HeaderMap, name: &'static str) -> &'h str {
    let mut values = headers.get_all(name);
    let first = values.next().and_then(|value| value.to_str().ok()).unwrap_or_default();
    if values.next().is_some() { "" } else { first }
}
