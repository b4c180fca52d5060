//! What happens around every request: an id, counters, one structured event, and the constant headers.

use std::cell::Cell;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::http::header::{HeaderName, HeaderValue, TRANSFER_ENCODING};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, web};
use uuid::Uuid;

use super::edge::connection::{Connection, Running};
use super::edge::slices::Slices;
use super::{Shared, presented};
use crate::clock;

/// Header of the request id, taken from the client when it is sane and echoed.
pub static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Header that says which trace a request is part of (W3C Trace Context).
static TRACE_PARENT: HeaderName = HeaderName::from_static("traceparent");

/// What the headers that let pages of other origins read an answer begin with.
const CORS: &str = "access-control-";

/// Bytes of a path or a method that are logged.
const LONGEST_QUOTED: usize = 256;

/// Data of a route whose answers are not for pages of other origins.
#[derive(Debug, Clone, Copy)]
pub struct Private;

/// Visible ASCII: letters, digits and hyphens.
#[derive(Clone)]
struct RequestId(HeaderValue);

impl RequestId {
    /// The client's when it is sane, else that of the trace which the request is part of, else a new one.
    fn of(request: &ServiceRequest) -> Self {
        let sane = |id: &&HeaderValue| {
            (8..=64).contains(&id.len())
                && id.as_bytes().iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
        };
        let headers = request.headers();
        let own = headers.get(&REQUEST_ID).filter(sane).cloned();
        Self(own.or_else(|| trace_id(headers.get(&TRACE_PARENT)?)).unwrap_or_else(fresh_id))
    }

    fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// The trace's id in a `traceparent`, as `version-trace-parent-flags`; none where that is not well formed.
fn trace_id(parent: &HeaderValue) -> Option<HeaderValue> {
    let parts: Vec<&str> = parent.to_str().ok()?.split('-').collect();
    let [version, trace, span, flags, ..] = parts.as_slice() else { return None };
    let is_hex = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let is_formed = is_hex(version, 2) && is_hex(trace, 32) && is_hex(span, 16) && is_hex(flags, 2);
    let is_known = *version != "ff" && (*version != "00" || parts.len() == 4);
    let is_some = trace.bytes().any(|b| b != b'0') && span.bytes().any(|b| b != b'0');
    if is_formed && is_known && is_some { HeaderValue::from_str(trace).ok() } else { None }
}

/// 32 hexadecimal digits: a count of this worker's, hashed under a key that nobody knows, so that nobody can tell from one
/// of them what others there are, or how many. Asking the system for chance each time would cost a call of it.
fn fresh_id() -> HeaderValue {
    thread_local! {
        static NEXT: (RandomState, Cell<u64>) = (RandomState::new(), Cell::new(0));
    }
    let id = NEXT.with(|(key, next)| {
        let number = next.get();
        next.set(number.wrapping_add(1));
        Uuid::from_u64_pair(key.hash_one((number, false)), key.hash_one((number, true)))
    });
    let mut text = Uuid::encode_buffer();
    let text = id.as_simple().encode_lower(&mut text);
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// The id of a request that went through [`observe`].
#[must_use]
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map_or_else(String::new, |id| id.as_str().to_owned())
}

/// Lets a connection end with this answer: nobody reads the rest of a body that was refused, and it has no length by which
/// its end would be known.
fn part(response: &mut ServiceResponse<Slices>, running: Option<&Running>) {
    response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    if let Some(running) = running {
        running.connection().end();
    }
}

/// What a line of the log quotes of a sender's words.
fn beginning(text: &str) -> &str {
    let mut end = LONGEST_QUOTED.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

/// The middleware.
///
/// # Errors
/// Those of the handler.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<Slices>, Error> {
    let begun = clock::monotonic();
    presented::keep_apart(&mut request);
    let id = RequestId::of(&request);
    request.extensions_mut().insert(id.clone());
    let shared = request.app_data::<web::Data<Shared>>().cloned();
    let connection = request.conn_data::<Arc<Connection>>().cloned();
    let running = connection.as_ref().map(Connection::begin);

    let mut response = next.call(request).await?.map_body(|_, body| Slices::of(body, connection));

    if !response.status().is_success() && response.request().headers().contains_key(TRANSFER_ENCODING) {
        part(&mut response, running.as_ref());
    }

    let Some(shared) = shared else { return Ok(response) };
    let elapsed = begun.elapsed();
    let status = response.status().as_u16();
    let request = response.request();
    // A route that exists is named by its pattern, so that slugs do not become labels; most have it for a name.
    let pattern = if request.match_name().is_some() { None } else { request.match_pattern() };
    let route = request.match_name().or(pattern.as_deref()).unwrap_or("unknown");
    shared.metrics.request(route, status, elapsed);
    let clients = &shared.admission.clients;
    clients.watch(request);
    tracing::info!(
        target: "access",
        id = id.as_str(),
        client = clients.logged(request).map(tracing::field::display),
        method = beginning(request.method().as_str()),
        path = beginning(request.path()),
        route,
        status,
        micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
    );
    let is_private = request.app_data::<Private>().is_some();
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID.clone(), id.0);
    let is_shown = |name: &HeaderName| !is_private || !name.as_str().starts_with(CORS);
    for (name, value) in shared.constant.headers.iter().filter(|(name, _)| is_shown(name)) {
        headers.insert(name.clone(), value.clone());
    }
    Ok(response)
}

#[cfg(test)]
mod tests;
