//! Sends the spans of this process to an OpenTelemetry collector, if the program has the feature `otlp` and the
//! environment names one.

#[cfg(feature = "otlp")]
mod export;

use std::ffi::OsString;

#[cfg(not(feature = "otlp"))]
pub use absent::{Export, start};
#[cfg(feature = "otlp")]
pub use export::{Export, start};

/// Variables of OpenTelemetry that name a collector; the first is only for spans.
pub const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/// Reason why spans cannot be exported.
#[derive(Debug, thiserror::Error)]
#[error("cannot export spans: {0}; correct the OTEL_ variables or remove them")]
pub struct ExportError(pub(crate) String);

/// Returns whether the environment names a collector.
fn has_collector() -> bool {
    let is_given = |value: OsString| !value.is_empty();
    ENDPOINTS.iter().any(|name| std::env::var_os(name).is_some_and(is_given))
}

/// The export of a program without the feature `otlp`: nothing is sent.
#[cfg(not(feature = "otlp"))]
mod absent {
    use tokio::runtime::Handle;

    use super::{ENDPOINTS, ExportError, has_collector};

    /// An export that sends nothing.
    #[derive(Debug)]
    pub struct Export(());

    /// Logs a warning if the environment asks for an export.
    ///
    /// # Errors
    /// Never.
    pub fn start(_: &Handle) -> Result<Export, ExportError> {
        if has_collector() {
            let [_, name] = ENDPOINTS;
            tracing::warn!("{name} is ignored: this program was built without the feature otlp");
        }
        Ok(Export(()))
    }

    impl Export {
        /// Ends the export.
        pub fn end(self) {}
    }
}
