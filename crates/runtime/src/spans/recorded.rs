//! The span of a program that can record them. It ends when it is dropped.

use opentelemetry::global::{self, BoxedSpan};
use opentelemetry::trace::{
    Span as _, SpanContext, SpanId, SpanKind, Status, TraceContextExt as _, TraceFlags, TraceId, TraceState,
    Tracer as _,
};
use opentelemetry::{Context, KeyValue};

use super::Side;

/// Name of the instrumentation.
const SCOPE: &str = "snow-conditions";

/// A span; without an exporter it is not recorded and does not get an id.
#[derive(Debug)]
pub struct Span(BoxedSpan);

impl Span {
    /// Begins a span: in the trace of a valid `traceparent` (W3C Trace Context), else in a new trace.
    #[must_use]
    pub fn begin(side: Side, name: &'static str, parent: Option<&str>) -> Self {
        let tracer = global::tracer(SCOPE);
        let kind = match side {
            Side::Internal => SpanKind::Internal,
            Side::Server => SpanKind::Server,
            Side::Client => SpanKind::Client,
        };
        let around = Context::new();
        let around = match parent.and_then(context) {
            Some(parent) => around.with_remote_span_context(parent),
            None => around,
        };
        Self(tracer.span_builder(name).with_kind(kind).start_with_context(&tracer, &around))
    }

    /// Sets an attribute.
    pub fn set_text(&mut self, key: &'static str, value: &str) {
        if self.0.is_recording() {
            self.0.set_attribute(KeyValue::new(key, value.to_owned()));
        }
    }

    /// Sets a numeric attribute.
    pub fn set_number(&mut self, key: &'static str, value: i64) {
        self.0.set_attribute(KeyValue::new(key, value));
    }

    /// Marks the span as failed.
    pub fn fail(&mut self, reason: &str) {
        if self.0.is_recording() {
            self.0.set_status(Status::error(reason.to_owned()));
        }
    }

    /// Returns the `traceparent` of requests that belong to this span.
    #[must_use]
    pub fn traceparent(&self) -> Option<String> {
        let own = self.0.span_context();
        let flags = own.trace_flags().to_u8();
        own.is_valid().then(|| format!("00-{}-{}-{flags:02x}", own.trace_id(), own.span_id()))
    }

    /// Returns the id of the span's trace: 32 hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> Option<String> {
        let own = self.0.span_context();
        own.is_valid().then(|| own.trace_id().to_string())
    }
}

/// Parses a `traceparent`; later versions may have more parts.
fn context(parent: &str) -> Option<SpanContext> {
    let parts: Vec<&str> = parent.split('-').collect();
    let [version, trace, span, flags, rest @ ..] = parts.as_slice() else { return None };
    let is_hex = |text: &str, length| {
        text.len() == length && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let is_formed = is_hex(version, 2) && is_hex(trace, 32) && is_hex(span, 16) && is_hex(flags, 2);
    if !is_formed || *version == "ff" || (*version == "00" && !rest.is_empty()) {
        return None;
    }
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?) & TraceFlags::SAMPLED;
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    Some(SpanContext::new(trace, span, flags, true, TraceState::NONE)).filter(SpanContext::is_valid)
}
