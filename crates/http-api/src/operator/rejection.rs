//! Maps rejections of the operators service to responses, in one `match`. No text contains a key, or says why one is
//! not valid.

use actix_web::HttpResponse;
use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use operations::OpError;
use operations::error::ArgumentProblem;
use operators::checks::Warning;
use operators::confirmed::ARGUMENT;
use services::operators::Rejection;

use super::RequestError;
use crate::problem;

/// The only answer to an invalid key.
const UNAUTHORIZED: &str = "the key is missing or not valid; send it as `Authorization: Bearer osc_key_…`";

/// Returns the response to a rejection.
pub(super) fn response(refused: RequestError, id: &str) -> HttpResponse {
    match refused {
        RequestError::MediaType => problem::response(
            problem::UNSUPPORTED_MEDIA_TYPE,
            "send application/json or text/csv, without a content coding",
            id,
        ),
        RequestError::TooLarge => problem::response(
            problem::PAYLOAD_TOO_LARGE,
            "the body is larger than the limit of 262144 bytes",
            id,
        ),
        RequestError::Late => {
            problem::response(problem::REQUEST_TIMEOUT, "the body did not arrive within 5 seconds", id)
        }
        RequestError::Unreadable => {
            problem::response(problem::INVALID_ARGUMENT, "the body cannot be read", id)
        }
        RequestError::Service(refusal) => service(refusal, id),
    }
}

/// Maximum number of values named in the text of a rejection.
const MOST_NAMED: usize = 10;

/// Lists the values that look like slips, and explains how to confirm them.
fn unconfirmed(warnings: &[Warning]) -> String {
    let each = warnings.iter().take(MOST_NAMED).filter_map(|warning| {
        let confirm = warning.confirm.as_deref()?;
        let other = warning.other.map(|other| format!(", compared with {other}")).unwrap_or_default();
        Some((format!("{confirm} ({}{other})", warning.code.as_str()), confirm))
    });
    let (named, confirm): (Vec<String>, Vec<&str>) = each.unzip();
    format!(
        "not published, because these values look like slips: {}. Correct them, or send the request again with the query {ARGUMENT}={} \
         if they are correct",
        named.join("; "),
        confirm.join(",")
    )
}

fn service(refusal: Rejection, id: &str) -> HttpResponse {
    match refusal {
        Rejection::Unauthorized => {
            let mut response = problem::response(problem::UNAUTHORIZED, UNAUTHORIZED, id);
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            response
        }
        Rejection::Forbidden(act) => {
            let detail = format!("this key does not permit this: {}", act.description());
            problem::response(problem::FORBIDDEN, &detail, id)
        }
        Rejection::TooMany(wait) => {
            let seconds = wait.as_secs() + 1;
            problem::limited(&format!("too many requests; try again in {seconds} s"), seconds, id)
        }
        Rejection::Starting => problem::unavailable("the service is starting; try again in a second", id),
        Rejection::Problems(problems) => {
            let of = |problem: operators::problem::Problem| ArgumentProblem {
                argument: problem.field,
                message: problem.wrong.to_string(),
            };
            problem::of_operation(&OpError::InvalidArguments(problems.into_iter().map(of).collect()), id)
        }
        Rejection::NoResort => problem::response(problem::NOT_FOUND, "this resort is not served here", id),
        Rejection::NotFound => problem::response(problem::NOT_FOUND, "no report has this id", id),
        Rejection::Conflict(detail) => problem::response(problem::CONFLICT, detail, id),
        Rejection::Unconfirmed(warnings) => problem::response(problem::CONFLICT, &unconfirmed(&warnings), id),
        Rejection::Storage(error) => {
            tracing::error!(id, %error, "cannot store a report");
            problem::unavailable(
                "the report cannot be stored at this moment; send it again with the same Idempotency-Key",
                id,
            )
        }
        Rejection::Broken(error) => {
            tracing::error!(id, error, "a report failed");
            problem::response(problem::INTERNAL, "the service failed", id)
        }
    }
}
