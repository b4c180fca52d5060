//! A call and its answer, as the driver sends and receives them.

use sources::open_meteo::RequestUrl;

/// A request to send.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Its address.
    pub url: RequestUrl,
    /// The media type to ask for.
    pub accept: Option<&'static str>,
    /// What the upstream knows the version by that is here already; empty for an unconditional request.
    pub validators: Validators,
    /// What one attempt counts.
    pub weight: f64,
    /// What is counted before the first attempt: more than `weight` where a second call belongs to this one, nothing where
    /// this is that second call. A repeat counts `weight`.
    pub counted: f64,
    /// The name under which the attempt is noted in storage before it goes out, so that neither a restart nor another
    /// replica asks earlier.
    pub noted_as: Option<String>,
    /// Whose health it is.
    pub health: String,
    /// What is asked for, for logs.
    pub what: String,
    /// Whether somebody else wrote the address: then it is asked only where a public host answers.
    pub is_guarded: bool,
    /// Whether only the beginning of the answer is wanted: the connection is closed when it is there.
    pub is_peek: bool,
}

impl Call {
    /// An unconditional request that counts once.
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

/// What an upstream answered, whatever the status.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpstreamResponse {
    /// HTTP status.
    pub status: u16,
    /// `Retry-After`, as sent.
    pub retry_after: Option<String>,
    /// `Location`, as sent: nothing is followed by itself.
    pub location: Option<String>,
    /// `Content-Type`, as sent.
    pub media: Option<String>,
    /// Bytes of the whole body, where the upstream says how many there are.
    pub length: Option<u64>,
    /// What to show the next time, so that nothing is sent twice.
    pub validators: Validators,
    /// The body, as far as it came.
    pub body: Vec<u8>,
    /// Whether all of it came.
    pub complete: bool,
}

/// Why there is no answer, in words without the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// No connection came about: the upstream has not heard of the call and has not counted it.
    Unreached(String),
    /// The connection broke, or the answer did not come in time.
    Broken(String),
    /// The answer is larger than any honest one: asked again, it would be so again.
    TooLarge(String),
}

/// What an upstream knows a version of its answer by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// `ETag`.
    pub etag: Option<String>,
    /// `Last-Modified`.
    pub last_modified: Option<String>,
}

impl Validators {
    /// Whether a request with them is conditional.
    #[must_use]
    pub const fn is_some(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }
}

/// Why a call must not be made, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallDenial {
    /// The host's rules for robots do not allow it, or cannot be read.
    ByRobots(String),
    /// Its address leads to where nothing is asked.
    ByGuard(String),
}

impl CallDenial {
    /// The reason, for logs.
    #[must_use]
    pub fn why(&self) -> &str {
        match self {
            Self::ByRobots(why) | Self::ByGuard(why) => why,
        }
    }
}
