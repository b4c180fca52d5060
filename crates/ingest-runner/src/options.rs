//! What a deployment asks, where, and with which key.

use std::time::Duration;

use reqwest::Url;
use world::pictures::Camera;

/// The forecast upstream and the archive beside it.
#[derive(Clone)]
pub struct OpenMeteo {
    /// Base address; `None` for the public one that goes with the key.
    pub base_url: Option<String>,
    /// Base address of the archive; `None` for that of one's own server, else the public one that goes with the key.
    pub archive_url: Option<String>,
    /// Key of a paid plan.
    pub api_key: Option<String>,
    /// Open-Meteo's names of the weather models, 1 to 16.
    pub models: Vec<String>,
    /// Weighted calls a day; `None` without limit.
    pub daily_calls: Option<u32>,
}

impl std::fmt::Debug for OpenMeteo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenMeteo")
            .field("base_url", &self.base_url)
            .field("archive_url", &self.archive_url)
            .field("api_key", &self.api_key.as_ref().map(|_| "(set)"))
            .field("models", &self.models)
            .field("daily_calls", &self.daily_calls)
            .finish()
    }
}

/// A lane that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneUpstream {
    /// The lane's identifier.
    pub lane: &'static str,
    /// Base address, no trailing slash.
    pub base_url: String,
}

/// A lift feed that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftUpstream {
    /// The resort.
    pub slug: String,
    /// The family's identifier.
    pub family: &'static str,
    /// The whole address.
    pub url: Url,
    /// From one call to the next.
    pub every: Duration,
}

impl LiftUpstream {
    /// Scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// A camera of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CameraUpstream {
    /// As it is shown.
    pub camera: Camera,
    /// The whole address of its still.
    pub url: Url,
    /// From one recorded still to the next.
    pub every: Duration,
}

impl CameraUpstream {
    /// Scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// How long and how large reels are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReelLimits {
    /// From the last frame on.
    pub keep: Duration,
    /// Of all reels together.
    pub bytes: u64,
}
