//! JSON read part by part: an answer is cut by its brackets, and only what is wanted is parsed, so that a broken value
//! spoils itself and nothing else, and an answer that breaks off leaves its complete records standing. Whoever cuts says
//! how many parts there may be.
//!
//! Every JSON answer of an upstream is parsed here and nowhere else in this crate, because programs in C, C++ and R write
//! `nan` and `inf` where JSON has null (`not_numbers`).

use serde::de::DeserializeOwned;

use crate::error::{FaultPosition, Kind, ParseError, Refusal, excerpt};

mod not_numbers;

/// The parts that a list inside of a record may have.
pub const MOST: usize = 100_000;

/// The members that an object may have: names are looked up one after the other.
pub const MOST_MEMBERS: usize = 10_000;

/// How much of a text an error looks at, bytes.
const LOOKED_AT: usize = 1_000;

/// The bytes of one JSON value, complete as far as its brackets tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raw<'a>(&'a [u8]);

/// A value where a number belongs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// Null, or not there at all.
    Null,
    /// A finite number.
    Is(f64),
    /// Anything else.
    Unreadable,
}

impl Number {
    /// The number, if it is one.
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
    /// The complete ones, in order.
    pub items: Vec<T>,
    /// Why there may be more that are not among them.
    pub fault: Option<Kind>,
    /// Bytes of the text that follow the last complete part.
    pub left: usize,
}

/// The members of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Object<'a> {
    members: Vec<(String, Raw<'a>)>,
}

impl<'a> Raw<'a> {
    /// Bytes that are taken for one value.
    pub(crate) const fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// An answer that should be JSON.
    ///
    /// # Errors
    /// When it is empty, a page for people, or begins like nothing that JSON answers begin with.
    pub fn document(lane: &'static str, body: &'a [u8]) -> Result<Self, ParseError> {
        let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii();
        let kind = match text.first() {
            Some(b'{' | b'[') => return Ok(Self(text)),
            None => Kind::Empty,
            Some(b'<') => Kind::Html,
            Some(_) => Self(text).not("JSON"),
        };
        Err(ParseError { lane, at: FaultPosition::Body, kind })
    }

    /// The value that a text begins with, whatever follows it; `None` when it does not end.
    #[must_use]
    pub fn leading(text: &'a [u8]) -> Option<Self> {
        text.get(..value_length(text)?).map(Self)
    }

    /// The value's bytes.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// Whether it is a list or an object.
    #[must_use]
    pub fn is_bracketed(self) -> bool {
        matches!(self.0.first(), Some(b'{' | b'['))
    }

    /// The elements of a list, [`MOST`] at most; `None` when it is not one.
    #[must_use]
    pub fn elements(self) -> Option<Parts<Raw<'a>>> {
        self.elements_up_to(MOST)
    }

    /// The elements of a list, `most` at most; `None` when it is not one.
    #[must_use]
    pub fn elements_up_to(self, most: usize) -> Option<Parts<Raw<'a>>> {
        Some(Cursor(self.0.strip_prefix(b"[")?).parts(b']', most, Cursor::value))
    }

    /// The members of an object in their order, [`MOST_MEMBERS`] at most; `None` when it is not one.
    #[must_use]
    pub fn members(self) -> Option<Parts<(String, Raw<'a>)>> {
        self.members_up_to(MOST_MEMBERS)
    }

    /// The members of an object in their order, `most` at most; `None` when it is not one.
    #[must_use]
    pub fn members_up_to(self, most: usize) -> Option<Parts<(String, Raw<'a>)>> {
        Some(Cursor(self.0.strip_prefix(b"{")?).parts(b'}', most, Cursor::member))
    }

    /// The object, by name.
    ///
    /// # Errors
    /// When it is not one, or not a whole one.
    pub fn object(self) -> Result<Object<'a>, Kind> {
        self.object_up_to(MOST_MEMBERS)
    }

    /// The object, by name, of `most` members at most.
    ///
    /// # Errors
    /// When it is not one, not a whole one, or a larger one.
    pub fn object_up_to(self, most: usize) -> Result<Object<'a>, Kind> {
        let parts = self.members_up_to(most).ok_or_else(|| self.not("an object"))?;
        parts.fault.map_or(Ok(Object { members: parts.items }), Err)
    }

    /// Parses the whole value; a `nan` or `inf` at any depth is null.
    ///
    /// # Errors
    /// When it is not JSON, or not a `T`.
    pub fn parse<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&not_numbers::as_null(self.0))
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> Number {
        if self.is_null() {
            return Number::Null;
        }
        // One reader says whether it is a number of JSON, the other, which is exact to the last digit, which one.
        let is_json = serde_json::from_slice::<f64>(self.0).is_ok();
        let text = std::str::from_utf8(self.0).ok().filter(|_| is_json);
        let value = text.and_then(|text| text.parse::<f64>().ok()).filter(|value| value.is_finite());
        value.map_or(Number::Unreadable, Number::Is)
    }

    /// The text.
    #[must_use]
    pub fn text(self) -> Option<String> {
        serde_json::from_slice(self.0).ok()
    }

    /// The bytes as they stand, as text.
    #[must_use]
    pub fn source(self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }

    /// Whether it is null, or a word such as `nan` that stands for it.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.0 == b"null" || not_numbers::is_one(self.0)
    }

    /// Whether it is true.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.0 == b"true"
    }

    /// Whether it is false.
    #[must_use]
    pub fn is_false(self) -> bool {
        self.0 == b"false"
    }

    /// The finding that this is not `wanted`.
    #[must_use]
    pub fn not(self, wanted: &str) -> Kind {
        let begins = self.0.get(..LOOKED_AT).unwrap_or(self.0);
        Kind::Malformed(format!("not {wanted}: {}", excerpt(&String::from_utf8_lossy(begins), 80)))
    }
}

