//! What a request presents as its bearer or its session, kept apart from its head: heads are kept for requests to come, and
//! their values are slices of the buffer that the request was read into. A secret would stay in memory with them.

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use services::identity::{HOST_SESSION, PLAIN_SESSION};
use zeroize::Zeroizing;

const SCHEME: &str = "bearer ";
/// Gone with its request.
#[derive(Default)]
struct PresentedCredentials {
    /// `Authorization` as it came, each of its values.
    authorization: Vec<HeaderValue>,
    /// Cookies of either name, with their values.
    sessions: Vec<(&'static str, Zeroizing<String>)>,
}

/// Takes `Authorization` and the session out of a request's head, and the head out of the buffer that held them.
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
        // Bytes that were a value are one again.
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
    /// Keeps the sessions of a `Cookie` header; what is left of it, where there is something.
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

/// Whether a request presents anything.
#[must_use]
pub fn any(request: &HttpRequest) -> bool {
    request.extensions().contains::<PresentedCredentials>()
}

/// The bearer's text; none when there is no such header, or two.
#[must_use]
pub fn bearer(request: &HttpRequest) -> Option<Zeroizing<String>> {
    let extensions = request.extensions();
    let [value] = extensions.get::<PresentedCredentials>()?.authorization.as_slice() else { return None };
    let text = value.to_str().ok().filter(|_| is_bearer(value))?.get(SCHEME.len()..)?;
    Some(Zeroizing::new(text.trim().to_owned()))
}

/// Whether any of its values is a bearer's.
#[must_use]
pub fn has_bearer(request: &HttpRequest) -> bool {
    let extensions = request.extensions();
    extensions
        .get::<PresentedCredentials>()
        .is_some_and(|presented| presented.authorization.iter().any(is_bearer))
}

/// The session of a cookie of this name; none when there is no such cookie, or two that differ.
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
