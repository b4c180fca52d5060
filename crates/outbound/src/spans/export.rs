//! The export of a program with the feature `otlp`: OTLP over HTTP with protobuf. The batches are made on a thread of the
//! SDK; the requests are sent on the runtime of the background tasks.

use std::env;
use std::pin::Pin;

use hyper::body::Bytes;
use hyper::{Request, Response};
use opentelemetry::{KeyValue, global};
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use runtime::build::VERSION;
use tokio::runtime::Handle;

use super::{ExportError, has_collector};
use crate::client;

/// Default name of the service.
const SERVICE: &str = "snow-conditions";

/// A running export; `None` without a collector.
#[derive(Debug)]
pub struct Export(Option<SdkTracerProvider>);

/// Exports the spans of this process from now on, if the environment names a collector and does not disable it. The
/// exporter reads its own settings from the variables of OpenTelemetry.
///
/// # Errors
/// Returns an [`ExportError`] if the variables are not usable.
pub fn start(background: &Handle) -> Result<Export, ExportError> {
    if !has_collector() || text("OTEL_SDK_DISABLED").eq_ignore_ascii_case("true") {
        return Ok(Export(None));
    }
    let http = client::builder(None).build().map_err(|error| ExportError(error.to_string()))?;
    let sender = Sender { http, background: background.clone() };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_http_client(sender)
        .build()
        .map_err(|error| ExportError(error.to_string()))?;
    let provider =
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource()).build();
    global::set_tracer_provider(provider.clone());
    Ok(Export(Some(provider)))
}

impl Export {
    /// Sends the last spans and ends the export. The runtime given to [`start`] must still run.
    pub fn end(self) {
        if let Some(Err(error)) = self.0.map(|provider| provider.shutdown()) {
            tracing::warn!(%error, "the last spans were not sent");
        }
    }
}

/// Describes this process: the environment's attributes and, if they lack it, the default name.
fn resource() -> Resource {
    let described = Resource::builder().with_attribute(KeyValue::new("service.version", VERSION));
    let is_named = !text("OTEL_SERVICE_NAME").is_empty()
        || text("OTEL_RESOURCE_ATTRIBUTES").split(',').any(|one| one.trim().starts_with("service.name="));
    if is_named { described.build() } else { described.with_service_name(SERVICE).build() }
}

/// Returns a variable, empty if it is not set.
fn text(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Sends the requests of the exporter, whose thread is outside the runtime.
#[derive(Debug)]
struct Sender {
    http: reqwest::Client,
    background: Handle,
}

impl HttpClient for Sender {
    fn send_bytes<'a, 'f>(
        &'a self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'f>>
    where
        'a: 'f,
        Self: 'f,
    {
        let http = self.http.clone();
        let sent = self.background.spawn(async move { send(&http, request).await });
        Box::pin(async move { sent.await? })
    }
}

async fn send(http: &reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let answer = http.execute(request.try_into()?).await?;
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    *response.body_mut() = answer.bytes().await?;
    Ok(response)
}
