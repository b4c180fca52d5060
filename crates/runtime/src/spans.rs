//! Spans of calls of sources, attempts of deliveries and calls of the connector. With the feature `otlp` they are those of
//! OpenTelemetry, and are recorded if the process exports them; without it a span is empty and every function does
//! nothing.

#[cfg(feature = "otlp")]
mod recorded;

#[cfg(not(feature = "otlp"))]
pub use absent::Span;
#[cfg(feature = "otlp")]
pub use recorded::Span;

/// Whether this program can record spans.
pub const CAN_RECORD: bool = cfg!(feature = "otlp");

/// The side of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Work in this process.
    Internal,
    /// A request that this process answers.
    Server,
    /// A request that this process sends.
    Client,
}

/// The span of a program that cannot record any.
#[cfg(not(feature = "otlp"))]
mod absent {
    use super::Side;

    /// A span without content.
    #[derive(Debug)]
    pub struct Span(());

    impl Span {
        /// Begins a span.
        #[must_use]
        pub const fn begin(_: Side, _: &'static str, _: Option<&str>) -> Self {
            Self(())
        }

        /// Sets an attribute.
        pub const fn set_text(&mut self, _: &'static str, _: &str) {}

        /// Sets a numeric attribute.
        pub const fn set_number(&mut self, _: &'static str, _: i64) {}

        /// Marks the span as failed.
        pub const fn fail(&mut self, _: &str) {}

        /// Returns `None`.
        #[must_use]
        pub const fn traceparent(&self) -> Option<String> {
            None
        }

        /// Returns `None`.
        #[must_use]
        pub const fn trace_id(&self) -> Option<String> {
            None
        }
    }
}

#[cfg(all(test, feature = "otlp"))]
mod tests;
