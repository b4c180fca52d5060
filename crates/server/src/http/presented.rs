//! What a request presents as its bearer, kept apart from its head: heads are kept for requests to come, and their values
//! are slices of the buffer that the request was read into. A secret would stay in memory with them.

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use zeroize::Zeroizing;

const SCHEME: &str = "bearer ";

/// `Authorization` as it came, each of its values. Gone with its request.
struct Presented(Vec<HeaderValue>);

/// Takes `Authorization` out of a request's head, and the head out of the buffer that held both.
pub fn keep_apart(request: &mut ServiceRequest) {
    if !request.headers().contains_key(AUTHORIZATION) {
        return;
    }
    let (mut own, mut presented) = (HeaderMap::with_capacity(request.headers().len()), Vec::new());
    for (name, value) in request.headers() {
        // Bytes that were a value are one again.
        let Ok(value) = HeaderValue::from_bytes(value.as_bytes()) else { continue };
        if name == AUTHORIZATION {
            presented.push(value);
        } else {
            own.append(name.clone(), value);
        }
    }
    *request.headers_mut() = own;
    request.extensions_mut().insert(Presented(presented));
}

/// The bearer's text; none when there is no such header, or two.
#[must_use]
pub fn bearer(request: &HttpRequest) -> Option<Zeroizing<String>> {
    let extensions = request.extensions();
    let [value] = extensions.get::<Presented>()?.0.as_slice() else { return None };
    let text = value.to_str().ok().filter(|_| is_bearer(value))?.get(SCHEME.len()..)?;
    Some(Zeroizing::new(text.trim().to_owned()))
}

/// Whether any of its values is a bearer's.
#[must_use]
pub fn has_bearer(request: &HttpRequest) -> bool {
    let extensions = request.extensions();
    extensions.get::<Presented>().is_some_and(|presented| presented.0.iter().any(is_bearer))
}

fn is_bearer(value: &HeaderValue) -> bool {
    let scheme = value.as_bytes().get(..SCHEME.len());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME.as_bytes()))
}
