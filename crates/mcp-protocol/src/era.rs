//! Determines the revision of a request and whether it is declared correctly. The order of the checks decides which of
//! several faults is reported; clients of either era rely on it to find out what they are talking to.

use serde_json::value::RawValue;

use crate::fault::Fault;
use crate::header::{decoded, trimmed};
use crate::revision::Revision;
use crate::rpc::{Message, is_object, string};

/// The parts of an HTTP request that decide. Header values are as received; values of a repeated header are joined by a
/// comma, as HTTP defines.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// `MCP-Protocol-Version`.
    pub protocol_version: Option<&'a [u8]>,
    /// `Mcp-Method`.
    pub method: Option<&'a [u8]>,
    /// `Mcp-Name`.
    pub name: Option<&'a [u8]>,
    /// Body of the request. The caller limits its size.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    fn version(&self) -> Option<&'a [u8]> {
        self.protocol_version.map(trimmed)
    }

    /// Returns the revision of a body that is an array; `None` if that revision has no batches.
    pub(crate) fn batch_revision(&self) -> Option<Revision> {
        let revision = self.version().map_or(Some(Revision::Unstated), Revision::from_name)?;
        revision.rules().batch.then_some(revision)
    }

    /// Returns the revision of a single message.
    pub(crate) fn revision(&self, message: &Message<'_>) -> Result<Revision, Fault> {
        let says_so = self.version().is_some_and(Revision::is_of_new_era) && message.method != "initialize";
        if says_so || describes_itself(message) {
            return self.self_described(message);
        }
        let Some(header) = self.version() else { return Ok(Revision::Unstated) };
        match Revision::from_name(header) {
            // `initialize` always opens the handshake era, whatever revision it names; the header is about later
            // messages.
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
        let named =
            Revision::from_name(version.as_bytes()).filter(|revision| revision.rules().self_described);
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

    /// Checks that `Mcp-Name` repeats the parameter that names the tool or resource.
    fn check_name(&self, message: &Message<'_>) -> Result<(), Fault> {
        let named: Option<&RawValue> = match message.method.as_ref() {
            "tools/call" | "prompts/get" => message.params.name,
            "resources/read" => message.params.uri,
            _ => return Ok(()),
        };
        let body = named.and_then(string);
        let agree = match (self.name, &body) {
            (Some(header), Some(body)) => decoded(header).is_some_and(|header| *header == *body.as_bytes()),
            // Nothing to compare: the method reports the missing parameter.
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if agree {
            return Ok(());
        }
        Err(Fault::header("Mcp-Name", self.name, body.as_deref().unwrap_or_default()))
    }
}

/// Returns whether the body without headers shows the self-described era.
pub(crate) fn describes_itself(message: &Message<'_>) -> bool {
    message.params.meta.protocol_version.is_some() || message.method == "server/discover"
}

#[cfg(test)]
mod tests;
