//! Cuts a response into its locations before any of them is parsed, so that a malformed location or a truncated
//! response does not affect the other locations.

use super::{error, rejection};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::Raw;

/// Maximum number of locations that the upstream puts into one response.
pub const MOST_LOCATIONS: usize = 1_000;

/// A response cut into its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Split<'a> {
    /// The locations, in order.
    pub elements: Vec<Raw<'a>>,
    /// The error at which a truncated response ends.
    pub fault: Option<ParseError>,
}

/// Splits an object, or an array, into at most `most` locations.
///
/// # Errors
/// Returns an error if there is no complete value.
pub fn split(body: &[u8], most: usize) -> Result<Split<'_>, ParseError> {
    let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    let whole = |kind| Err(error(FaultPosition::Body, kind));
    let (elements, kind, left) = match text.first() {
        None => return whole(Kind::Empty),
        Some(b'<') => return whole(Kind::Html),
        Some(b'{') => object(text),
        Some(b'[') => array(text, most),
        Some(_) => {
            let words = || Kind::Malformed(excerpt(&String::from_utf8_lossy(text), 120));
            return whole(rejection::broke_off(text).unwrap_or_else(words));
        }
    };
    match kind.map(|kind| error(FaultPosition::Byte(body.len().saturating_sub(left)), kind)) {
        Some(fault) if elements.is_empty() => Err(fault),
        fault => Ok(Split { elements, fault }),
    }
}

/// Elements, reason for which there are no more, and number of bytes left.
type Cut<'a> = (Vec<Raw<'a>>, Option<Kind>, usize);

fn object(text: &[u8]) -> Cut<'_> {
    let Some(element) = Raw::leading(text) else {
        return (Vec::new(), Some(rejection::broke_off(text).unwrap_or(Kind::Truncated)), text.len());
    };
    let rest = text.get(element.bytes().len()..).unwrap_or_default().trim_ascii_start();
    let words =
        || Kind::Malformed(format!("text after the end: {}", excerpt(&String::from_utf8_lossy(rest), 80)));
    let fault = (!rest.is_empty()).then(|| rejection::broke_off(rest).unwrap_or_else(words));
    (vec![element], fault, rest.len())
}

fn array(text: &[u8], most: usize) -> Cut<'_> {
    let Some(parts) = Raw::new(text).elements_up_to(most) else {
        return (Vec::new(), Some(Kind::Truncated), text.len());
    };
    let (mut elements, mut left) = (parts.items, parts.left);
    let Some(kind) = parts.fault else {
        let nothing = elements.is_empty().then(|| Kind::Malformed("an empty list".to_owned()));
        return (elements, nothing, left);
    };
    // The first word of a text in the middle of the list looks like a value.
    if let Some(word) = elements.pop_if(|last| !last.is_bracketed()) {
        left += word.bytes().len();
    }
    let rest = text.get(text.len().saturating_sub(left)..).unwrap_or_default();
    let known = rest.trim_ascii_start().starts_with(b"]") || elements.len() >= most;
    let kind = rejection::broke_off(rest).unwrap_or(if known { kind } else { Kind::Truncated });
    (elements, Some(kind), left)
}

#[cfg(test)]
mod tests;
