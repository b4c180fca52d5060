//! From what the desk refuses to what the wire says: the one `match`. Texts that would tell a stranger something are
//! constant.

use std::fmt::Display;

use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use actix_web::{HttpRequest, HttpResponse};
use operations::OpError;
use webhooks::callback::CallbackError;

use crate::http::observe;
use crate::http::problem::{self, Code};
use crate::webhooks::refusal::Refusal;

/// Why a request is not answered as it would like.
#[derive(Debug)]
pub(super) enum Refused {
    /// This deployment has no webhooks.
    Off,
    /// There is nothing to answer from yet.
    Starting,
    /// `Accept` excludes JSON.
    NotAcceptable,
    /// The body is said to be something else.
    MediaType,
    /// The body is too large.
    TooLarge,
    /// The body did not arrive in time.
    Late,
    /// The body cannot be read.
    Unreadable,
    /// What the desk said.
    Desk(Refusal),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Desk(refusal)
    }
}

impl From<OpError> for Refused {
    fn from(error: OpError) -> Self {
        Self::Desk(Refusal::Wrong(error))
    }
}

/// The one answer to a secret that does not match, to an id that is unknown, and to neither.
const UNAUTHORIZED: &str = "no subscription of this id has the secret that was presented; send it as \
                            `Authorization: Bearer whsec_…`";

/// The one answer to a name that leads to an inner address, and to one that leads nowhere.
const NOT_PUBLIC: &str = "`url` must have a host name that leads to public addresses only";

impl Refused {
    /// Something that cannot happen happened.
    pub(super) fn broken(error: &impl Display) -> Self {
        Self::Desk(Refusal::Broken(error.to_string()))
    }

    /// The response.
    pub(super) fn response(self, request: &HttpRequest) -> HttpResponse {
        let id = observe::request_id(request);
        let plain = |code: Code, detail: &str| problem::response(code, detail, &id);
        match self {
            Self::Off => plain(problem::NOT_FOUND, "this deployment has no webhooks"),
            Self::Starting => problem::unavailable("the service is starting; try again in a second", &id),
            Self::NotAcceptable => {
                plain(problem::NOT_ACCEPTABLE, "the answer is application/json; accept it")
            }
            Self::MediaType => plain(
                problem::UNSUPPORTED_MEDIA_TYPE,
                "send the body as application/json, without a content coding",
            ),
            Self::TooLarge => {
                plain(problem::PAYLOAD_TOO_LARGE, "the body is larger than 4096 bytes, the most that is read")
            }
            Self::Late => plain(problem::REQUEST_TIMEOUT, "the body did not arrive within 4 seconds"),
            Self::Unreadable => plain(problem::INVALID_ARGUMENT, "the body cannot be read"),
            Self::Desk(refusal) => desk(refusal, &id),
        }
    }
}

fn desk(refusal: Refusal, id: &str) -> HttpResponse {
    match refusal {
        Refusal::Wrong(error) => problem::of_operation(&error, id),
        Refusal::Callback(error) => callback(error, id),
        Refusal::NotPublic => problem::of_argument(problem::CALLBACK_URL_NOT_PUBLIC, "url", NOT_PUBLIC, id),
        Refusal::Unauthorized => {
            let mut response = problem::response(problem::UNAUTHORIZED, UNAUTHORIZED, id);
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            response
        }
        Refusal::TooMany(what, wait) => {
            // Rounded up: whoever waits as long is let in.
            let seconds = u64::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX).max(1);
            problem::limited(&format!("too many {what} lately; try again in {seconds} s"), seconds, id)
        }
        Refusal::Conflict(detail) => problem::response(problem::CONFLICT, detail, id),
        Refusal::NoDelivery => {
            problem::response(problem::NOT_FOUND, "this subscription has no such delivery", id)
        }
        Refusal::Busy => problem::unavailable("the service is busy; try again in a second", id),
        Refusal::Broken(error) => {
            tracing::error!(id, error, "webhook request failed");
            problem::unavailable("the service cannot do this at the moment; try again", id)
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
