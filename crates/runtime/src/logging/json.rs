//! Formats log events as JSON lines: one object per event, written straight into the line. An access event is written
//! for every request, and the general serializer took twice as long as the rest of a request.
//!
//! Members: `timestamp` (RFC 3339, UTC, milliseconds), `level`, the event's own fields, `target`.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

use crate::clock;

/// The JSON lines format.
#[derive(Debug, Clone, Copy)]
pub(super) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut line: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let about = event.metadata();
        // Built here and written at once: the writer of `line` is not known at compile time.
        let mut text = String::with_capacity(USUAL_LINE);
        text.push_str("{\"timestamp\":\"");
        text.push_str(str::from_utf8(&clock::now().wire()).unwrap_or_default());
        text.push_str("\",\"level\":\"");
        text.push_str(about.level().as_str());
        text.push('"');
        event.record(&mut Members(&mut text));
        text.push_str(",\"target\":");
        quote(&mut text, about.target());
        text.push_str("}\n");
        line.write_str(&text)
    }
}

/// Initial capacity of a line, in bytes; most lines fit.
const USUAL_LINE: usize = 384;

/// Writes fields as members.
struct Members<'a>(&'a mut String);

impl Members<'_> {
    fn member(&mut self, field: &Field) -> &mut String {
        // Field names are Rust identifiers, possibly dotted.
        self.0.push_str(",\"");
        self.0.push_str(field.name());
        self.0.push_str("\":");
        self.0
    }

    fn display(&mut self, field: &Field, value: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.member(field), "{value}");
    }
}

impl Visit for Members<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        quote(self.member(field), value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = self.member(field);
        text.push('"');
        let _ = write!(JsonString(text), "{value:?}");
        text.push('"');
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.display(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.display(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.display(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON cannot express non-finite numbers.
        if value.is_finite() {
            self.display(field, value);
        } else {
            self.member(field).push_str("null");
        }
    }
}

/// Appends a JSON string.
fn quote(text: &mut String, value: &str) {
    text.push('"');
    let _ = JsonString(text).write_str(value);
    text.push('"');
}

/// Appends text inside a JSON string.
struct JsonString<'a>(&'a mut String);

impl fmt::Write for JsonString<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // All of them are one byte in UTF-8 and part of no other character.
        let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        // Such bytes are rare, and scanning the whole text without an early exit is faster.
        if !text.bytes().fold(false, |any, byte| any | special(byte)) {
            self.0.push_str(text);
            return Ok(());
        }
        for letter in text.chars() {
            match letter {
                '"' => self.0.push_str("\\\""),
                '\\' => self.0.push_str("\\\\"),
                '\n' => self.0.push_str("\\n"),
                control if control < ' ' => write!(self.0, "\\u{:04x}", u32::from(control))?,
                plain => self.0.push(plain),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
