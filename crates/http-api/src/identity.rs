//! Callers: the only place where a request becomes a [`Caller`], which is passed as an argument from there on.
//!
//! A request without a bearer or session is anonymous and causes no query. Otherwise
//! [`Identities`](services::identity::Identities) resolves the credentials once, before the request is answered
//! ([`identify`](super::identify)). Programs use bearers, and cookies have no effect for them, so a page of another
//! origin cannot make a browser act. Browsers use a session, for pages. An unknown bearer is rejected everywhere,
//! rather than treated as anonymous.

use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use services::identity::{Identity, IdentityError, SignedInBrowser};
use world::Caller;

use super::{problem, request_id};

/// The identity of a request, resolved before it is answered.
#[derive(Debug, Clone, Default)]
pub struct RequestIdentity {
    /// Result for its bearer, if it has one.
    pub bearer: Option<Result<Identity, IdentityError>>,
    /// Result for its session, if the route uses one.
    pub session: Option<Result<Identity, IdentityError>>,
}

/// Returns the caller of a program's request.
///
/// # Errors
/// Returns [`IdentityError`] if the bearer is not valid.
pub fn caller(request: &HttpRequest) -> Result<Caller, IdentityError> {
    match request.extensions().get::<RequestIdentity>().and_then(|found| found.bearer.as_ref()) {
        None => Ok(anonymous()),
        Some(Ok(identity)) => Ok(identity.caller.clone()),
        Some(Err(unidentified)) => Err(*unidentified),
    }
}

/// Returns the caller of a program's or a browser's request. An expired session is treated as anonymous.
///
/// # Errors
/// Returns the same errors as [`caller`].
pub fn person(request: &HttpRequest) -> Result<Caller, IdentityError> {
    match signed(request) {
        Ok(Some((caller, _))) => Ok(caller),
        Ok(None) | Err(_) => caller(request),
    }
}

/// Returns the signed-in browser, if there is one.
///
/// # Errors
/// Returns [`IdentityError::Unavailable`] if the session cannot be looked up at the moment.
pub fn signed(request: &HttpRequest) -> Result<Option<(Caller, SignedInBrowser)>, IdentityError> {
    match request.extensions().get::<RequestIdentity>().and_then(|found| found.session.as_ref()) {
        // Both mean that the session was looked up and is not valid.
        None | Some(Err(IdentityError::Unknown | IdentityError::TooMany(_))) => Ok(None),
        Some(Ok(identity)) => Ok(identity.signed.clone().map(|signed| (identity.caller.clone(), signed))),
        Some(Err(unidentified)) => Err(*unidentified),
    }
}

/// Returns the response to a program whose credentials are not valid.
#[must_use]
pub fn response(why: IdentityError, request: &HttpRequest) -> HttpResponse {
    let id = request_id::request_id(request);
    match why {
        IdentityError::Unknown => {
            const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer error=\"invalid_token\"");
            let detail =
                "this token is unknown, expired or revoked; send no token, or create one at /account/tokens";
            let mut response = problem::response(problem::UNAUTHORIZED, detail, &id);
            response.headers_mut().insert(WWW_AUTHENTICATE, CHALLENGE);
            response
        }
        IdentityError::TooMany(wait) => {
            let seconds = wait.as_secs() + 1;
            let detail = format!("too many unknown tokens; try again in {seconds} s");
            problem::limited(&detail, seconds, &id)
        }
        IdentityError::Unavailable => {
            problem::unavailable("the token cannot be looked up at this moment; try again", &id)
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where a request without an account becomes a caller"
)]
const fn anonymous() -> Caller {
    Caller::anonymous()
}
