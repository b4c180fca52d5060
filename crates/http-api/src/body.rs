//! Reading of request bodies with a limit on size and time, so that neither a large nor a slow sender ties up a worker.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use actix_web::web;
use futures_util::StreamExt as _;

use super::lists;
use super::respond::JSON;

/// Limits of a body.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Maximum size, in bytes.
    pub most: usize,
    /// Maximum time for the body to arrive.
    pub patience: Duration,
}

/// Reason why a body was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyError {
    /// The body is too large.
    TooLarge,
    /// The body did not arrive in time.
    Late,
    /// The connection broke.
    Unreadable,
}

/// Returns whether the body is declared as JSON.
#[must_use]
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(JSON)
}

/// Returns whether the body is compressed. No route reads such a body.
#[must_use]
pub fn is_coded(headers: &HeaderMap) -> bool {
    lists::members(headers, &CONTENT_ENCODING).any(|coding| !coding.eq_ignore_ascii_case("identity"))
}

/// Reads a body within its limits.
///
/// # Errors
/// Returns a [`BodyError`] if the body is too large, too late or unreadable.
pub async fn read(
    headers: &HeaderMap,
    mut payload: web::Payload,
    bounds: Bounds,
) -> Result<Vec<u8>, BodyError> {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > bounds.most) {
        return Err(BodyError::TooLarge);
    }
    let mut collecting = pin!(async {
        let mut body = Vec::with_capacity(length.unwrap_or(1024));
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| BodyError::Unreadable)?;
            if body.len() + chunk.len() > bounds.most {
                return Err(BodyError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    });
    // A body that came with its head is available at the second poll, so no timer has to be set for it.
    let mut looked = false;
    let prompt = poll_fn(|context| match collecting.as_mut().poll(context) {
        Poll::Ready(body) => Poll::Ready(Some(body)),
        Poll::Pending if looked => Poll::Ready(None),
        Poll::Pending => {
            looked = true;
            context.waker().wake_by_ref();
            Poll::Pending
        }
    });
    match prompt.await {
        Some(body) => body,
        None => tokio::time::timeout(bounds.patience, collecting).await.unwrap_or(Err(BodyError::Late)),
    }
}

#[cfg(test)]
mod tests;
