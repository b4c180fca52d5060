//! How much of an answer's body is read, and what of it is shown to the subscription's owner.

use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};
use webhooks::delivery::attempt::Failure;

/// As much of a body as was read.
pub(super) struct Read {
    /// Its beginning.
    pub(super) bytes: Vec<u8>,
    /// Whether that is all of it. If not, the connection still holds the rest and cannot be used again.
    pub(super) whole: bool,
}

/// Reads until the body ends or `most` bytes have come. The caller keeps the deadline.
pub(super) async fn read(mut body: Incoming, most: usize) -> Result<Read, Failure> {
    let mut bytes = Vec::new();
    while bytes.len() < most {
        let Some(frame) = body.frame().await else { return Ok(Read { bytes, whole: true }) };
        let Ok(data) = frame.map_err(|_| Failure::Protocol)?.into_data() else { continue };
        let room = most - bytes.len();
        bytes.extend(data.iter().take(room));
        if data.len() > room {
            return Ok(Read { bytes, whole: false });
        }
    }
    Ok(Read { bytes, whole: body.is_end_stream() })
}

/// The beginning of a body as text of at most `most` bytes: what is no UTF-8 or a control character is replaced.
pub(super) fn snippet(bytes: &[u8], most: usize) -> Option<String> {
    let mut text = String::new();
    for character in String::from_utf8_lossy(bytes).chars() {
        let shown = match character {
            '\n' | '\t' => character,
            hidden if hidden.is_control() => char::REPLACEMENT_CHARACTER,
            plain => plain,
        };
        if text.len() + shown.len_utf8() > most {
            break;
        }
        text.push(shown);
    }
    (!text.is_empty()).then_some(text)
}
