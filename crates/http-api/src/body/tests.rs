use std::pin::Pin;

use actix_web::FromRequest as _;
use actix_web::dev;
use actix_web::error::PayloadError;
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use futures_util::stream::{self, Stream, StreamExt as _};

use super::*;

type Chunk = Result<Bytes, PayloadError>;

const SHORT: Bounds = Bounds { most: 8, patience: Duration::from_millis(50) };

/// Reads the chunks as a body.
async fn reads(chunks: impl Stream<Item = Chunk> + 'static) -> Result<Vec<u8>, BodyError> {
    let request = TestRequest::default().to_http_request();
    let stream: Pin<Box<dyn Stream<Item = Chunk>>> = Box::pin(chunks);
    let payload = web::Payload::from_request(&request, &mut dev::Payload::from(stream)).await.unwrap();
    read(request.headers(), payload, SHORT).await
}

fn chunks(parts: &[&'static str]) -> impl Stream<Item = Chunk> + use<> {
    let parts: Vec<Chunk> = parts.iter().map(|part| Ok(Bytes::from_static(part.as_bytes()))).collect();
    stream::iter(parts)
}

/// Returns a chunk that is not ready at the first poll.
async fn later(turns: usize) -> Chunk {
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
    Ok(Bytes::from_static(b"late"))
}

#[actix_rt::test]
async fn body_is_read_in_any_chunks() {
    assert_eq!(reads(chunks(&["a", "", "bc"])).await, Ok(b"abc".to_vec()));
    for turns in [1, 2, 3, 9] {
        let body = chunks(&["so "]).chain(stream::once(later(turns)));
        assert_eq!(reads(body).await, Ok(b"so late".to_vec()), "{turns}");
    }
    assert_eq!(reads(chunks(&["12345", "6789"])).await, Err(BodyError::TooLarge));
    let broken = chunks(&["a"]).chain(stream::once(async { Err(PayloadError::Incomplete(None)) }));
    assert_eq!(reads(broken).await, Err(BodyError::Unreadable));
}

#[actix_rt::test]
async fn unsent_body_times_out() {
    assert_eq!(reads(stream::pending()).await, Err(BodyError::Late));
    assert_eq!(reads(chunks(&["a"]).chain(stream::pending())).await, Err(BodyError::Late));
}