impl<'a> Object<'a> {
    /// A member; the last of several of one name, as JSON readers do.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Raw<'a>> {
        self.members.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// A number; absent is null.
    #[must_use]
    pub fn number(&self, name: &str) -> Number {
        self.get(name).map_or(Number::Null, Raw::number)
    }

    /// A text that is not blank, without surrounding space.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        let text = self.get(name)?.text()?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The same of a name in any case: some upstreams write `Message`.
    fn text_of_any_case(&self, name: &str) -> Option<String> {
        let own = || self.members.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        self.text(name).or_else(|| self.text(&own()?.0))
    }

    /// The members in their order.
    #[must_use]
    pub fn members(&self) -> &[(String, Raw<'a>)] {
        &self.members
    }

    /// What an object says that stands where a list of records belongs: usually that the upstream refuses.
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

/// The records of an answer that is a list of `most` at most: each with its index, and why there may be more.
///
/// # Errors
/// When the answer is no list, breaks off before its first record is complete, or is a refusal.
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
    /// Passes `byte` if it comes next.
    fn eat(&mut self, byte: u8) -> bool {
        self.0 = self.0.trim_ascii_start();
        self.0.strip_prefix(&[byte]).map(|rest| self.0 = rest).is_some()
    }

    /// Part after part up to the closing bracket.
    fn parts<T>(mut self, close: u8, most: usize, one: impl Fn(&mut Self) -> Result<T, Kind>) -> Parts<T> {
        let mut parts = Parts { items: Vec::new(), fault: None, left: self.0.len() };
        if self.eat(close) {
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
            if self.eat(close) {
                parts.fault = self.trailing();
                return parts;
            }
            if !self.eat(b',') {
                parts.fault = Some(self.unexpected());
                return parts;
            }
        }
    }

    /// The next value, when it is complete.
    fn value(&mut self) -> Result<Raw<'a>, Kind> {
        self.0 = self.0.trim_ascii_start();
        let (value, rest) =
            value_length(self.0).and_then(|length| self.0.split_at_checked(length)).ok_or(Kind::Truncated)?;
        self.0 = rest;
        Ok(Raw(value))
    }

    fn member(&mut self) -> Result<(String, Raw<'a>), Kind> {
        let key = self.value()?;
        let name = key.text().ok_or_else(|| key.not("a name"))?;
        if !self.eat(b':') {
            return Err(self.unexpected());
        }
        Ok((name, self.value()?))
    }

    fn unexpected(&self) -> Kind {
        if self.0.is_empty() { Kind::Truncated } else { Raw(self.0).not("JSON") }
    }

    fn trailing(&self) -> Option<Kind> {
        let rest = self.0.trim_ascii_start();
        (!rest.is_empty()).then(|| Raw(rest).not("the end"))
    }
}

/// Bytes of the value that `bytes` begins with: up to its own closing bracket or quote, or, for a bare word, up to
/// what ends one. `None` when it does not end.
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

/// Bytes of the string that `bytes` begins with, quotes included.
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
