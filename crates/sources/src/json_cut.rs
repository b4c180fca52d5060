//! Reads JSON part by part. A response is cut by its brackets, and only the wanted parts are parsed. A malformed value
//! therefore affects only itself, and a truncated response keeps its complete records. The caller limits the number of
//! parts.
//!
//! All JSON responses of upstreams are parsed here and nowhere else in this crate, because programs in C, C++ and R
//! write `nan` and `inf` instead of null (`not_numbers`).

use serde::de::DeserializeOwned;

use crate::error::{FaultPosition, Kind, ParseError, Refusal, excerpt};

mod not_numbers;

/// Maximum number of elements of a list inside a record.
pub const MOST: usize = 100_000;

/// Maximum number of members of an object: names are looked up by linear search.
pub const MOST_MEMBERS: usize = 10_000;

/// Maximum number of bytes of a text that an error examines.
const LOOKED_AT: usize = 1_000;

/// The bytes of one JSON value, complete judging by its brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raw<'a>(&'a [u8]);

/// A value in the place of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// Null or absent.
    Null,
    /// A finite number.
    Is(f64),
    /// Anything else.
    Unreadable,
}

impl Number {
    /// Returns the number, if it is one.
    #[must_use]
    pub const fn get(self) -> Option<f64> {
        match self {
            Self::Is(value) => Some(value),
            Self::Null | Self::Unreadable => None,
        }
    }
}

/// The parts of a list or an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts<T> {
    /// The complete parts, in order.
    pub items: Vec<T>,
    /// Reason for which parts may be missing.
    pub fault: Option<Kind>,
    /// Number of bytes after the last complete part.
    pub left: usize,
}

/// The members of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Object<'a> {
    members: Vec<(String, Raw<'a>)>,
}

impl<'a> Raw<'a> {
    /// Wraps bytes that are taken for one value.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Wraps a response that should be JSON.
    ///
    /// # Errors
    /// Returns an error if it is empty, an HTML page, or does not begin like a JSON response.
    pub fn document(lane: &'static str, body: &'a [u8]) -> Result<Self, ParseError> {
        let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii();
        let kind = match text.first() {
            Some(b'{' | b'[') => return Ok(Self(text)),
            None => Kind::Empty,
            Some(b'<') => Kind::Html,
            Some(_) => Self(text).mismatch("JSON"),
        };
        Err(ParseError { lane, at: FaultPosition::Body, kind })
    }

    /// Returns the value at the start of a text; `None` if it does not end.
    #[must_use]
    pub fn leading(text: &'a [u8]) -> Option<Self> {
        text.get(..value_length(text)?).map(Self)
    }

    /// Returns the value's bytes.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns whether it is a list or an object.
    #[must_use]
    pub fn is_bracketed(self) -> bool {
        matches!(self.0.first(), Some(b'{' | b'['))
    }

