//! Who asks: the one place where a request becomes a [`Caller`], which is an argument from there on.
//!
//! A request without a bearer and without a session is nobody's in particular, and no store is asked about it. What stands
//! behind either is for [`Identities`](services::identity::Identities) to say, once and before the request is answered ([`identify`](super::identify)). Programs present
//! bearers, and for them cookies mean nothing: no page of another origin can make a browser act there. Browsers present a
//! session to pages. A bearer that nobody was issued is refused everywhere, rather than answered as nobody's.

use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use services::identity::{Identity, SignedInBrowser, Unidentified};
use world::Caller;

use super::{problem, request_id};

/// What is known of a request before it is answered.
#[derive(Debug, Clone, Default)]
pub struct RequestIdentity {
    /// Who presents its bearer, where it has one.
    pub bearer: Option<Result<Identity, Unidentified>>,
    /// Whose session it has, where one is looked at.
    pub session: Option<Result<Identity, Unidentified>>,
}

/// The caller of a request of a program.
///
/// # Errors
/// [`Unidentified`]: it presents a bearer, and not a good one.
pub fn known(request: &HttpRequest) -> Result<Caller, Unidentified> {
    match request.extensions().get::<RequestIdentity>().and_then(|found| found.bearer.as_ref()) {
        None => Ok(nobody()),
        Some(Ok(identity)) => Ok(identity.caller.clone()),
        Some(Err(unidentified)) => Err(*unidentified),
    }
}

/// The caller of a request of a program or of a browser. A session that has ended is nobody's: its browser sees what
/// everybody sees.
///
/// # Errors
/// As [`known`].
pub fn person(request: &HttpRequest) -> Result<Caller, Unidentified> {
    match signed(request) {
        Ok(Some((caller, _))) => Ok(caller),
        Ok(None) | Err(_) => known(request),
    }
}

/// The browser that is signed in, if it is.
///
/// # Errors
/// [`Unidentified::Unavailable`]: it may be, and that cannot be said now.
pub fn signed(request: &HttpRequest) -> Result<Option<(Caller, SignedInBrowser)>, Unidentified> {
    match request.extensions().get::<RequestIdentity>().and_then(|found| found.session.as_ref()) {
        // Both are said of a session that was looked up and is not valid.
        None | Some(Err(Unidentified::Unknown | Unidentified::TooMany(_))) => Ok(None),
        Some(Ok(identity)) => Ok(identity.signed.clone().map(|signed| (identity.caller.clone(), signed))),
        Some(Err(unidentified)) => Err(*unidentified),
    }
}

/// Returns what a program is told that presents something that is not valid.
#[must_use]
pub fn response(why: Unidentified, request: &HttpRequest) -> HttpResponse {
    let id = request_id::request_id(request);
    match why {
        Unidentified::Unknown => {
            const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer error=\"invalid_token\"");
            let detail = "this token was not issued here, has ended or was revoked; send none, or one of /account/tokens";
            let mut response = problem::response(problem::UNAUTHORIZED, detail, &id);
            response.headers_mut().insert(WWW_AUTHENTICATE, CHALLENGE);
            response
        }
        Unidentified::TooMany(wait) => {
            let seconds = wait.as_secs() + 1;
            let detail = format!("too many unknown tokens lately; try again in {seconds} s");
            problem::limited(&detail, seconds, &id)
        }
        Unidentified::Unavailable => {
            problem::unavailable("the token cannot be looked up at this moment; try again", &id)
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where a request without an account becomes a caller"
)]
const fn nobody() -> Caller {
    Caller::anonymous()
}
