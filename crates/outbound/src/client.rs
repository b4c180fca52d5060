//! The HTTP client for upstreams: limited in time and size, with an honest `User-Agent`.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ::ingest::{CallError, UpstreamResponse, Validators};
use futures_util::StreamExt as _;
use reqwest::header::{
    ACCEPT, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED, LOCATION, RANGE, RETRY_AFTER,
};
use reqwest::{ClientBuilder, Url};

/// The reason why there is no response. The text never contains a URL, which may contain a key.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FetchError {
    /// The connection failed.
    #[error("cannot connect: {0}")]
    Connect(String),
    /// The host's name did not resolve.
    #[error("cannot connect: {0}")]
    UnknownHost(String),
    /// No trusted TLS connection could be made.
    #[error("cannot connect: {0}")]
    Untrusted(String),
    /// No connection was made in time.
    #[error("cannot connect: {0}")]
    ConnectTimeout(String),
    /// No response arrived in time.
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    Timeout,
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// The response is larger than any plausible one.
    #[error("the answer is larger than {} MiB", most >> 20)]
    TooLarge {
        /// Maximum size, in bytes.
        most: usize,
    },
}

impl From<FetchError> for CallError {
    fn from(error: FetchError) -> Self {
        let what = error.to_string();
        match error {
            FetchError::Connect(_) => Self::Unreached(what),
            FetchError::UnknownHost(_) => Self::UnknownHost(what),
            FetchError::Untrusted(_) => Self::Untrusted(what),
            FetchError::ConnectTimeout(_) => Self::ConnectTimeout(what),
            FetchError::Timeout => Self::Late(what),
            FetchError::Broken(_) => Self::Broken(what),
            FetchError::TooLarge { .. } => Self::TooLarge(what),
        }
    }
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(60);

/// A client for upstreams.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    /// Public address of this service, if others can reach it.
    contact: Option<String>,
}

/// Options of a request, in addition to its URL.
#[derive(Debug, Clone, Copy, Default)]
pub struct RequestOptions<'a> {
    /// Media type to request.
    pub accept: Option<&'a str>,
    /// Validators of the version that is cached already.
    pub known: Option<&'a Validators>,
    /// Maximum size of the decompressed body, in bytes.
    pub most: usize,
    /// Whether only the first `most` bytes are wanted: the connection is closed after them, and more is not an error.
    pub is_peek: bool,
}

impl Client {
    /// Creates a client.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be set up.
    pub fn new() -> Result<Self, FetchError> {
        Self::built(builder(None), None)
    }

    /// Adds the address of this service to the `User-Agent`: some upstreams want a contact.
    ///
    /// # Errors
    /// Returns the errors of [`Client::new`].
    pub fn naming(self, contact: &str) -> Result<Self, FetchError> {
        Self::built(builder(Some(contact)), Some(contact.to_owned()))
    }

    /// Fetches a URL and at most `most` bytes of the decompressed body.
    ///
    /// # Errors
    /// Returns an error if no response arrived; an error status is a response.
    pub async fn get(&self, url: &str, most: usize) -> Result<UpstreamResponse, FetchError> {
        self.fetch(url, RequestOptions { most, ..RequestOptions::default() }).await
    }

    /// Returns a client that reaches the host of `url` only at `addresses`, whatever its name resolves to later.
    ///
    /// # Errors
    /// Returns the errors of [`Client::new`].
    pub fn at(&self, url: &Url, addresses: &[IpAddr]) -> Result<Self, FetchError> {
        // The URL's own port applies.
        let addresses: Vec<SocketAddr> =
            addresses.iter().map(|address| SocketAddr::new(*address, 0)).collect();
        let builder = builder(self.contact.as_deref());
        let pinned = builder.resolve_to_addrs(url.host_str().unwrap_or_default(), &addresses);
        Self::built(pinned, self.contact.clone())
    }

    fn built(builder: ClientBuilder, contact: Option<String>) -> Result<Self, FetchError> {
        let http = builder.build().map_err(|error| FetchError::Connect(chain(error)))?;
        Ok(Self { http, contact })
    }

    /// Fetches a URL. If the known version is current, the status is 304.
    ///
    /// # Errors
    /// Returns the errors of [`Client::get`].
    pub async fn fetch(&self, url: &str, manner: RequestOptions<'_>) -> Result<UpstreamResponse, FetchError> {
        let RequestOptions { accept, known, most, is_peek } = manner;
        let mut request = self.http.get(url);
        let etag = known.and_then(|known| known.etag.as_ref());
        let last_modified = known.and_then(|known| known.last_modified.as_ref());
        let given = [
            (ACCEPT, accept.map(str::to_owned)),
            (IF_NONE_MATCH, etag.cloned()),
            (IF_MODIFIED_SINCE, last_modified.cloned()),
            (RANGE, is_peek.then(|| format!("bytes=0-{}", most.saturating_sub(1)))),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        let response = request.send().await.map_err(from)?;
        let told = |name| text(response.headers(), name);
        let fetched = UpstreamResponse {
            status: response.status().as_u16(),
            retry_after: told(RETRY_AFTER),
            location: told(LOCATION),
            media: told(CONTENT_TYPE),
            // For a part, the length of the whole follows a slash.
            length: match told(CONTENT_RANGE) {
                Some(range) => range.rsplit_once('/').and_then(|(_, whole)| whole.trim().parse().ok()),
                None => response.content_length(),
            },
            validators: Validators { etag: told(ETAG), last_modified: told(LAST_MODIFIED) },
            body: Vec::new(),
            complete: true,
        };
        let (mut body, mut complete) = (Vec::new(), true);
        let mut stream = response.bytes_stream();
        while let Some(chunk) = stream.next().await {
            match chunk {
                Ok(chunk) if body.len() + chunk.len() > most && is_peek => {
                    body.extend_from_slice(chunk.get(..most - body.len()).unwrap_or_default());
                    complete = false;
                    break;
                }
                Ok(chunk) if body.len() + chunk.len() > most => return Err(FetchError::TooLarge { most }),
                Ok(chunk) => body.extend_from_slice(&chunk),
                // The part before the break may still contain complete locations: the parser decides.
                Err(error) if body.is_empty() => return Err(from(error)),
                Err(_) => {
                    complete = false;
                    break;
                }
            }
        }
        Ok(UpstreamResponse { body, complete, ..fetched })
    }
}

/// Returns a header, as sent.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

pub(crate) fn builder(contact: Option<&str>) -> ClientBuilder {
    let contact = contact.map(|contact| format!("; {contact}")).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    // The client brings no cryptography; a provider that the process has installed already stays.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .user_agent(format!("snow-conditions/{version} (open snow-conditions service{contact})"))
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
}

fn from(error: reqwest::Error) -> FetchError {
    // A connection timeout is both.
    if error.is_connect() {
        let failure = connect_failure(&error);
        failure(chain(error))
    } else if error.is_timeout() {
        FetchError::Timeout
    } else {
        FetchError::Broken(chain(error))
    }
}

/// Returns the failure of a connection by the step that failed.
fn connect_failure(error: &reqwest::Error) -> fn(String) -> FetchError {
    if error.is_timeout() {
        return FetchError::ConnectTimeout;
    }
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        // The connector has no type for a failure of this step, only this text.
        if error.to_string() == "dns error" {
            return FetchError::UnknownHost;
        }
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        if error.is::<rustls::Error>() || inner.is_some_and(|inner| inner.is::<rustls::Error>()) {
            return FetchError::Untrusted;
        }
        cause = error.source();
    }
    FetchError::Connect
}

/// Formats the error and its causes on one line, without the URL.
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
