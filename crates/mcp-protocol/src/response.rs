//! The HTTP response of an exchange.

use crate::fault::{Fault, write_error};
use crate::rpc::Id;
use crate::write::member;

/// Status and body. A body is JSON; a response without content has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// JSON in UTF-8.
    pub body: Option<Vec<u8>>,
}

impl Response {
    /// Returns an error about a request with a body that was not read, such as a foreign origin or a body that is too
    /// large.
    #[must_use]
    pub fn refusal(status: u16, code: i32, message: &str) -> Self {
        let mut body = Vec::new();
        framed(&mut body, None, |out| write_error(out, code, message));
        Self { status, body: Some(body) }
    }

    /// Returns the body as the only event of a `text/event-stream`, for clients that accept nothing else.
    #[must_use]
    pub fn event(&self) -> Option<Vec<u8>> {
        let body = self.body.as_ref()?;
        let mut out = Vec::with_capacity(body.len() + 32);
        out.extend_from_slice(b"event: message\n");
        // A line break between two tokens of JSON becomes white space; strings contain none.
        for line in body.split(|byte| matches!(byte, b'\n' | b'\r')) {
            out.extend_from_slice(b"data: ");
            out.extend_from_slice(line);
            out.push(b'\n');
        }
        out.push(b'\n');
        Some(out)
    }
}

/// Appends an error.
pub(crate) fn error(out: &mut Vec<u8>, id: Option<Id<'_>>, fault: &Fault) {
    framed(out, id.map(|id| id.0), |out| fault.write(out));
}

/// Appends a message with the member `error`, written by `write`. An unknown identifier is omitted, because the
/// protocol does not allow null there.
pub(crate) fn framed(out: &mut Vec<u8>, id: Option<&str>, write: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\"");
    if let Some(id) = id {
        member(out, "id");
        out.extend_from_slice(id.as_bytes());
    }
    member(out, "error");
    write(out);
    out.push(b'}');
}
