//! A call and its response, as the driver sends and receives them.

use sources::failure::FailureClass;
use sources::open_meteo::RequestUrl;

#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub url: RequestUrl,
    /// The media type to request.
    pub accept: Option<&'static str>,
    /// Validators of the stored version; empty for an unconditional request.
    pub validators: Validators,
    /// Weight of one attempt.
    pub weight: f64,
    /// Weight counted before the first attempt: more than `weight` if a second call belongs to this one, zero if this
    /// is that second call. A repeat counts `weight`.
    pub counted: f64,
    /// Name under which the attempt is recorded in storage before it is sent, so that neither a restart nor another
    /// replica sends it earlier.
    pub noted_as: Option<String>,
    /// Name of the health entry that the call affects.
    pub health: String,
    /// Description of the request, for logs.
    pub what: String,
    /// Whether the URL comes from a third party: then the call is sent only to public hosts.
    pub is_guarded: bool,
    /// Whether only the beginning of the response is wanted: the connection is closed once it has arrived.
    pub is_peek: bool,
}

impl Call {
    /// Makes an unconditional request with weight one.
    #[must_use]
    pub fn new(url: RequestUrl, health: &str, what: impl Into<String>) -> Self {
        Self {
            url,
            accept: None,
            validators: Validators::default(),
            weight: 1.0,
            counted: 1.0,
            noted_as: None,
            health: health.to_owned(),
            what: what.into(),
            is_guarded: false,
            is_peek: false,
        }
    }
}

/// Response of an upstream, with any status.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpstreamResponse {
    pub status: u16,
    /// `Retry-After`, as sent.
    pub retry_after: Option<String>,
    /// `Location`, as sent: redirects are not followed automatically.
    pub location: Option<String>,
    /// `Content-Type`, as sent.
    pub media: Option<String>,
    /// Length of the whole body in bytes, if the upstream states it.
    pub length: Option<u64>,
    /// Validators for the next request, so that unchanged data are not sent again.
    pub validators: Validators,
    /// The body, as far as it arrived.
    pub body: Vec<u8>,
    /// Whether all of it arrived.
    pub complete: bool,
}

/// Reason for a missing response, in words without the URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    /// The connection failed: the upstream has not received the call and has not counted it.
    Unreached(String),
    /// Like [`CallError::Unreached`]: the host's name did not resolve.
    UnknownHost(String),
    /// Like [`CallError::Unreached`]: no trusted TLS connection could be made.
    Untrusted(String),
    /// Like [`CallError::Unreached`]: no connection was made in time.
    ConnectTimeout(String),
    /// The response did not arrive in time.
    Late(String),
    /// The connection broke.
    Broken(String),
    /// The response is larger than any valid one; a repeat would give the same.
    TooLarge(String),
}

impl CallError {
    /// Returns the class of this failure.
    #[must_use]
    pub const fn class(&self) -> FailureClass {
        match self {
            Self::Unreached(_) | Self::Broken(_) => FailureClass::Connection,
            Self::UnknownHost(_) => FailureClass::Dns,
            Self::Untrusted(_) => FailureClass::Tls,
            Self::ConnectTimeout(_) | Self::Late(_) => FailureClass::Timeout,
            Self::TooLarge(_) => FailureClass::TooLarge,
        }
    }

    /// Returns whether the upstream has not received the call.
    pub(crate) const fn is_unreached(&self) -> bool {
        match self {
            Self::Unreached(_) | Self::UnknownHost(_) | Self::Untrusted(_) | Self::ConnectTimeout(_) => true,
            Self::Late(_) | Self::Broken(_) | Self::TooLarge(_) => false,
        }
    }

    /// Returns the reason, without the address.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Unreached(why)
            | Self::UnknownHost(why)
            | Self::Untrusted(why)
            | Self::ConnectTimeout(why)
            | Self::Late(why)
            | Self::Broken(why)
            | Self::TooLarge(why) => why,
        }
    }
}

/// Identifiers of a version of an upstream's response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// `ETag`.
    pub etag: Option<String>,
    /// `Last-Modified`.
    pub last_modified: Option<String>,
}

impl Validators {
    /// Returns whether a request with them is conditional.
    #[must_use]
    pub const fn is_some(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }
}

/// Reason for which a call must not be made, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallDenial {
    /// The host's robots rules do not allow it, or cannot be read.
    ByRobots(String),
    /// Its URL leads to a host that must not be contacted.
    ByGuard(String),
}

impl CallDenial {
    /// Returns the reason, for logs.
    #[must_use]
    pub fn why(&self) -> &str {
        match self {
            Self::ByRobots(why) | Self::ByGuard(why) => why,
        }
    }
}