    /// Returns at most [`MOST`] elements of a list; `None` if it is not a list.
    #[must_use]
    pub fn elements(self) -> Option<Parts<Raw<'a>>> {
        self.elements_up_to(MOST)
    }

    /// Returns at most `most` elements of a list; `None` if it is not a list.
    #[must_use]
    pub fn elements_up_to(self, most: usize) -> Option<Parts<Raw<'a>>> {
        Some(Cursor(self.0.strip_prefix(b"[")?).parts(b']', most, Cursor::value))
    }

    /// Returns at most [`MOST_MEMBERS`] members of an object in their order; `None` if it is not an object.
    #[must_use]
    pub fn members(self) -> Option<Parts<(String, Raw<'a>)>> {
        self.members_up_to(MOST_MEMBERS)
    }

    /// Returns at most `most` members of an object in their order; `None` if it is not an object.
    #[must_use]
    pub fn members_up_to(self, most: usize) -> Option<Parts<(String, Raw<'a>)>> {
        Some(Cursor(self.0.strip_prefix(b"{")?).parts(b'}', most, Cursor::member))
    }

    /// Returns the object, for access by name.
    ///
    /// # Errors
    /// Returns an error if it is not an object, or not a complete one.
    pub fn object(self) -> Result<Object<'a>, Kind> {
        self.object_up_to(MOST_MEMBERS)
    }

    /// Returns the object, for access by name, if it has at most `most` members.
    ///
    /// # Errors
    /// Returns an error if it is not an object, not a complete one, or a larger one.
    pub fn object_up_to(self, most: usize) -> Result<Object<'a>, Kind> {
        let parts = self.members_up_to(most).ok_or_else(|| self.mismatch("an object"))?;
        parts.fault.map_or(Ok(Object { members: parts.items }), Err)
    }

    /// Parses the whole value; a `nan` or `inf` at any depth is null.
    ///
    /// # Errors
    /// Returns an error if it is not JSON, or not a `T`.
    pub fn parse<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&not_numbers::as_null(self.0))
    }

    /// Parses the value as a number.
    #[must_use]
    pub fn number(self) -> Number {
        if self.is_null() {
            return Number::Null;
        }
        // One parser decides whether it is a JSON number; the other one, which is exact to the last digit, gives its
        // value.
        let is_json = serde_json::from_slice::<f64>(self.0).is_ok();
        let text = std::str::from_utf8(self.0).ok().filter(|_| is_json);
        let value = text.and_then(|text| text.parse::<f64>().ok()).filter(|value| value.is_finite());
        value.map_or(Number::Unreadable, Number::Is)
    }

    /// Parses the value as a text.
    #[must_use]
    pub fn text(self) -> Option<String> {
        serde_json::from_slice(self.0).ok()
    }

    /// Returns the unparsed bytes, as text.
    #[must_use]
    pub fn source(self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// Returns whether it is null, or a word such as `nan` that means null.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.0 == b"null" || not_numbers::is_one(self.0)
    }

    /// Returns whether it is true.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.0 == b"true"
    }

    /// Returns whether it is false.
    #[must_use]
    pub fn is_false(self) -> bool {
        self.0 == b"false"
    }

    /// Returns the error that this is not `wanted`.
    #[must_use]
    pub fn mismatch(self, wanted: &str) -> Kind {
        let begins = self.0.get(..LOOKED_AT).unwrap_or(self.0);
        Kind::Malformed(format!("not {wanted}: {}", excerpt(&String::from_utf8_lossy(begins), 80)))
    }
}

impl<'a> Object<'a> {
    /// Returns a member; the last one if a name is repeated, as JSON parsers do.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Raw<'a>> {
        self.members.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// Returns a number; an absent one is null.
    #[must_use]
    pub fn number(&self, name: &str) -> Number {
        self.get(name).map_or(Number::Null, Raw::number)
    }

    /// Returns a text that is not blank, trimmed.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        let text = self.get(name)?.text()?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Like [`Object::text`], but ignores the case of the name: some upstreams write `Message`.
    fn text_of_any_case(&self, name: &str) -> Option<String> {
        let own = || self.members.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        self.text(name).or_else(|| self.text(&own()?.0))
    }

