//! Parses the JSON-RPC envelope, and as much as possible of a broken message. Values stay as written until
//! they are needed.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};
use serde_json::value::RawValue;

use crate::fault::Fault;
use crate::params::{ObjectSlot, Params, RequestParams};

/// Maximum nesting depth of a body. Parsers of arguments stop at 128; messages of the protocol are far below both.
const DEEPEST: usize = 64;

/// The identifier of a request as written: a string, or an integer of any size in any spelling (`1`, `1.0`, `1e0`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Id<'a>(pub(crate) &'a str);

/// A request, or a notification if it has no identifier.
#[derive(Debug)]
pub(crate) struct Message<'a> {
    pub(crate) id: Option<Id<'a>>,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: Params<'a>,
}

/// An invalid message, with its identifier if that could be read.
#[derive(Debug)]
pub(crate) struct RejectedMessage<'a> {
    pub(crate) id: Option<Id<'a>>,
    pub(crate) fault: Fault,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Frame<'a> {
    #[serde(borrow)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    params: ObjectSlot<RequestParams<'a>>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

/// Deserialises a member that is present, even if it is null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Returns the body as text, which is not yet known to be JSON.
pub(crate) fn text_of(body: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(body).map_err(|_| Fault::not_json())?;
    if is_too_deep(body) {
        return Err(Fault::invalid(format!("Invalid request: nested deeper than {DEEPEST} levels")));
    }
    Ok(text)
}

/// Returns whether a body is an array, that is a batch.
pub(crate) fn is_array(text: &str) -> bool {
    first(text) == Some(b'[')
}

/// Splits a batch into messages without parsing them.
pub(crate) fn elements(text: &str) -> Result<Vec<&RawValue>, Fault> {
    serde_json::from_str(text).map_err(|_| Fault::not_json())
}

impl<'a> Message<'a> {
    /// Parses one message.
    pub(crate) fn read(text: &'a str) -> Result<Self, RejectedMessage<'a>> {
        let frame = frame(text).map_err(|fault| RejectedMessage { id: None, fault })?;
        if frame.method.is_none() && (frame.result.is_some() || frame.error.is_some()) {
            // Its identifier would refer to a request of this server, which sends none.
            let fault = Fault::invalid("Invalid request: a response to a server that sends no requests");
            return Err(RejectedMessage { id: None, fault });
        }
        let id = match frame.id.map(Id::read) {
            None => None,
            Some(Some(id)) => Some(id),
            Some(None) => {
                let fault = Fault::invalid("Invalid request: id must be a string or an integer");
                return Err(RejectedMessage { id: None, fault });
            }
        };
        Self::from_frame(frame, id).map_err(|fault| RejectedMessage { id, fault })
    }

    fn from_frame(frame: Frame<'a>, id: Option<Id<'a>>) -> Result<Self, Fault> {
        if frame.jsonrpc.and_then(string).as_deref() != Some("2.0") {
            return Err(Fault::invalid("Invalid request: jsonrpc must be \"2.0\""));
        }
        let Some(method) = frame.method.and_then(string) else {
            return Err(Fault::invalid("Invalid request: method must be a string"));
        };
        Ok(Self { id, method, params: Params::from_slot(frame.params)? })
    }
}

impl<'a> Id<'a> {
    fn read(raw: &'a RawValue) -> Option<Self> {
        (is_whole(raw.get()) || string(raw).is_some()).then_some(Self(raw.get()))
    }
}

/// Returns whether a JSON value is a number without a fraction. JSON Schema counts `1.0` as an integer.
fn is_whole(value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return false;
    }
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = |digits: &str| digits.bytes().rev().take_while(|digit| *digit == b'0').count();
    // Distance of the last non-zero digit to the right of the decimal point; negative to the left.
    let places = match (zeros(fraction), zeros(whole)) {
        (behind, _) if behind < fraction.len() => i128::try_from(fraction.len() - behind),
        (_, before) if before < whole.len() => i128::try_from(before).map(|before| -before),
        // Zero, whatever its exponent.
        _ => return true,
    };
    // An exponent beyond 64 bits moves the point past all digits of a message.
    let far = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let exponent: i64 = exponent.parse().unwrap_or(far);
    places.is_ok_and(|places| places <= i128::from(exponent))
}

fn frame(text: &str) -> Result<Frame<'_>, Fault> {
    if first(text) != Some(b'{') {
        // Serde would also read a struct from an array, member by member.
        return match serde_json::from_str::<IgnoredAny>(text) {
            Ok(_) => Err(Fault::invalid("Invalid request: a message is a JSON object")),
            Err(_) => Err(Fault::not_json()),
        };
    }
    serde_json::from_str(text).map_err(|error| {
        if error.is_data() {
            Fault::invalid("Invalid request: a member of the message is repeated")
        } else if serde_json::from_str::<IgnoredAny>(text).is_ok() {
            Fault::invalid("Invalid request: a member's name, or params, has an invalid escape or number")
        } else {
            Fault::not_json()
        }
    })
}

/// Returns whether a value is an object.
pub(crate) fn is_object(raw: &RawValue) -> bool {
    raw.get().starts_with('{')
}

/// Returns the text of a string; `None` for other values and for strings that are invalid Unicode.
pub(crate) fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        return serde_json::from_str(raw.get()).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inner))
}

fn first(text: &str) -> Option<u8> {
    text.bytes().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

fn is_too_deep(body: &[u8]) -> bool {
    // Counting is much faster than following, and few bodies have this many brackets. A one-byte count per piece
    // vectorises well.
    let brackets = |piece: &[u8]| piece.iter().fold(0, |n: u8, b| n + u8::from(matches!(b, b'{' | b'[')));
    if body.chunks(usize::from(u8::MAX)).map(|piece| usize::from(brackets(piece))).sum::<usize>() <= DEEPEST {
        return false;
    }
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in body {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest > DEEPEST
}

#[cfg(test)]
mod tests;
