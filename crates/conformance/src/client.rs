//! HTTP client of the kit: limits time, size and rate, follows no redirects, and distinguishes failures of the network
//! from failures of the server.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::header::{HeaderMap, HeaderName};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::{Interval, MissedTickBehavior};

/// Maximum time for one answer, body included.
const PATIENCE: Duration = Duration::from_secs(20);
/// Maximum size of a body, in bytes.
const LARGEST: usize = 16 << 20;

/// Reason why there is no complete answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The connection failed; this says nothing about the server's conformance.
    Unreachable(String),
    /// The server is at fault: the answer was late, incomplete or too large.
    Broken(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreachable(why) | Self::Broken(why) => f.write_str(why),
        }
    }
}

/// An answer with any status.
#[derive(Debug, Clone)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    headers: HeaderMap,
    /// The complete body.
    pub body: Vec<u8>,
}

impl Reply {
    /// Returns a header as text; empty if it is missing.
    #[must_use]
    pub fn header(&self, name: &'static str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Returns the media type without parameters, in lower case.
    #[must_use]
    pub fn media_type(&self) -> String {
        self.header("content-type").split(';').next().unwrap_or("").trim().to_ascii_lowercase()
    }

    /// Parses the body as JSON.
    ///
    /// # Errors
    /// Returns an error if the body is not JSON or is nested too deeply.
    pub fn json(&self) -> Result<Value, String> {
        serde_json::from_slice(&self.body).map_err(|error| error.to_string())
    }
}

/// An HTTP client for one server.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    pace: Option<Arc<Mutex<Interval>>>,
}

impl Client {
    /// Makes a client for the server at `base` that sends at most `rate` requests per second.
    ///
    /// # Errors
    /// Returns an error if the address is invalid or TLS cannot be set up.
    pub fn new(base: &str, rate: Option<f64>) -> Result<Self, String> {
        let base = base.trim_end_matches('/').to_owned();
        let url = reqwest::Url::parse(&base)
            .map_err(|error| format!("`{base}` is not a valid address: {error}"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(format!("`{base}`: give an http or https address"));
        }
        // Installs a cryptography provider unless the process has already chosen one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .user_agent(concat!("snow-conformance/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(Duration::from_secs(5))
            .timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| format!("cannot set up the HTTP client: {}", chain(&error)))?;
        let pace = rate.filter(|rate| *rate > 0.0).map(|rate| {
            let mut pace = tokio::time::interval(Duration::from_secs_f64((1.0 / rate).min(3600.0)));
            pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
            Arc::new(Mutex::new(pace))
        });
        Ok(Self { http, base, pace })
    }

    /// Returns the server's base address, without a trailing slash.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Fetches a path below the base address.
    ///
    /// # Errors
    /// Returns an error if there is no complete answer.
    pub async fn get(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Reply, Failure> {
        self.send(self.http.get(format!("{}{path}", self.base)), headers).await
    }

    /// Posts JSON to a path.
    ///
    /// # Errors
    /// Returns an error if there is no complete answer.
    pub async fn post(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
        body: &Value,
    ) -> Result<Reply, Failure> {
        let request = self.http.post(format!("{}{path}", self.base)).body(body.to_string());
        self.send(request.header("content-type", "application/json"), headers).await
    }

    /// Sends a DELETE request for a path.
    ///
    /// # Errors
    /// Returns an error if there is no complete answer.
    pub async fn delete(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Reply, Failure> {
        self.send(self.http.delete(format!("{}{path}", self.base)), headers).await
    }

    async fn send(
        &self,
        mut request: reqwest::RequestBuilder,
        headers: &[(&'static str, &str)],
    ) -> Result<Reply, Failure> {
        if let Some(pace) = &self.pace {
            pace.lock().await.tick().await;
        }
        for (name, value) in headers {
            request = request.header(HeaderName::from_static(name), *value);
        }
        let response = request.send().await.map_err(|error| failure(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let mut body = Vec::new();
        let mut stream = response.bytes_stream();
        while let Some(chunk) = stream.next().await {
            let chunk = chunk.map_err(|error| failure(&error))?;
            if body.len() + chunk.len() > LARGEST {
                return Err(Failure::Broken(format!("the answer is larger than {} MiB", LARGEST >> 20)));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Reply { status, headers, body })
    }
}

fn failure(error: &reqwest::Error) -> Failure {
    if error.is_connect() {
        Failure::Unreachable(format!("cannot connect: {}", chain(error)))
    } else if error.is_timeout() {
        Failure::Broken(format!("no complete answer within {} s", PATIENCE.as_secs()))
    } else {
        Failure::Broken(format!("the answer was cut off: {}", chain(error)))
    }
}

/// Formats an error with its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        cause = error.source();
    }
    text
}

/// Encodes a slug as a path segment.
pub(crate) fn segment(slug: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    slug.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
