//! A network's list of stations, stored between two daily fetches and across a restart.

use std::collections::BTreeMap;

use conditions_core::evidence::Site;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Stored lists of stations.
#[derive(Debug, Clone, Copy)]
pub struct Directory;

/// A list of stations, with its version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredDirectory {
    v: u32,
    /// Time of the fetch.
    #[serde(rename = "at")]
    pub fetched_at: Timestamp,
    /// The whole network.
    pub stations: Vec<StoredStation>,
    /// Stations that moved, with the time of the first report.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moved: BTreeMap<String, Timestamp>,
}

/// One station of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredStation {
    /// Identifier within the network.
    pub id: String,
    /// Name given by the network.
    pub name: ShownName,
    /// Kind of place.
    #[serde(default)]
    pub site: Site,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation_m: Option<f64>,
    /// Seconds by which its clock is ahead of UTC, if it is not UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utc_offset_s: Option<i32>,
    /// Whether it measures snow, if the network states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measures_snow: Option<bool>,
}

impl StoredDirectory {
    /// Makes a list in the newest version.
    #[must_use]
    pub const fn new(
        fetched_at: Timestamp,
        stations: Vec<StoredStation>,
        moved: BTreeMap<String, Timestamp>,
    ) -> Self {
        Self { v: Directory::VERSION, fetched_at, stations, moved }
    }
}

impl Form for Directory {
    const NAME: &'static str = "stations-directory";
    const VERSION: u32 = 1;
    type Value = StoredDirectory;

    fn encode(value: &StoredDirectory) -> String {
        // String keys and finite numbers: writing to memory cannot fail.
        serde_json::to_string(value).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<StoredDirectory, DecodeError> {
        let kept: StoredDirectory = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(kept)
    }
}

#[cfg(test)]
mod tests;
