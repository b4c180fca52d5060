//! JSON lines: one object per event, written straight into the line. An access event is written for every request, and
//! the general serializer took twice as long as everything else around a request together.
//!
//! Members: `timestamp` (RFC 3339, UTC, milliseconds), `level`, the event's own fields, `target`.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

use crate::clock;

/// The format.
#[derive(Debug, Clone, Copy)]
pub(super) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut line: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let about = event.metadata();
        let now = clock::now().wire();
        line.write_str("{\"timestamp\":\"")?;
        line.write_str(str::from_utf8(&now).unwrap_or_default())?;
        line.write_str("\",\"level\":\"")?;
        line.write_str(about.level().as_str())?;
        line.write_char('"')?;
        let mut members = Members { line: &mut line, outcome: Ok(()) };
        event.record(&mut members);
        members.outcome?;
        line.write_str(",\"target\":\"")?;
        Escaped(&mut line).write_str(about.target())?;
        line.write_str("\"}\n")
    }
}

/// Writes fields as members; keeps the first failure.
struct Members<'a, 'w> {
    line: &'a mut Writer<'w>,
    outcome: fmt::Result,
}

impl Members<'_, '_> {
    fn member(&mut self, field: &Field, value: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        if self.outcome.is_ok() {
            // Field names are Rust identifiers or dotted ones.
            self.outcome = self
                .line
                .write_str(",\"")
                .and_then(|()| self.line.write_str(field.name()))
                .and_then(|()| self.line.write_str("\":"))
                .and_then(|()| value(self.line));
        }
    }

    fn text(&mut self, field: &Field, value: impl FnOnce(&mut Escaped<'_, '_>) -> fmt::Result) {
        self.member(field, |line| {
            line.write_char('"')?;
            value(&mut Escaped(line))?;
            line.write_char('"')
        });
    }
}

impl Visit for Members<'_, '_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.text(field, |line| line.write_str(value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.text(field, |line| write!(line, "{value:?}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.member(field, |line| write!(line, "{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.member(field, |line| write!(line, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.member(field, |line| write!(line, "{value}"));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no word for what is not finite.
        self.member(
            field,
            |line| if value.is_finite() { write!(line, "{value}") } else { line.write_str("null") },
        );
    }
}

/// Text inside a JSON string.
struct Escaped<'a, 'w>(&'a mut Writer<'w>);

impl fmt::Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // All of them are one byte in UTF-8 and part of no other letter.
        let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        let mut rest = text;
        while let Some((before, after)) =
            rest.bytes().position(special).and_then(|at| rest.split_at_checked(at))
        {
            self.0.write_str(before)?;
            let mut letters = after.chars();
            match letters.next() {
                Some('"') => self.0.write_str("\\\"")?,
                Some('\\') => self.0.write_str("\\\\")?,
                Some('\n') => self.0.write_str("\\n")?,
                Some(control) => write!(self.0, "\\u{:04x}", u32::from(control))?,
                None => {}
            }
            rest = letters.as_str();
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests;
