//! Operations with a body: the arguments are a JSON object, so that text entered by a person is not in any address or
//! access log. A read with a body has the same answer as with the same arguments in a query, but is not cached by
//! intermediaries.

use std::time::Duration;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::{AnyOperation, OpError, tool};
use runtime::clock;
use world::View;

use super::body::{self, BodyError, Bounds};
use super::{Shared, identity, observe, problem, respond};

/// Enough for the longest question in the widest characters, and its other arguments.
const BODY: Bounds = Bounds { most: 16 * 1024, patience: Duration::from_secs(4) };

/// Answers a `POST`.
pub(super) async fn answer(
    operation: &'static dyn AnyOperation,
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> HttpResponse {
    let mut response = match answered(operation, &request, payload, &shared).await {
        Ok(answer) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, HeaderValue::from_static(respond::JSON)))
            .body(answer),
        Err(refusal) => refusal,
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn answered(
    operation: &dyn AnyOperation,
    request: &HttpRequest,
    payload: web::Payload,
    shared: &Shared,
) -> Result<Vec<u8>, HttpResponse> {
    let id = || observe::request_id(request);
    if !respond::accepts_json(request) {
        let detail = "the answer is application/json; accept it";
        return Err(problem::response(problem::NOT_ACCEPTABLE, detail, &id()));
    }
    let caller =
        identity::caller(request).map_err(|unidentified| identity::response(unidentified, request))?;
    let pairs = arguments(operation, request, payload, BODY).await?;
    let published = shared.latest.current();
    let published = published
        .as_deref()
        .ok_or_else(|| problem::unavailable("the service is starting; try again in a second", &id()))?;
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let at = published.time_at(clock::now());
    let answer = operation.answer(&View::new(&published.world, &caller), &pairs, at);
    answer.map_err(|error| problem::of_operation(&error, &id()))
}

/// Reads the arguments of a `POST` from the JSON object in its body.
///
/// # Errors
/// Returns a response that describes the error in the body.
pub(super) async fn arguments(
    operation: &dyn AnyOperation,
    request: &HttpRequest,
    payload: web::Payload,
    bounds: Bounds,
) -> Result<Vec<(String, String)>, HttpResponse> {
    let id = || observe::request_id(request);
    let wrong = |error: &OpError| problem::of_operation(error, &id());
    let headers = request.headers();
    if body::is_coded(headers) || !body::is_json(headers) {
        let detail = "send the body as application/json, without a content coding";
        return Err(problem::response(problem::UNSUPPORTED_MEDIA_TYPE, detail, &id()));
    }
    if !request.query_string().is_empty() {
        let error = OpError::argument("query", "must be empty; send the arguments in the body");
        return Err(wrong(&error));
    }
    let body = body::read(headers, payload, bounds).await.map_err(|error| {
        let (code, detail) = match error {
            BodyError::TooLarge => {
                let detail = format!("the body is larger than the limit of {} bytes", bounds.most);
                (problem::PAYLOAD_TOO_LARGE, detail)
            }
            BodyError::Late => {
                let seconds = bounds.patience.as_secs();
                (problem::REQUEST_TIMEOUT, format!("the body did not arrive within {seconds} seconds"))
            }
            BodyError::Unreadable => (problem::INVALID_ARGUMENT, "the body cannot be read".to_owned()),
        };
        problem::response(code, &detail, &id())
    })?;
    let no_object = || OpError::argument("body", "must be a JSON object of argument names and values");
    let text = std::str::from_utf8(&body).map_err(|_| wrong(&no_object()))?;
    tool::arguments(operation.rules(), Some(text)).map_err(|error| match error {
        // The name by which tools refer to the object as a whole.
        OpError::InvalidArguments(problems) if problems.iter().any(|one| one.argument == "arguments") => {
            wrong(&no_object())
        }
        other => wrong(&other),
    })
}
