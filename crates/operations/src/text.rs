//! Readable text of an answer, for a tool's text channel and for people.
//!
//! Every number has its unit; missing values read `not reported`; sources and ages are included if the answer has them.
//! The credit is added elsewhere, in one place.

use std::fmt::{self, Display, Write as _};

use conditions_core::doubt::Doubt;
use conditions_core::field::Field;
use conditions_core::record::Band;
use conditions_core::source::Kind;
use conditions_core::units::{Confidence, Hundredths, Tenths};
use serde::Serialize;

/// Text for a value that is not reported.
pub const NOT_REPORTED: &str = "not reported";

#[derive(Debug, Default)]
pub struct Text(String);

impl Text {
    /// Makes an empty text.
    #[must_use]
    pub fn new() -> Self {
        Self(String::with_capacity(512))
    }

    pub fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// Adds a line `name: value`.
    pub fn item(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name}: {value}");
    }

    /// Returns the text without its final line end.
    #[must_use]
    pub fn done(mut self) -> String {
        self.0.truncate(self.0.trim_end().len());
        self.0
    }
}

/// A value with its unit, or [`NOT_REPORTED`].
#[derive(Debug, Clone, Copy)]
pub struct ValueText<T>(Option<T>, &'static str);

/// Formats a value with its unit; an empty unit gives the value only.
pub const fn reported<T>(value: Option<T>, unit: &'static str) -> ValueText<T> {
    ValueText(value, unit)
}

impl<T: Display> Display for ValueText<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str(NOT_REPORTED),
            Some(value) if self.1.is_empty() => value.fmt(f),
            Some(value) => write!(f, "{value} {}", self.1),
        }
    }
}

/// A count with its noun, or `not reported`.
#[derive(Debug, Clone, Copy)]
pub struct CountText<N>(Option<N>, &'static str);

/// Formats a count with its noun, given in the singular: `1 winter`, `3 winters`.
pub const fn count_text<N>(count: N, noun: &'static str) -> CountText<N> {
    CountText(Some(count), noun)
}

/// Like [`count_text`], for a number that may be unknown: `snow days not reported`.
pub const fn counted_if_known<N>(count: Option<N>, noun: &'static str) -> CountText<N> {
    CountText(count, noun)
}

impl<N: Display + PartialEq + From<u8>> Display for CountText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        match count {
            None => write!(f, "{noun}s {NOT_REPORTED}"),
            Some(one) if *one == N::from(1) => write!(f, "{one} {noun}"),
            Some(several) => write!(f, "{several} {noun}s"),
        }
    }
}

/// Formats tenths of a unit.
#[must_use]
pub fn tenths(value: Option<Tenths>, unit: &'static str) -> ValueText<f64> {
    ValueText(value.map(Tenths::get), unit)
}

/// Formats hundredths of a unit.
#[must_use]
pub fn hundredths(value: Option<Hundredths>, unit: &'static str) -> ValueText<f64> {
    ValueText(value.map(Hundredths::get), unit)
}

/// Formats the trust in a value: `confidence 0.9`, and `confidence 0.4, estimated` if it is low.
#[must_use]
pub fn trust(source: Kind, confidence: Confidence) -> String {
    let label = Doubt::new(source, confidence).map(|doubt| format!(", {}", doubt.name())).unwrap_or_default();
    format!("confidence {}{label}", confidence.get())
}

/// Formats a field with its source: `82 cm (station, 2026-01-05T06:00:00.000Z, confidence 0.9)`.
#[must_use]
pub fn sourced(field: &Field<Tenths>, unit: &'static str) -> String {
    let value = tenths(field.value, unit);
    if field.value.is_none() {
        return value.to_string();
    }
    let time = field.observed_at.map(|at| format!(", {at}")).unwrap_or_default();
    format!("{value} ({}{time}, {})", field.source.name(), trust(field.source, field.confidence))
}

/// Returns the name of an elevation band for people.
#[must_use]
pub const fn place(band: Band) -> &'static str {
    match band {
        Band::Base => "the base",
        Band::Mid => "mid mountain",
        Band::Summit => "the summit",
    }
}

/// Returns the wire form of a term.
#[must_use]
pub fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(serde_json::Value::Null) | Err(_) => NOT_REPORTED.to_owned(),
        Ok(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests;
