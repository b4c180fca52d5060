//! Operations of an account over HTTP: the account's data is read, the decision is stored, and then the request is
//! answered. A program presents a token; a browser's session has no effect here, so no page of another origin can act.
//!
//! Answers are not cached, because they concern one account.

use std::time::Duration;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, TRANSFER_ENCODING, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::{AnyOperation, Method, OpError};
use runtime::clock;

use super::body::Bounds;
use super::query::query;
use super::{Shared, by_body, identity, observe, problem, respond};

/// Enough for an alert in a script with many bytes per character.
const BODY: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };

/// Answers an operation of an account.
pub(super) async fn answer(
    operation: &'static dyn AnyOperation,
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    let mut response = match answered(operation, &request, payload, &shared).await {
        Ok(body) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, HeaderValue::from_static(respond::JSON)))
            .insert_header((VARY, HeaderValue::from_static(respond::VARIES)))
            .body(body),
        Err(refusal) => refusal,
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(respond::NOT_KEPT));
    if operation.meta().method != Method::Get {
        tracing::info!(
            target: "audit",
            id = observe::request_id(&request),
            write = operation.meta().name,
            is_done = response.status().is_success(),
            status = response.status().as_u16(),
        );
    }
    response
}

async fn answered(
    operation: &dyn AnyOperation,
    request: &HttpRequest,
    payload: web::Payload,
    shared: &Shared,
) -> Result<Vec<u8>, HttpResponse> {
    let id = || observe::request_id(request);
    let refused = |error: &OpError| problem::of_operation(error, &id());
    if !respond::accepts_json(request) {
        let detail = "the answer is application/json; accept it";
        return Err(problem::response(problem::NOT_ACCEPTABLE, detail, &id()));
    }
    let published = shared.latest.current();
    let published = published
        .as_deref()
        .ok_or_else(|| problem::unavailable("the service is starting; try again in a second", &id()))?;
    let caller =
        identity::caller(request).map_err(|unidentified| identity::response(unidentified, request))?;
    // Missing permission is reported before any byte of the body is read.
    operation.may(&caller).map_err(|error| refused(&error))?;
    let pairs = match operation.meta().method {
        Method::Post => by_body::arguments(operation, request, payload, BODY).await?,
        Method::Get | Method::Put | Method::Delete => {
            if let Some(refusal) = of_a_body(request) {
                return Err(refusal);
            }
            let path = request.match_info().iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
            path.chain(query(request).map_err(|error| refused(&error))?).collect()
        }
    };
    let borrowed: Vec<(&str, &str)> =
        pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let acted = shared.holdings.act(operation, published, &caller, &borrowed, clock::now()).await;
    acted.map(|acted| acted.rest).map_err(|error| refused(&error))
}

/// Rejects a body for operations without one, so that a client notices that its body has no effect.
fn of_a_body(request: &HttpRequest) -> Option<HttpResponse> {
    let headers = request.headers();
    let is_empty = headers.get(CONTENT_LENGTH).is_none_or(|length| length == "0");
    if is_empty && !headers.contains_key(TRANSFER_ENCODING) {
        return None;
    }
    let error = OpError::argument("body", "this operation takes no body; leave it out");
    Some(problem::of_operation(&error, &observe::request_id(request)))
}