    /// Returns the members in their order.
    #[must_use]
    pub fn members(&self) -> &[(String, Raw<'a>)] {
        &self.members
    }

    /// Returns the error for an object in the place of a list of records: usually a rejection by the upstream.
    #[must_use]
    pub fn refusal(&self) -> Kind {
        let words = ["detail", "message", "error", "code", "title", "reason", "status"];
        let Some(reason) = words.into_iter().find_map(|word| self.text_of_any_case(word)) else {
            let names: Vec<&str> = self.members.iter().map(|(name, _)| name.as_str()).take(8).collect();
            return Kind::Malformed(excerpt(&format!("an object with {}", names.join(", ")), 120));
        };
        let status = self.number("status").get().map_or(0, |status| status.clamp(0.0, 999.0) as u16);
        let says_missing = [&self.text("code"), &Some(reason.clone())]
            .into_iter()
            .flatten()
            .any(|text| text.to_lowercase().replace('_', " ").contains("not found"));
        let refusal = match status {
            _ if says_missing => Refusal::NoData,
            404 => Refusal::NoData,
            401 | 403 => Refusal::Key,
            429 => Refusal::Minute,
            500.. => Refusal::Overloaded,
            _ => Refusal::BadRequest,
        };
        Kind::Refused { refusal, reason: excerpt(&reason, 200) }
    }
}

/// Returns the records of a response that is a list of at most `most`: each with its index, and the reason why records
/// may be missing.
///
/// # Errors
/// Returns an error if the response is not a list, is truncated before its first record is complete, or is a rejection.
pub fn records<'a>(lane: &'static str, body: &'a [u8], most: usize) -> Result<Parts<Raw<'a>>, ParseError> {
    let raw = Raw::document(lane, body)?;
    let error = |kind| ParseError { lane, at: FaultPosition::Body, kind };
    let Some(parts) = raw.elements_up_to(most) else {
        return Err(error(raw.object().map_or_else(|kind| kind, |object| object.refusal())));
    };
    match parts.fault {
        Some(kind) if parts.items.is_empty() => Err(error(kind)),
        _ => Ok(parts),
    }
}

struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    /// Skips `byte` if it comes next.
    fn skip(&mut self, byte: u8) -> bool {
        self.0 = self.0.trim_ascii_start();
        self.0.strip_prefix(&[byte]).map(|rest| self.0 = rest).is_some()
    }

    /// Reads parts up to the closing bracket.
    fn parts<T>(mut self, close: u8, most: usize, one: impl Fn(&mut Self) -> Result<T, Kind>) -> Parts<T> {
        let mut parts = Parts { items: Vec::new(), fault: None, left: self.0.len() };
        if self.skip(close) {
            parts.fault = self.trailing();
            return parts;
        }
        loop {
            if parts.items.len() >= most {
                parts.fault = Some(Kind::Malformed(format!("more than {most} parts")));
                return parts;
            }
            match one(&mut self) {
                Ok(item) => parts.items.push(item),
                Err(kind) => {
                    parts.fault = Some(kind);
                    return parts;
                }
            }
            parts.left = self.0.len();
            if self.skip(close) {
                parts.fault = self.trailing();
                return parts;
            }
            if !self.skip(b',') {
                parts.fault = Some(self.unexpected());
                return parts;
            }
        }
    }

    /// Reads the next value, if it is complete.
    fn value(&mut self) -> Result<Raw<'a>, Kind> {
        self.0 = self.0.trim_ascii_start();
        let (value, rest) =
            value_length(self.0).and_then(|length| self.0.split_at_checked(length)).ok_or(Kind::Truncated)?;
        self.0 = rest;
        Ok(Raw(value))
    }

    fn member(&mut self) -> Result<(String, Raw<'a>), Kind> {
        let key = self.value()?;
        let name = key.text().ok_or_else(|| key.mismatch("a name"))?;
        if !self.skip(b':') {
            return Err(self.unexpected());
        }
        Ok((name, self.value()?))
    }

    fn unexpected(&self) -> Kind {
        if self.0.is_empty() { Kind::Truncated } else { Raw(self.0).mismatch("JSON") }
    }

    fn trailing(&self) -> Option<Kind> {
        let rest = self.0.trim_ascii_start();
        (!rest.is_empty()).then(|| Raw(rest).mismatch("the end"))
    }
}

/// Returns the length of the value at the start of `bytes`: up to its closing bracket or quote, or, for a bare word, up
/// to a byte that ends one. `None` if it does not end.
fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0usize;
    loop {
        match bytes.get(at)? {
            b'"' => at += string_length(bytes.get(at..)?)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' if depth > 0 => {
                depth -= 1;
                at += 1;
            }
            _ if depth > 0 => at += 1,
            _ => return bytes.iter().position(|byte| b",:]} \t\r\n".contains(byte)),
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Returns the length of the string at the start of `bytes`, quotes included.
fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut escaped = true;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(index + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
