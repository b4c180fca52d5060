//! Upstreams, their URLs and their keys, as a deployment configures them.

use std::time::Duration;

use reqwest::Url;
use world::pictures::Camera;

/// The forecast upstream and its archive.
#[derive(Clone)]
pub struct OpenMeteo {
    /// Base URL; `None` for the public one that goes with the key.
    pub base_url: Option<String>,
    /// Base URL of the archive; `None` for the archive of a private server, else for the public one that goes with the
    /// key.
    pub archive_url: Option<String>,
    /// Key of a paid plan.
    pub api_key: Option<String>,
    /// Open-Meteo's names of the weather models, 1 to 16.
    pub models: Vec<String>,
    /// Weighted calls per day; `None` for no limit.
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

/// An enabled lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneUpstream {
    /// Identifier of the lane.
    pub lane: &'static str,
    /// Base URL without a trailing slash.
    pub base_url: String,
}

/// An enabled lift feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftUpstream {
    /// Slug of the resort.
    pub slug: String,
    /// Identifier of the family.
    pub family: &'static str,
    /// Complete URL.
    pub url: Url,
    /// Time from one call to the next.
    pub every: Duration,
}

impl LiftUpstream {
    /// Returns scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// A camera of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CameraUpstream {
    /// Camera data for display.
    pub camera: Camera,
    /// Complete URL of its still.
    pub url: Url,
    /// Time from one recorded still to the next.
    pub every: Duration,
}

impl CameraUpstream {
    /// Returns scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

/// Retention of reels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReelLimits {
    /// Retention after the last frame.
    pub keep: Duration,
    /// Maximum size of all reels together, in bytes.
    pub bytes: u64,
}
