//! Cuts an answer into its locations before any of them is parsed, so that one that is broken, or an answer that
//! breaks off, leaves the others standing.

use super::{error, refusal};
use crate::error::{At, Kind, ParseError, excerpt};

/// The bytes of one location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element<'a> {
    /// Where it begins in the answer.
    pub offset: usize,
    /// The JSON value, complete as far as its brackets tell.
    pub bytes: &'a [u8],
}

/// An answer in its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Split<'a> {
    /// Its locations, in order.
    pub elements: Vec<Element<'a>>,
    /// Why it ends before its end, when it does.
    pub fault: Option<ParseError>,
}

/// Splits an object, or an array, into the locations it holds.
///
/// # Errors
/// When not one complete value is there.
pub fn split(body: &[u8]) -> Result<Split<'_>, ParseError> {
    let start = body.strip_prefix(b"\xef\xbb\xbf").map_or(0, |_| 3);
    let mut cursor = Cursor { body, at: start };
    cursor.skip_space();
    let whole = |kind| Err(error(At::Body, kind));
    let split = match cursor.peek() {
        None => return whole(Kind::Empty),
        Some(b'<') => return whole(Kind::Html),
        Some(b'{') => cursor.object(),
        Some(b'[') => cursor.array(),
        Some(_) => {
            let rest = cursor.rest();
            let text = || Kind::Malformed(excerpt(&String::from_utf8_lossy(rest), 120));
            return whole(refusal::broke_off(rest).or_else(|| bare_nan(rest)).unwrap_or_else(text));
        }
    };
    match split.fault {
        Some(fault) if split.elements.is_empty() => Err(fault),
        _ => Ok(split),
    }
}

/// The finding for `bytes` when it begins, after white space and a sign, with a word for a number that is none.
#[must_use]
pub fn bare_nan(bytes: &[u8]) -> Option<Kind> {
    let text = bytes.trim_ascii_start();
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let word: Vec<u8> = text.iter().copied().take_while(u8::is_ascii_alphabetic).collect();
    let lower = word.to_ascii_lowercase();
    let number = matches!(lower.as_slice(), b"nan" | b"inf" | b"infinity" | b"snan" | b"nanf");
    number.then(|| Kind::BareNan(String::from_utf8_lossy(&word).into_owned()))
}

struct Cursor<'a> {
    body: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.body.get(self.at).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.body.get(self.at..).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn object(mut self) -> Split<'a> {
        let Some(element) = self.value() else {
            return Split { elements: Vec::new(), fault: Some(self.interrupted()) };
        };
        Split { elements: vec![element], fault: self.trailing() }
    }

    fn array(mut self) -> Split<'a> {
        self.at += 1;
        let mut elements = Vec::new();
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Split {
                elements,
                fault: Some(error(At::Body, Kind::Malformed("an empty list".to_owned()))),
            };
        }
        loop {
            self.skip_space();
            let Some(element) = self.value() else {
                return Split { elements, fault: Some(self.interrupted()) };
            };
            elements.push(element);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Split { elements, fault: self.trailing() };
                }
                _ => return Split { elements, fault: Some(self.interrupted()) },
            }
        }
    }

    /// The next value, when it is complete; the cursor stays before one that is not.
    fn value(&mut self) -> Option<Element<'a>> {
        let rest = self.rest();
        let length = value_length(rest)?;
        let element = Element { offset: self.at, bytes: rest.get(..length)? };
        self.at += length;
        Some(element)
    }

    fn interrupted(&self) -> ParseError {
        let rest = self.rest();
        error(At::Byte(self.at), refusal::broke_off(rest).unwrap_or(Kind::Truncated))
    }

    fn trailing(&mut self) -> Option<ParseError> {
        self.skip_space();
        let rest = self.rest();
        let text = || {
            Kind::Malformed(format!("text after the end: {}", excerpt(&String::from_utf8_lossy(rest), 80)))
        };
        (!rest.is_empty()).then(|| error(At::Byte(self.at), refusal::broke_off(rest).unwrap_or_else(text)))
    }
}

/// Bytes of the JSON value that `bytes` begins with, by its brackets; a bare word ends before a comma or a closing
/// bracket. `None` when it does not end.
fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut escaped = false;
    for (index, byte) in bytes.iter().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return (index > 0).then_some(index),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            b',' if depth == 0 => return (index > 0).then_some(index),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
