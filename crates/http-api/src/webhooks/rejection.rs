//! Maps rejections of the webhook service to responses, in one `match`. Texts that could reveal something to a stranger
//! are constant.

use std::fmt::Display;

use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use actix_web::{HttpRequest, HttpResponse};
use deliveries::error::WebhookError;
use operations::OpError;
use operations::error::ArgumentProblem;
use webhooks::callback::CallbackError;
use webhooks::subscriptions::Rejection as Rules;

use crate::observe;
use crate::problem::{self, Code};

/// Reason why a request is rejected.
#[derive(Debug)]
pub(super) enum RequestError {
    /// This deployment has no webhooks.
    Off,
    /// `Accept` excludes JSON.
    NotAcceptable,
    /// The declared media type of the body is not JSON.
    MediaType,
    /// The body is too large.
    TooLarge,
    /// The body did not arrive in time.
    Late,
    /// The body cannot be read.
    Unreadable,
    /// The service rejects it.
    Service(WebhookError),
}

impl From<WebhookError> for RequestError {
    fn from(refusal: WebhookError) -> Self {
        Self::Service(refusal)
    }
}

impl From<OpError> for RequestError {
    fn from(error: OpError) -> Self {
        Self::Service(WebhookError::Resort(error))
    }
}

/// The only answer to a secret that does not match, and to an unknown id.
const UNAUTHORIZED: &str = "the id is unknown or the secret does not match; send the secret as \
                            `Authorization: Bearer whsec_…`";

/// The only answer to a name that resolves to an internal address, and to one that does not resolve.
const NOT_PUBLIC: &str = "`url` must have a host name that resolves only to public addresses";

impl RequestError {
    /// Returns the rejection for a failure that should be impossible.
    pub(super) fn broken(error: &impl Display) -> Self {
        Self::Service(WebhookError::Broken(error.to_string()))
    }

    /// Returns the response to a rejection.
    pub(super) fn response(self, request: &HttpRequest) -> HttpResponse {
        let id = observe::request_id(request);
        let plain = |code: Code, detail: &str| problem::response(code, detail, &id);
        match self {
            Self::Off => plain(problem::NOT_FOUND, "this deployment has no webhooks"),
            Self::NotAcceptable => {
                plain(problem::NOT_ACCEPTABLE, "the answer is application/json; accept it")
            }
            Self::MediaType => plain(
                problem::UNSUPPORTED_MEDIA_TYPE,
                "send the body as application/json, without a content coding",
            ),
            Self::TooLarge => {
                plain(problem::PAYLOAD_TOO_LARGE, "the body is larger than the limit of 4096 bytes")
            }
            Self::Late => plain(problem::REQUEST_TIMEOUT, "the body did not arrive within 4 seconds"),
            Self::Unreadable => plain(problem::INVALID_ARGUMENT, "the body cannot be read"),
            Self::Service(refusal) => service(refusal, &id),
        }
    }
}

fn service(refusal: WebhookError, id: &str) -> HttpResponse {
    match refusal {
        WebhookError::Rules(refusal) => rules(refusal, id),
        WebhookError::Resort(error) => problem::of_operation(&error, id),
        WebhookError::Starting => problem::unavailable("the service is starting; try again in a second", id),
        WebhookError::Busy => problem::unavailable("the service is busy; try again in a second", id),
        WebhookError::Broken(error) => {
            tracing::error!(id, error, "webhook request failed");
            problem::unavailable("the service cannot do this at the moment; try again", id)
        }
    }
}

fn rules(refusal: Rules, id: &str) -> HttpResponse {
    match refusal {
        Rules::Arguments(problems) => {
            let problems = problems
                .into_iter()
                .map(|problem| ArgumentProblem { argument: problem.argument, message: problem.message });
            problem::of_operation(&OpError::InvalidArguments(problems.collect()), id)
        }
        Rules::Callback(error) => callback(error, id),
        Rules::NotPublic => problem::of_argument(problem::CALLBACK_URL_NOT_PUBLIC, "url", NOT_PUBLIC, id),
        Rules::Unauthorized => {
            let mut response = problem::response(problem::UNAUTHORIZED, UNAUTHORIZED, id);
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            response
        }
        Rules::TooMany { what, wait_ms } => {
            // Rounded up, so that a client that waits this long is admitted.
            let seconds = wait_ms.div_ceil(1_000).max(1);
            problem::limited(&format!("too many {what}; try again in {seconds} s"), seconds, id)
        }
        Rules::Full { wait_ms } => {
            let detail = "this service has reached its maximum number of subscriptions; try again later";
            problem::unavailable_for(detail, wait_ms.div_ceil(1_000).max(1), id)
        }
        Rules::Conflict(detail) => problem::response(problem::CONFLICT, detail, id),
        Rules::NoDelivery => {
            problem::response(problem::NOT_FOUND, "no delivery of this subscription has this id", id)
        }
    }
}

fn callback(error: CallbackError, id: &str) -> HttpResponse {
    let code = match error.code() {
        "invalid_argument" => problem::INVALID_ARGUMENT,
        _ => problem::CALLBACK_URL_NOT_PUBLIC,
    };
    problem::of_argument(code, "url", &error.to_string(), id)
}
