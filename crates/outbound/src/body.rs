//! Reads the beginning of a response body and makes the snippet that the subscription's owner sees.

use conditions_core::text::{ShownText, cut};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};
use tokio::time::{Instant, timeout_at};

/// The beginning of a body.
pub struct Beginning {
    pub bytes: Vec<u8>,
    pub end: End,
}

/// The reason why reading a body ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The body is complete. Only then can the connection be reused.
    Complete,
    /// The limit is reached.
    Limit,
    /// The body broke off or is too slow.
    Broken,
}

/// Reads until the body ends, `most` bytes have arrived, or `until`. If a body breaks off, the part before is retained.
pub async fn read(mut body: Incoming, most: usize, until: Instant) -> Beginning {
    let mut bytes = Vec::new();
    while bytes.len() < most {
        let data = match timeout_at(until, body.frame()).await {
            Ok(Some(Ok(frame))) => frame.into_data(),
            Ok(None) => return Beginning { bytes, end: End::Complete },
            Ok(Some(Err(_))) | Err(_) => return Beginning { bytes, end: End::Broken },
        };
        let Ok(data) = data else { continue };
        let room = most - bytes.len();
        bytes.extend(data.iter().take(room));
        if data.len() > room {
            return Beginning { bytes, end: End::Limit };
        }
    }
    let end = if body.is_end_stream() { End::Complete } else { End::Limit };
    Beginning { bytes, end }
}

/// Returns the beginning of a body as displayable text of at most `most` bytes.
pub fn snippet(bytes: &[u8], most: usize) -> Option<String> {
    let text = ShownText::<false>::new(&String::from_utf8_lossy(bytes));
    Some(cut(&text, most).to_owned()).filter(|text| !text.is_empty())
}
