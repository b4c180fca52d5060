//! Storage of a request's bearer and session outside its head. Heads are reused for later requests, and their values
//! are slices of the read buffer, so a secret would stay in memory with them.

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use services::identity::{HOST_SESSION, PLAIN_SESSION};
use zeroize::Zeroizing;

const SCHEME: &str = "bearer ";
/// Credentials of a request, dropped with it.
#[derive(Default)]
struct PresentedCredentials {
    /// Values of the `Authorization` header as received.
    authorization: Vec<HeaderValue>,
    /// Cookies of either name, with their values.
    sessions: Vec<(&'static str, Zeroizing<String>)>,
}

/// Moves `Authorization` and the session out of a request's head, and copies the head out of the buffer that contained
/// them.
pub fn keep_apart(request: &mut ServiceRequest) {
    let headers = request.headers();
    let holds_session =
        |value: &HeaderValue| memchr::memmem::find(value.as_bytes(), PLAIN_SESSION.as_bytes());
    if !headers.contains_key(AUTHORIZATION)
        && headers.get_all(COOKIE).all(|value| holds_session(value).is_none())
    {
        return;
    }
    let (mut own, mut presented) = (HeaderMap::with_capacity(headers.len()), PresentedCredentials::default());
    for (name, value) in headers {
        // Bytes that were a header value are valid as one again.
        let Ok(value) = HeaderValue::from_bytes(value.as_bytes()) else { continue };
        if name == AUTHORIZATION {
            presented.authorization.push(value);
        } else if name == COOKIE && holds_session(&value).is_some() {
            if let Some(others) = presented.take_sessions(&value) {
                own.append(name.clone(), others);
            }
        } else {
            own.append(name.clone(), value);
        }
    }
    *request.headers_mut() = own;
    request.extensions_mut().insert(presented);
}

impl PresentedCredentials {
    /// Moves the sessions out of a `Cookie` header; returns the rest of the header unless it is empty.
    fn take_sessions(&mut self, value: &HeaderValue) -> Option<HeaderValue> {
        let mut others = Vec::new();
        for pair in value.to_str().ok()?.split(';').map(str::trim) {
            let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
            match [HOST_SESSION, PLAIN_SESSION].into_iter().find(|known| *known == name) {
                Some(known) => self.sessions.push((known, Zeroizing::new(text.to_owned()))),
                None => others.push(pair),
            }
        }
        HeaderValue::from_str(&others.join("; ")).ok().filter(|others| !others.is_empty())
    }
}

/// Returns whether a request has any credentials.
#[must_use]
pub fn any(request: &HttpRequest) -> bool {
    request.extensions().contains::<PresentedCredentials>()
}

/// Returns the bearer's text; `None` if the header is missing or repeated.
#[must_use]
pub fn bearer(request: &HttpRequest) -> Option<Zeroizing<String>> {
    let extensions = request.extensions();
    let [value] = extensions.get::<PresentedCredentials>()?.authorization.as_slice() else { return None };
    let text = value.to_str().ok().filter(|_| is_bearer(value))?.get(SCHEME.len()..)?;
    Some(Zeroizing::new(text.trim().to_owned()))
}

/// Returns whether any of the values is a bearer.
#[must_use]
pub fn has_bearer(request: &HttpRequest) -> bool {
    let extensions = request.extensions();
    extensions
        .get::<PresentedCredentials>()
        .is_some_and(|presented| presented.authorization.iter().any(is_bearer))
}

/// Returns the session of a cookie of this name; `None` if the cookie is missing, or if two differ.
#[must_use]
pub fn session(request: &HttpRequest, name: &str) -> Option<Zeroizing<String>> {
    let extensions = request.extensions();
    let mut named =
        extensions.get::<PresentedCredentials>()?.sessions.iter().filter(|(known, _)| *known == name);
    let (_, first) = named.next()?;
    named.all(|(_, other)| other == first).then(|| first.clone())
}

fn is_bearer(value: &HeaderValue) -> bool {
    let scheme = value.as_bytes().get(..SCHEME.len());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME.as_bytes()))
}
