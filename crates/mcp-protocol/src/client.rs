//! The client's side, for a program that transports its messages: classifies messages, builds the headers that repeat
//! the body, and matches answers to requests.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::fault::{Fault, write_error};
use crate::header::encoded;
use crate::response::{error, framed};
use crate::rpc::{Message, elements, is_array, string, text_of};

/// The headers that repeat a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers {
    /// `MCP-Protocol-Version`, when the message describes itself.
    pub protocol_version: Option<String>,
    /// `Mcp-Method`, when the message describes itself.
    pub method: Option<String>,
    /// `Mcp-Name`, when the message describes itself and its method has one; in Base64 if a header needs that.
    pub name: Option<String>,
}

/// A message that a client sends.
#[derive(Debug)]
pub enum OutgoingMessage<'a> {
    /// A request, which expects an answer.
    Request {
        /// Identifier as written.
        id: &'a str,
        /// Whether its answer agrees on a revision for all later messages.
        opens: bool,
        /// Headers that repeat the message.
        headers: Headers,
    },
    /// A notification, which expects no answer.
    Notification {
        /// Identifier, as written, of the request that is cancelled.
        cancels: Option<&'a str>,
        /// Headers that repeat the message.
        headers: Headers,
    },
    /// Several messages at once.
    Batch {
        /// Whether one of them expects an answer.
        asks: bool,
    },
}

impl<'a> OutgoingMessage<'a> {
    /// Parses a message.
    ///
    /// # Errors
    /// Returns the answer to a text that is not a message.
    pub fn read(text: &'a [u8]) -> Result<Self, Vec<u8>> {
        let refuse = |id, fault: &Fault| {
            let mut out = Vec::new();
            error(&mut out, id, fault);
            out
        };
        let text = text_of(text).map_err(|fault| refuse(None, &fault))?;
        if is_array(text) {
            let parts = elements(text).map_err(|fault| refuse(None, &fault))?;
            // An invalid message also gets an answer, which reports the error.
            let asks =
                parts.iter().any(|part| Message::read(part.get()).map_or(true, |read| read.id.is_some()));
            return Ok(Self::Batch { asks });
        }
        let message = Message::read(text).map_err(|refused| refuse(refused.id, &refused.fault))?;
        let headers = Headers::from_message(&message);
        Ok(match message.id {
            Some(id) => Self::Request { id: id.0, opens: message.method == "initialize", headers },
            None => Self::Notification {
                cancels: (message.method == "notifications/cancelled").then(|| cancelled(text)).flatten(),
                headers,
            },
        })
    }
}

impl Headers {
    fn from_message(message: &Message<'_>) -> Self {
        let Some(version) = message.params.meta.protocol_version.and_then(string) else {
            return Self::default();
        };
        let named = match message.method.as_ref() {
            "tools/call" | "prompts/get" => message.params.name,
            "resources/read" => message.params.uri,
            _ => None,
        };
        let owned = |value: Cow<'_, str>| encoded(&value).into_owned();
        Self {
            protocol_version: Some(owned(version)),
            method: Some(encoded(&message.method).into_owned()),
            name: named.and_then(string).map(owned),
        }
    }
}

fn cancelled(text: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Notice<'a> {
        #[serde(borrow)]
        params: Params<'a>,
    }
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow, rename = "requestId")]
        request_id: &'a RawValue,
    }
    serde_json::from_str::<Notice<'_>>(text).ok().map(|notice| notice.params.request_id.get())
}

/// The members of an answer that the transport reads.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// Returns the body as the answer to a request: unchanged, or, for an error that could not name the request, with the
/// request's identifier. Returns `None` if the body is not an answer or belongs to another request.
#[must_use]
pub fn matching_answer<'b>(body: &'b [u8], id: &str) -> Option<Cow<'b, [u8]>> {
    let answer: Answer<'_> = serde_json::from_slice(body).ok()?;
    if answer.method.is_some() {
        return None;
    }
    match (answer.id, answer.error) {
        (Some(own), _) if same(own.get(), id) => Some(Cow::Borrowed(body)),
        (None, Some(error)) => {
            let mut out = Vec::new();
            framed(&mut out, Some(id), |out| out.extend_from_slice(error.get().as_bytes()));
            Some(Cow::Owned(out))
        }
        _ => None,
    }
}

/// Returns whether two identifiers are equal, even if strings use different escapes.
#[must_use]
pub fn same(one: &str, other: &str) -> bool {
    let text = |written: &str| serde_json::from_str::<String>(written).ok();
    one == other || text(one).is_some_and(|one| text(other) == Some(one))
}

/// Returns the revision that an answer to `initialize` agrees on.
#[must_use]
pub fn agreed(answer: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Opening {
        #[serde(rename = "protocolVersion")]
        protocol_version: String,
    }
    let answer: Answer<'_> = serde_json::from_slice(answer).ok()?;
    let opening: Opening = serde_json::from_str(answer.result?.get()).ok()?;
    Some(opening.protocol_version)
}

/// Returns an error of the transport about a request, or about a text that was not recognised as one.
#[must_use]
pub fn refusal(id: Option<&str>, code: i32, message: &str) -> Vec<u8> {
    let mut out = Vec::new();
    framed(&mut out, id, |out| write_error(out, code, message));
    out
}

#[cfg(test)]
mod tests;
