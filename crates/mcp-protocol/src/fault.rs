//! Defines the protocol errors with their HTTP status, JSON-RPC code, message and data.

use std::borrow::Cow;

use crate::revision::{Revision, Rules};
use crate::write::{member, string};

/// The body is not JSON.
pub const PARSE_ERROR: i32 = -32700;
/// The body is JSON but not a message.
pub const INVALID_REQUEST: i32 = -32600;
/// The method is not offered at this revision.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters do not fit the method.
pub const INVALID_PARAMS: i32 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i32 = -32603;
/// A header is missing or contradicts the body.
pub const HEADER_MISMATCH: i32 = -32020;
/// The revision is not supported.
pub const UNSUPPORTED_VERSION: i32 = -32022;

/// Maximum number of characters of the caller's text that a message repeats.
const LONGEST_QUOTE: usize = 120;

/// A protocol error. Invalid arguments of a tool are not a protocol error but a result with `isError`, at every
/// revision, since only results are shown to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) status: u16,
    pub(crate) code: i32,
    pub(crate) message: Cow<'static, str>,
    pub(crate) data: Data,
}

/// The member `data` of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Data {
    None,
    /// Requested revision, next to the supported ones.
    Requested(String),
    /// Requested resource.
    Uri(String),
}

impl Fault {
    fn new(status: u16, code: i32, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), data: Data::None }
    }

    pub(crate) fn not_json() -> Self {
        Self::new(400, PARSE_ERROR, "Parse error: the body is not JSON in UTF-8")
    }

    pub(crate) fn invalid(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(400, INVALID_REQUEST, why)
    }

    /// Returns the error for a `_meta` without what the revision requires.
    pub(crate) fn meta(why: &'static str) -> Self {
        Self::new(400, INVALID_PARAMS, why)
    }

    /// Returns the error for invalid parameters of a method.
    pub(crate) fn params(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(200, INVALID_PARAMS, why)
    }

    pub(crate) fn header(header: &str, value: Option<&[u8]>, body: &str) -> Self {
        let body = quote(body);
        let message = match value {
            None => format!("Header mismatch: the header {header} is missing; the body says '{body}'"),
            Some(value) => {
                let value = quote(&String::from_utf8_lossy(value)).into_owned();
                format!("Header mismatch: {header} header value '{value}' does not match body value '{body}'")
            }
        };
        Self::new(400, HEADER_MISMATCH, message)
    }

    pub(crate) fn version(requested: impl Into<String>) -> Self {
        let data = Data::Requested(requested.into());
        Self { data, ..Self::new(400, UNSUPPORTED_VERSION, "Unsupported protocol version") }
    }

    pub(crate) fn method(rules: &Rules, method: &str) -> Self {
        let message = format!("Method not found: {}", quote(method));
        Self::new(rules.unknown_method_status, METHOD_NOT_FOUND, message)
    }

    pub(crate) fn tool(name: &str) -> Self {
        Self::params(format!("Unknown tool: {}; tools/list names all", quote(name)))
    }

    pub(crate) fn resource(rules: &Rules, uri: &str) -> Self {
        let data = Data::Uri(uri.to_owned());
        Self { data, ..Self::new(200, rules.resource_not_found, "Resource not found") }
    }

    pub(crate) fn internal() -> Self {
        Self::new(200, INTERNAL_ERROR, "Internal error: the server could not answer; try again")
    }

    /// Writes the value of the member `error`.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        write_words(out, self.code, &self.message);
        match &self.data {
            Data::None => {}
            Data::Requested(requested) => {
                out.extend_from_slice(b",\"data\":{\"supported\":");
                supported(out);
                member(out, "requested");
                string(out, requested);
                out.push(b'}');
            }
            Data::Uri(uri) => {
                out.extend_from_slice(b",\"data\":{\"uri\":");
                string(out, uri);
                out.push(b'}');
            }
        }
        out.push(b'}');
    }
}

/// Writes an error without data: the value of the member `error`.
pub(crate) fn write_error(out: &mut Vec<u8>, code: i32, message: &str) {
    write_words(out, code, message);
    out.push(b'}');
}

/// Writes code and message, and leaves the object open.
fn write_words(out: &mut Vec<u8>, code: i32, message: &str) {
    out.extend_from_slice(b"{\"code\":");
    out.extend_from_slice(code.to_string().as_bytes());
    member(out, "message");
    string(out, message);
}

/// Writes the array of supported revisions.
pub(crate) fn supported(out: &mut Vec<u8>) {
    out.push(b'[');
    for (at, revision) in Revision::SUPPORTED.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        string(out, revision.rules().name);
    }
    out.push(b']');
}

/// Returns the beginning of the caller's text: enough to recognise it.
fn quote(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_QUOTE) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests;
