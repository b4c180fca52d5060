//! A roadside camera: a link to a still, which is never fetched here, and whether it is in service.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::place::Spot;

/// Whether a camera works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CameraState {
    /// The agency lists it as in service. Whether the picture is fresh is not checked.
    InService,
    /// The agency lists it as out of service: its URL then serves a placeholder.
    OutOfService,
    /// The agency does not state it.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// Identifier within the lane.
    pub id: String,
    /// Location, as the agency describes it.
    pub spot: Spot,
    pub state: CameraState,
    /// URL of its newest still, only https.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub still_url: Option<String>,
    /// Minutes between two stills, according to the agency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_minutes: Option<u32>,
    /// When the agency last changed its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
}

/// Maximum length of a URL; longer ones are rejected.
const LONGEST_LINK: usize = 500;

/// Returns `text` if it is a URL that may be shown as a link: https, a host, no user, no space or quote.
#[must_use]
pub fn link(text: &str) -> Option<String> {
    let text = text.trim();
    let rest = text.strip_prefix("https://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '<' | '>' | '\\' | '`');
    let fits = !host.is_empty() && host.contains('.') && !host.contains('@') && text.len() <= LONGEST_LINK;
    (fits && text.chars().all(plain)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
