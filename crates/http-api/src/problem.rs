//! Errors on the wire: RFC 9457 problem details, one table of codes, one place that maps to them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use operations::error::ArgumentProblem;
use operations::{OpError, Problem};
use publication::replay::ReplayError;
use world::Tier;

/// A stable error code with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Name in lower snake_case.
    pub name: &'static str,
    pub status: StatusCode,
    /// Meaning, for people.
    pub meaning: &'static str,
}

macro_rules! codes {
    ($($constant:ident $name:literal $status:ident $meaning:literal;)*) => {
        $(#[doc = $meaning] pub const $constant: Code = Code { name: $name, status: StatusCode::$status, meaning: $meaning };)*
        pub const CODES: &[Code] = &[$($constant),*];
    };
}

codes! {
    INVALID_ARGUMENT "invalid_argument" BAD_REQUEST "An argument is unknown, malformed or missing; `errors` names each one and the allowed values.";
    UNAUTHORIZED "unauthorized" UNAUTHORIZED "The bearer token is missing or not valid for this resource.";
    FORBIDDEN "forbidden" FORBIDDEN "The account may not do this; `detail` says what is required.";
    RESORT_NOT_FOUND "resort_not_found" NOT_FOUND "No resort has that slug, name or alias; `suggestions` lists the nearest slugs.";
    NOT_FOUND "not_found" NOT_FOUND "There is no resource at this address, or none with the name at its end; `suggestions` lists the nearest names, and /api/v1/openapi.json lists the endpoints.";
    METHOD_NOT_ALLOWED "method_not_allowed" METHOD_NOT_ALLOWED "The method is not allowed at this address; `Allow` lists the allowed ones.";
    NOT_ACCEPTABLE "not_acceptable" NOT_ACCEPTABLE "The answer is application/json, which `Accept` excludes.";
    REQUEST_TIMEOUT "request_timeout" REQUEST_TIMEOUT "The request did not arrive in time.";
    CONFLICT "conflict" CONFLICT "The request conflicts with the current state; see `detail`.";
    PAYLOAD_TOO_LARGE "payload_too_large" PAYLOAD_TOO_LARGE "The body is too large; `detail` states the limit.";
    UNSUPPORTED_MEDIA_TYPE "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "The body must be application/json without a content coding.";
    CALLBACK_URL_NOT_PUBLIC "callback_url_not_public" UNPROCESSABLE_ENTITY "Deliveries go only to public https endpoints; `errors` names the rule that the URL breaks.";
    RATE_LIMITED "rate_limited" TOO_MANY_REQUESTS "The rate limit is exceeded; `Retry-After` says when to try again.";
    INTERNAL "internal" INTERNAL_SERVER_ERROR "The service failed; its log has the reason under the request id.";
    UNAVAILABLE "upstream_unavailable" SERVICE_UNAVAILABLE "The service cannot answer at this moment: it is starting, or stored evidence cannot be read; `Retry-After` says when to try again.";
}

/// Returns the response of a code.
#[must_use]
pub fn response(code: Code, detail: &str, request_id: &str) -> HttpResponse {
    write(code, detail, None, None, request_id)
}

/// Returns the response for a missing sign-in.
fn unauthorized(detail: &str, request_id: &str) -> HttpResponse {
    let mut response = response(UNAUTHORIZED, detail, request_id);
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// Returns the response for a temporary failure that may pass within a second.
#[must_use]
pub fn unavailable(detail: &str, request_id: &str) -> HttpResponse {
    unavailable_for(detail, 1, request_id)
}

/// Like [`unavailable`], with the number of seconds to wait.
#[must_use]
pub fn unavailable_for(detail: &str, seconds: u64, request_id: &str) -> HttpResponse {
    let mut response = response(UNAVAILABLE, detail, request_id);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// Returns the response of a code about one argument.
#[must_use]
pub fn of_argument(code: Code, argument: &str, message: &str, request_id: &str) -> HttpResponse {
    let problem = ArgumentProblem { argument: argument.to_owned(), message: message.to_owned() };
    write(code, message, Some(&[problem]), None, request_id)
}

/// Returns the response for a rate limit that ends after this number of seconds.
#[must_use]
pub fn limited(detail: &str, seconds: u64, request_id: &str) -> HttpResponse {
    let mut response = response(RATE_LIMITED, detail, request_id);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// Returns the response for a failed replay.
#[must_use]
pub fn of_replay(error: &ReplayError, request_id: &str) -> HttpResponse {
    match error {
        ReplayError::Refused(error) => of_operation(error, request_id),
        ReplayError::Busy => unavailable(&error.to_string(), request_id),
        ReplayError::Storage(source) => {
            tracing::error!(id = request_id, error = %source, "cannot read stored evidence");
            unavailable(&error.to_string(), request_id)
        }
        ReplayError::Ended => {
            tracing::error!(id = request_id, "a replay ended without an answer");
            response(INTERNAL, "the service failed", request_id)
        }
    }
}

/// Returns the response for a failed operation, with one `match` over all errors.
#[must_use]
pub fn of_operation(error: &OpError, request_id: &str) -> HttpResponse {
    let detail = error.to_string();
    match error {
        OpError::InvalidArguments(problems) => {
            write(INVALID_ARGUMENT, &detail, Some(problems), None, request_id)
        }
        OpError::ResortNotFound { suggestions, .. } => {
            write(RESORT_NOT_FOUND, &detail, None, Some(suggestions), request_id)
        }
        OpError::NotFound { suggestions, .. } => {
            write(NOT_FOUND, &detail, None, Some(suggestions), request_id)
        }
        OpError::Denied { has: Tier::Anonymous, .. } => unauthorized(&detail, request_id),
        OpError::Scope { .. } => response(FORBIDDEN, &detail, request_id),
        OpError::Full { .. } => response(CONFLICT, &detail, request_id),
        OpError::Unread => unavailable(&detail, request_id),
        OpError::Denied { has: Tier::Reader | Tier::Pro, .. } => response(FORBIDDEN, &detail, request_id),
    }
}

fn write(
    code: Code,
    detail: &str,
    errors: Option<&[ArgumentProblem]>,
    suggestions: Option<&[String]>,
    request_id: &str,
) -> HttpResponse {
    let page = format!("/problems/{}", code.name);
    let problem = Problem {
        r#type: &page,
        title: code.status.canonical_reason().unwrap_or("Error"),
        status: code.status.as_u16(),
        detail,
        code: code.name,
        error: detail,
        errors,
        suggestions,
        request_id,
    };
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    HttpResponse::build(code.status)
        .insert_header((CONTENT_TYPE, HeaderValue::from_static("application/problem+json")))
        .insert_header(("Cache-Control", "no-store"))
        .body(body)
}
