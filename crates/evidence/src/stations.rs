//! Readings of the stations of one network for a resort: one row per resort and network.
//!
//! Version 1 was a bare list of readings. The names below are those of the stored form: if a field of
//! [`StationReading`] is renamed, this code no longer compiles until its stored name is given here.

use std::collections::BTreeMap;

use conditions_core::evidence::{Evidence, Site, StationReading};
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize, Serializer};

use crate::form::{DecodeError, Form, check_version, malformed};
use crate::kind::{Kind, Visibility};

/// Readings of stations.
#[derive(Debug, Clone, Copy)]
pub struct Stations;

#[derive(Serialize, Deserialize)]
#[serde(remote = "StationReading", rename_all = "camelCase")]
struct StoredForm {
    network: String,
    station_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<ShownName>,
    #[serde(default)]
    site: Site,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elevation_m: Option<f64>,
    distance_km: f64,
    observed_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    temp_c: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wind_mps: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    snow_depth_cm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    swe_mm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    surface_temp_c: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_snow24h_cm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_snow48h_cm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_snow7d_cm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_swe24h_mm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thaw_freeze48h: Option<bool>,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    doubted: bool,
}

#[derive(Deserialize)]
#[serde(transparent)]
struct StoredReading(#[serde(with = "StoredForm")] StationReading);

struct StoredReadingRef<'a>(&'a StationReading);

impl Serialize for StoredReadingRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredForm::serialize(self.0, serializer)
    }
}

/// Measurements of a station in an hour before its newest reading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EarlierReading {
    /// Time of the reading.
    pub at: Timestamp,
    /// Snow depth, centimetres.
    pub depth_cm: f64,
    /// Snow water equivalent, millimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swe_mm: Option<f64>,
    /// Air temperature, degrees Celsius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temp_c: Option<f64>,
}

/// Earlier readings by station.
pub type EarlierReadings = BTreeMap<String, Vec<EarlierReading>>;

#[derive(Serialize)]
struct WrittenRow<'a> {
    v: u32,
    readings: Vec<StoredReadingRef<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    earlier: &'a EarlierReadings,
}

#[derive(Deserialize)]
struct ReadEarlier {
    #[serde(default)]
    earlier: EarlierReadings,
}

impl Stations {
    /// Encodes a row with the hours before the newest readings that no row has yet: a series is summed again from all
    /// of its rows.
    #[must_use]
    pub fn encode_with(readings: &[StationReading], earlier: &EarlierReadings) -> String {
        let readings = readings.iter().map(StoredReadingRef).collect();
        // String keys and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&WrittenRow { v: Self::VERSION, readings, earlier }).unwrap_or_default()
    }

    /// Returns the earlier readings of a row; none if it is unreadable.
    #[must_use]
    pub fn earlier(payload: &str) -> EarlierReadings {
        serde_json::from_str::<ReadEarlier>(payload).map(|row| row.earlier).unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Bare(Vec<StoredReading>),
    Versioned { v: u32, readings: Vec<StoredReading> },
}

impl Form for Stations {
    const NAME: &'static str = "stations";
    const VERSION: u32 = 2;
    type Value = Vec<StationReading>;

    fn encode(readings: &Vec<StationReading>) -> String {
        Self::encode_with(readings, &EarlierReadings::new())
    }

    fn decode(payload: &str) -> Result<Vec<StationReading>, DecodeError> {
        let (v, readings) = match serde_json::from_str(payload).map_err(malformed::<Self>)? {
            Row::Bare(readings) => (1, readings),
            Row::Versioned { v, readings } => (v, readings),
        };
        check_version::<Self>(v)?;
        Ok(readings.into_iter().map(|StoredReading(reading)| reading).collect())
    }
}

impl Kind for Stations {
    const SHOWN: Visibility = Visibility::WithNetwork;

    /// Applies a row, which only counts for its own network.
    fn apply(evidence: &mut Evidence, lane: &str, readings: Vec<StationReading>) {
        evidence.stations.retain(|reading| reading.network != lane);
        evidence.stations.extend(readings.into_iter().filter(|reading| reading.network == lane));
    }
}

#[cfg(test)]
mod tests;
