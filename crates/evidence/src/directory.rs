//! A network's list of stations as it is kept between two fetches of it, a day apart, and across a restart.

use std::collections::BTreeMap;

use conditions_core::evidence::Site;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{Form, Unreadable, known, malformed};

/// Lists of stations.
#[derive(Debug, Clone, Copy)]
pub struct Directory;

/// A list of stations, with its version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptDirectory {
    v: u32,
    /// When it was fetched.
    #[serde(rename = "at")]
    pub fetched_at: Timestamp,
    /// The whole network.
    pub stations: Vec<KeptStation>,
    /// Stations that moved, and when that was first said.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moved: BTreeMap<String, Timestamp>,
}

/// One station of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptStation {
    /// Identifier within the network.
    pub id: String,
    /// As the network calls it.
    pub name: ShownName,
    /// What kind of place it stands at.
    #[serde(default)]
    pub site: Site,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation_m: Option<f64>,
    /// Seconds east of UTC of its clock, where it is not UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utc_offset_s: Option<i32>,
    /// Whether it measures snow, where the network says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measures_snow: Option<bool>,
}

impl KeptDirectory {
    /// A list in the newest version.
    #[must_use]
    pub const fn new(
        fetched_at: Timestamp,
        stations: Vec<KeptStation>,
        moved: BTreeMap<String, Timestamp>,
    ) -> Self {
        Self { v: Directory::VERSION, fetched_at, stations, moved }
    }
}

impl Form for Directory {
    const NAME: &'static str = "stations-directory";
    const VERSION: u32 = 1;
    type Value = KeptDirectory;

    fn encode(value: &KeptDirectory) -> String {
        // String keys and finite numbers: writing to memory cannot fail.
        serde_json::to_string(value).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<KeptDirectory, Unreadable> {
        let kept: KeptDirectory = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        known::<Self>(kept.v)?;
        Ok(kept)
    }
}

#[cfg(test)]
mod tests;
