//! What happens around every request: an id, counters, one structured event, and the constant headers.

use std::cell::Cell;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, web};
use uuid::Uuid;

use super::{Shared, presented};
use crate::clock;

/// Header of the request id, taken from the client when it is sane and echoed.
pub static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What the headers that let pages of other origins read an answer begin with.
const CORS: &str = "access-control-";

/// Data of a route whose answers are not for pages of other origins.
#[derive(Debug, Clone, Copy)]
pub struct Private;

/// Visible ASCII: letters, digits and hyphens.
#[derive(Clone)]
struct RequestId(HeaderValue);

impl RequestId {
    /// The client's when it is sane, else a new one.
    fn of(request: &ServiceRequest) -> Self {
        let sane = |id: &&HeaderValue| {
            (8..=64).contains(&id.len())
                && id.as_bytes().iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
        };
        Self(request.headers().get(&REQUEST_ID).filter(sane).cloned().unwrap_or_else(fresh_id))
    }

    fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// 32 hexadecimal digits that no other request has: random ones of this worker, then a number that it counts up.
fn fresh_id() -> HeaderValue {
    thread_local! {
        static NEXT: Cell<(u64, u64)> = Cell::new(Uuid::new_v4().as_u64_pair());
    }
    let (worker, number) = NEXT.get();
    NEXT.set((worker, number.wrapping_add(1)));
    let mut text = Uuid::encode_buffer();
    let text = Uuid::from_u64_pair(worker, number).as_simple().encode_lower(&mut text);
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// The id of a request that went through [`observe`].
#[must_use]
pub fn request_id(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map_or_else(String::new, |id| id.as_str().to_owned())
}

/// The middleware.
///
/// # Errors
/// Those of the handler.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let begun = clock::monotonic();
    presented::keep_apart(&mut request);
    let id = RequestId::of(&request);
    request.extensions_mut().insert(id.clone());
    let shared = request.app_data::<web::Data<Shared>>().cloned();

    let mut response = next.call(request).await?;

    let Some(shared) = shared else { return Ok(response) };
    let elapsed = begun.elapsed();
    let status = response.status().as_u16();
    let request = response.request();
    // A route that exists is named by its pattern, so that slugs do not become labels; most have it for a name.
    let pattern = if request.match_name().is_some() { None } else { request.match_pattern() };
    let route = request.match_name().or(pattern.as_deref()).unwrap_or("unknown");
    shared.metrics.request(route, status, elapsed);
    tracing::info!(
        target: "access",
        id = id.as_str(),
        method = request.method().as_str(),
        path = request.path(),
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
