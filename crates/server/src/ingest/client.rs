//! The HTTP client for upstreams: bounded in time and size, and honest about who asks.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ::ingest::{Fetched, NoAnswer, Validators};
use futures_util::StreamExt as _;
use reqwest::header::{ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION, RETRY_AFTER};
use reqwest::{ClientBuilder, Url};

/// Why there is no answer at all. The text never holds an address, which may hold a key.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FetchError {
    /// No connection.
    #[error("cannot connect: {0}")]
    Connect(String),
    /// No answer in time.
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    Timeout,
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// More than any honest answer.
    #[error("the answer is larger than {} MiB", most >> 20)]
    TooLarge {
        /// Bytes that it may have.
        most: usize,
    },
}

impl From<FetchError> for NoAnswer {
    fn from(error: FetchError) -> Self {
        let what = error.to_string();
        match error {
            FetchError::Connect(_) => Self::Unreached(what),
            FetchError::Timeout | FetchError::Broken(_) => Self::Broken(what),
            FetchError::TooLarge { .. } => Self::TooLarge(what),
        }
    }
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(60);

/// A client for upstreams.
#[derive(Debug, Clone)]
pub struct Client(reqwest::Client);

impl Client {
    /// A client.
    ///
    /// # Errors
    /// When TLS cannot be set up.
    pub fn new() -> Result<Self, FetchError> {
        // The client has no cryptography of its own; one that the process has chosen already stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self::built(builder())
    }

    /// Fetches an address; of the body `most` bytes, unpacked, are taken.
    ///
    /// # Errors
    /// When no answer came; a refusal is an answer.
    pub async fn get(&self, url: &str, most: usize) -> Result<Fetched, FetchError> {
        self.get_unless(url, None, &Validators::default(), most).await
    }

    /// Fetches an address from one of `addresses` and nobody else, whatever its name resolves to by then.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn get_at(&self, url: &Url, addresses: &[IpAddr], most: usize) -> Result<Fetched, FetchError> {
        // The address's own port counts.
        let addresses: Vec<SocketAddr> =
            addresses.iter().map(|address| SocketAddr::new(*address, 0)).collect();
        let pinned = builder().resolve_to_addrs(url.host_str().unwrap_or_default(), &addresses);
        Self::built(pinned)?.get(url.as_str(), most).await
    }

    fn built(builder: ClientBuilder) -> Result<Self, FetchError> {
        builder.build().map(Self).map_err(|error| FetchError::Connect(chain(error)))
    }

    /// Fetches an address unless it still holds the version of `known`: then the status is 304.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn get_unless(
        &self,
        url: &str,
        accept: Option<&str>,
        known: &Validators,
        most: usize,
    ) -> Result<Fetched, FetchError> {
        let mut request = self.0.get(url);
        if let Some(accept) = accept {
            request = request.header(reqwest::header::ACCEPT, accept);
        }
        for (name, value) in [(IF_NONE_MATCH, &known.etag), (IF_MODIFIED_SINCE, &known.last_modified)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        let response = request.send().await.map_err(from)?;
        let status = response.status().as_u16();
        let header = |name| response.headers().get(name)?.to_str().ok().map(str::to_owned);
        let (retry_after, location) = (header(RETRY_AFTER), header(LOCATION));
        let validators = Validators { etag: header(ETAG), last_modified: header(LAST_MODIFIED) };
        let (mut body, mut complete) = (Vec::new(), true);
        let mut stream = response.bytes_stream();
        while let Some(chunk) = stream.next().await {
            match chunk {
                Ok(chunk) if body.len() + chunk.len() > most => return Err(FetchError::TooLarge { most }),
                Ok(chunk) => body.extend_from_slice(&chunk),
                // What came before the break may still hold whole locations: the parser decides.
                Err(error) if body.is_empty() => return Err(from(error)),
                Err(_) => {
                    complete = false;
                    break;
                }
            }
        }
        Ok(Fetched { status, retry_after, location, validators, body, complete })
    }
}

fn builder() -> ClientBuilder {
    reqwest::Client::builder()
        .user_agent(concat!("snow-conditions/", env!("CARGO_PKG_VERSION"), " (open snow-conditions service)"))
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
}

fn from(error: reqwest::Error) -> FetchError {
    // A connection that does not come about in time is both.
    if error.is_connect() {
        FetchError::Connect(chain(error))
    } else if error.is_timeout() {
        FetchError::Timeout
    } else {
        FetchError::Broken(chain(error))
    }
}

/// The error and its causes on one line, without the address.
fn chain(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text.replace('\n', " ")
}
