//! The HTTP client of the kit: bounded in time, size and rate, follows no redirect, and says whose fault a failure is.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::header::{HeaderMap, HeaderName};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::{Interval, MissedTickBehavior};

/// Longest wait for one answer, body included.
const PATIENCE: Duration = Duration::from_secs(20);
/// Largest body that is read.
const LARGEST: usize = 16 << 20;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// No connection at all: nothing can be said of the server.
    Unreachable(String),
    /// The server's own doing: late, broken off, or too large.
    Broken(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreachable(why) | Self::Broken(why) => f.write_str(why),
        }
    }
}

/// An answer, whatever its status.
#[derive(Debug, Clone)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    headers: HeaderMap,
    /// The body, whole.
    pub body: Vec<u8>,
}

impl Reply {
    /// A header as text; empty when it is not there.
    #[must_use]
    pub fn header(&self, name: &'static str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// The media type without parameters, in lower case.
    #[must_use]
    pub fn media_type(&self) -> String {
        self.header("content-type").split(';').next().unwrap_or("").trim().to_ascii_lowercase()
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// When it is not, or is nested too deeply.
    pub fn json(&self) -> Result<Value, String> {
        serde_json::from_slice(&self.body).map_err(|error| error.to_string())
    }
}

/// A client of one server.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    pace: Option<Arc<Mutex<Interval>>>,
}

impl Client {
    /// A client for the server at `base`, sending at most `rate` requests a second.
    ///
    /// # Errors
    /// When the address is none, or TLS cannot be set up.
    pub fn new(base: &str, rate: Option<f64>) -> Result<Self, String> {
        let base = base.trim_end_matches('/').to_owned();
        let url = reqwest::Url::parse(&base).map_err(|error| format!("`{base}` is no address: {error}"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(format!("`{base}`: give an http or https address"));
        }
        // The client has no cryptography of its own; one that the process has chosen already stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .user_agent(concat!("snow-conformance/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(Duration::from_secs(5))
            .timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| format!("cannot set up a client: {}", chain(&error)))?;
        let pace = rate.filter(|rate| *rate > 0.0).map(|rate| {
            let mut pace = tokio::time::interval(Duration::from_secs_f64((1.0 / rate).min(3600.0)));
            pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
            Arc::new(Mutex::new(pace))
        });
        Ok(Self { http, base, pace })
    }

    /// The server's base address, without a trailing stroke.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Fetches a path below the base address.
    ///
    /// # Errors
    /// When there is no whole answer.
    pub async fn get(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Reply, Failure> {
        self.send(self.http.get(format!("{}{path}", self.base)), headers).await
    }

    /// Posts JSON to a path.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn post(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
        body: &Value,
    ) -> Result<Reply, Failure> {
        let request = self.http.post(format!("{}{path}", self.base)).body(body.to_string());
        self.send(request.header("content-type", "application/json"), headers).await
    }

    /// Deletes what is at a path.
    ///
    /// # Errors
    /// As [`Client::get`].
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
        Failure::Broken(format!("no whole answer within {} s", PATIENCE.as_secs()))
    } else {
        Failure::Broken(format!("the answer broke off: {}", chain(error)))
    }
}

/// An error with its causes, in one line.
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

/// A slug as a segment of a path.
pub(crate) fn segment(slug: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    slug.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
