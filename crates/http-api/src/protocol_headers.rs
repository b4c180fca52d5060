//! Headers of the protocol of tools.

use std::borrow::Cow;

use actix_web::http::header::{HeaderMap, HeaderName};
use mcp_protocol::Request;

static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");
static MCP_NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Headers of the protocol, which repeat parts of a message.
#[derive(Debug)]
pub(super) struct ProtocolHeaders<'h>([Option<Cow<'h, [u8]>>; 3]);

impl<'h> ProtocolHeaders<'h> {
    pub(super) fn from_headers(headers: &'h HeaderMap) -> Self {
        Self([&PROTOCOL_VERSION, &MCP_METHOD, &MCP_NAME].map(|name| joined(headers, name)))
    }

    /// Returns the request with its body.
    pub(super) fn with<'a>(&'a self, body: &'a [u8]) -> Request<'a> {
        let [version, method, name] = &self.0;
        let (protocol_version, method) = (version.as_deref(), method.as_deref());
        Request { protocol_version, method, name: name.as_deref(), body }
    }
}

/// Joins a header's values into one, as HTTP reads a repeated header.
fn joined<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<Cow<'h, [u8]>> {
    let mut values = headers.get_all(name);
    let mut joined = Cow::Borrowed(values.next()?.as_bytes());
    for value in values {
        let joined = joined.to_mut();
        joined.extend_from_slice(b", ");
        joined.extend_from_slice(value.as_bytes());
    }
    Some(joined)
}
