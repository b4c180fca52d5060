//! Which revision a request speaks, and whether it says so correctly. The order of the checks decides which of several
//! faults is told; clients of either era rely on it to find out what they talk to.

use serde_json::value::RawValue;

use crate::fault::Fault;
use crate::header::{decoded, trimmed};
use crate::revision::Revision;
use crate::rpc::{Message, is_object, string};

/// What of an HTTP request decides. The header values are as received; a header that was sent twice is handed over
/// joined by a comma, as HTTP reads it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// `MCP-Protocol-Version`.
    pub protocol_version: Option<&'a [u8]>,
    /// `Mcp-Method`.
    pub method: Option<&'a [u8]>,
    /// `Mcp-Name`.
    pub name: Option<&'a [u8]>,
    /// The body. Its size is bounded by who reads it.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    fn version(&self) -> Option<&'a [u8]> {
        self.protocol_version.map(trimmed)
    }

    /// The revision of a body that is an array; `None` when that has no batches.
    pub(crate) fn batch_revision(&self) -> Option<Revision> {
        let revision = self.version().map_or(Some(Revision::Unstated), Revision::named)?;
        revision.rules().batch.then_some(revision)
    }

    /// The revision of a single message.
    pub(crate) fn revision(&self, message: &Message<'_>) -> Result<Revision, Fault> {
        let says_so = self.version().is_some_and(Revision::is_of_new_era) && message.method != "initialize";
        if says_so || describes_itself(message) {
            return self.self_described(message);
        }
        let Some(header) = self.version() else { return Ok(Revision::Unstated) };
        match Revision::named(header) {
            // Whatever revision `initialize` names, it opens the handshake era; the header speaks of what comes after.
            Some(revision) if revision.rules().handshake || message.method == "initialize" => Ok(revision),
            _ => Err(Fault::version(String::from_utf8_lossy(header))),
        }
    }

    fn self_described(&self, message: &Message<'_>) -> Result<Revision, Fault> {
        let meta = &message.params.meta;
        let Some(version) = meta.protocol_version.and_then(string) else {
            return Err(Fault::meta(
                "Invalid params: _meta needs io.modelcontextprotocol/protocolVersion, a string",
            ));
        };
        if self.version() != Some(version.as_bytes()) {
            return Err(Fault::header("MCP-Protocol-Version", self.version(), &version));
        }
        let named = Revision::named(version.as_bytes()).filter(|revision| revision.rules().self_described);
        let Some(revision) = named else { return Err(Fault::version(version)) };
        if !meta.client_capabilities.is_some_and(is_object) {
            return Err(Fault::meta(
                "Invalid params: _meta needs io.modelcontextprotocol/clientCapabilities, an object",
            ));
        }
        if self.method.map(trimmed) != Some(message.method.as_bytes()) {
            return Err(Fault::header("Mcp-Method", self.method, &message.method));
        }
        self.check_name(message)?;
        Ok(revision)
    }

    /// `Mcp-Name` repeats the parameter that names what is called or read.
    fn check_name(&self, message: &Message<'_>) -> Result<(), Fault> {
        let named: Option<&RawValue> = match message.method.as_ref() {
            "tools/call" | "prompts/get" => message.params.name,
            "resources/read" => message.params.uri,
            _ => return Ok(()),
        };
        let body = named.and_then(string);
        let agree = match (self.name, &body) {
            (Some(header), Some(body)) => decoded(header).is_some_and(|header| *header == *body.as_bytes()),
            // Nothing to compare: the method will say what is missing.
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if agree {
            return Ok(());
        }
        Err(Fault::header("Mcp-Name", self.name, body.as_deref().unwrap_or_default()))
    }
}

/// Whether the body alone shows the self-described era.
pub(crate) fn describes_itself(message: &Message<'_>) -> bool {
    message.params.meta.protocol_version.is_some() || message.method == "server/discover"
}

#[cfg(test)]
mod tests;
