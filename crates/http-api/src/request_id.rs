//! The id of a request, which links its answer, its log line and a client's report.

use std::cell::Cell;
use std::hash::{BuildHasher as _, RandomState};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use runtime::spans::{CAN_RECORD, Side, Span};
use uuid::Uuid;

/// Header of the request id, taken from the client if it is well formed, and echoed.
pub static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Header with the trace that a request belongs to (W3C Trace Context).
static TRACE_PARENT: HeaderName = HeaderName::from_static("traceparent");

/// A request id in visible ASCII: letters, digits and hyphens. Set by the middleware as part of the request's data.
#[derive(Clone)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    /// Returns the client's id if it is well formed, else the id of the request's trace, else a new one.
    pub(super) fn from_headers(headers: &HeaderMap) -> Self {
        let sane = |id: &&HeaderValue| {
            (8..=64).contains(&id.len())
                && id.as_bytes().iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
        };
        let own = headers.get(&REQUEST_ID).filter(sane).cloned();
        Self(own.or_else(|| trace_id(headers.get(&TRACE_PARENT)?)).unwrap_or_else(fresh_id))
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    pub(super) fn into_header(self) -> HeaderValue {
        self.0
    }
}

/// The id of the trace that a request's spans belong to, for the log. Part of the request's data.
#[derive(Clone)]
struct TraceId(String);

/// Begins the span of a request, in the trace of its `traceparent` if there is one. The access log names the trace.
pub(super) fn span(request: &HttpRequest, name: &'static str) -> Span {
    let parent = if CAN_RECORD { request.headers().get(&TRACE_PARENT) } else { None };
    let span = Span::begin(Side::Server, name, parent.and_then(|parent| parent.to_str().ok()));
    if let Some(id) = span.trace_id() {
        request.extensions_mut().insert(TraceId(id));
    }
    span
}

/// Returns the trace id of a request with a span.
pub(super) fn traced(request: &HttpRequest) -> Option<String> {
    if CAN_RECORD { request.extensions().get::<TraceId>().map(|id| id.0.clone()) } else { None }
}

/// Returns the trace id of a `traceparent`, `version-trace-parent-flags`; `None` if it is malformed.
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

/// Returns 32 hexadecimal digits: a per-worker counter, hashed with a secret key so that ids and their number are
/// unguessable. Random bytes from the system would cost a system call per request.
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

/// Returns the id of a request that went through [`observe`](super::observe::observe).
#[must_use]
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map_or_else(String::new, |id| id.as_str().to_owned())
}

#[cfg(test)]
mod tests;
