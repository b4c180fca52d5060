//! The answer as HTTP wants it.

use crate::fault::{Fault, write_error};
use crate::rpc::Id;
use crate::write::member;

/// Status and body. A body is JSON; without one there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// JSON in UTF-8.
    pub body: Option<Vec<u8>>,
}

impl Response {
    /// An error about a request whose body was not read, such as a foreign origin or a body that is too large.
    #[must_use]
    pub fn refusal(status: u16, code: i32, message: &str) -> Self {
        let mut body = Vec::new();
        framed(&mut body, None, |out| write_error(out, code, message));
        Self { status, body: Some(body) }
    }

    /// The body as the one event of a `text/event-stream`, for clients that accept nothing else.
    #[must_use]
    pub fn event(&self) -> Option<Vec<u8>> {
        let body = self.body.as_ref()?;
        let mut out = Vec::with_capacity(body.len() + 32);
        out.extend_from_slice(b"event: message\n");
        // A break between two lines of JSON comes back as white space; within a string there is none.
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

/// Appends a message with the member `error` as `write` has it. The identifier, as it was written, is left out when it is
/// not known: the protocol has no null there.
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
