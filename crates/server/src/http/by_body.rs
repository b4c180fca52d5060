//! Reads that are asked for with a body: the arguments as a JSON object, so that what a person wrote stands in no address and
//! no log of addresses. The answer is the one that the same arguments have in a query, and is not kept on the way.

use std::time::Duration;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::{AnyOperation, OpError, tool};
use world::View;

use super::body::{self, BodyError, Bounds};
use super::problem::{self, Code};
use super::{Shared, identity, observe, respond};
use crate::clock;

/// A question of the longest kind in the widest letters, and its other arguments.
const BODY: Bounds = Bounds { most: 16 * 1024, patience: Duration::from_secs(4) };

/// Answers a `POST`.
pub(super) async fn answer(
    operation: &'static dyn AnyOperation,
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    let mut response = match body(&request, payload).await {
        Ok(body) => answered(operation, &request, &shared, &body),
        Err((code, detail)) => problem::response(code, detail, &observe::request_id(&request)),
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn answered(
    operation: &dyn AnyOperation,
    request: &HttpRequest,
    shared: &Shared,
    body: &[u8],
) -> HttpResponse {
    let id = || observe::request_id(request);
    let Some(published) = shared.latest.current() else {
        return problem::unavailable("the service is starting; try again in a second", &id());
    };
    let caller = match identity::known(request) {
        Ok(caller) => caller,
        Err(unidentified) => return unidentified.response(request),
    };
    let made = || -> Result<Vec<u8>, OpError> {
        if !request.query_string().is_empty() {
            return Err(OpError::argument("query", "must be empty; the arguments stand in the body"));
        }
        let wrong = || OpError::argument("body", "must be a JSON object of argument names and values");
        let text = std::str::from_utf8(body).map_err(|_| wrong())?;
        let pairs = tool::arguments(operation.rules(), Some(text)).map_err(|error| match error {
            OpError::InvalidArguments(problems) if problems.iter().any(|one| one.argument == "arguments") => {
                wrong()
            }
            other => other,
        })?;
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        operation.answer(&View::new(&published.world, &caller), &pairs, clock::now())
    };
    match made() {
        Ok(answer) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, HeaderValue::from_static(respond::JSON)))
            .body(answer),
        Err(error) => problem::of_operation(&error, &id()),
    }
}

async fn body(request: &HttpRequest, payload: web::Payload) -> Result<Vec<u8>, (Code, &'static str)> {
    if !respond::accepts_json(request) {
        return Err((problem::NOT_ACCEPTABLE, "the answer is application/json; accept it"));
    }
    let headers = request.headers();
    let plain = headers.get(CONTENT_ENCODING).is_none_or(|coding| coding == "identity");
    if !plain || !body::is_json(headers) {
        let detail = "send the body as application/json, without a content coding";
        return Err((problem::UNSUPPORTED_MEDIA_TYPE, detail));
    }
    body::read(headers, payload, BODY).await.map_err(|error| match error {
        BodyError::TooLarge => {
            (problem::PAYLOAD_TOO_LARGE, "the body is larger than 16384 bytes, the most that is read")
        }
        BodyError::Late => (problem::REQUEST_TIMEOUT, "the body did not arrive within 4 seconds"),
        BodyError::Unreadable => (problem::INVALID_ARGUMENT, "the body cannot be read"),
    })
}
