//! Access to an envelope for the rules: fields, times, headline.

use std::ops::Deref;

use conditions_core::time::Timestamp;
use serde_json::Value;

use super::Definitions;
use super::json::{at, timestamp};

/// The caller that received an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A caller without a token.
    Anonymous,
    /// A caller with the Pro tier.
    Pro,
    /// An unknown caller, as for a file.
    Unknown,
}

/// One envelope with its caller and the thresholds of its server.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The envelope.
    pub json: &'a Value,
    /// Caller that received the envelope.
    pub viewer: Viewer,
    /// Thresholds that the server states, or the defaults.
    pub definitions: &'a Definitions,
}

/// Maximum lag of published ages, in milliseconds (contract-decisions 2).
pub(super) const LAG_MS: i64 = 60_000;

/// A field envelope and its location.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldAt<'a> {
    /// JSON pointer.
    pub(super) path: &'static str,
    json: &'a Value,
}

impl Deref for FieldAt<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.json
    }
}

impl<'a> FieldAt<'a> {
    pub(super) const fn json(self) -> &'a Value {
        self.json
    }

    /// Returns the value, or null.
    pub(super) fn value(self) -> &'a Value {
        at(self.json, &["value"])
    }

    pub(super) fn number(self) -> Option<f64> {
        self.value().as_f64()
    }

    pub(super) fn source(self) -> &'a str {
        at(self.json, &["source"]).as_str().unwrap_or("")
    }

    pub(super) fn observed_at(self) -> Option<Timestamp> {
        timestamp(at(self.json, &["observedAt"]))
    }

    pub(super) fn confidence(self) -> Option<f64> {
        at(self.json, &["confidence"]).as_f64()
    }

    pub(super) fn is_null(self) -> bool {
        self.value().is_null()
    }
}

/// Every field envelope of `data`: pointer and path.
const FIELDS: [(&str, &[&str]); 18] = [
    ("/data/status", &["data", "status"]),
    ("/data/seasonOpening", &["data", "seasonOpening"]),
    ("/data/seasonClosing", &["data", "seasonClosing"]),
    ("/data/depth/base", &["data", "depth", "base"]),
    ("/data/depth/mid", &["data", "depth", "mid"]),
    ("/data/depth/summit", &["data", "depth", "summit"]),
    ("/data/displayDepthCm", &["data", "displayDepthCm"]),
    ("/data/baseDepthCm", &["data", "baseDepthCm"]),
    ("/data/depthVsAvgPct", &["data", "depthVsAvgPct"]),
    ("/data/lifts", &["data", "lifts"]),
    ("/data/runs", &["data", "runs"]),
    ("/data/surface", &["data", "surface"]),
    ("/data/abilityPct", &["data", "abilityPct"]),
    ("/data/longestRun", &["data", "longestRun"]),
    ("/data/snowQuality", &["data", "snowQuality"]),
    ("/data/snowSurfaceTemp", &["data", "snowSurfaceTemp"]),
    ("/data/forecast/next7dCm", &["data", "forecast", "next7dCm"]),
    ("/data/forecast/next14dCm", &["data", "forecast", "next14dCm"]),
];

/// The bands, base first.
pub(super) const BANDS: [&str; 3] = ["base", "mid", "summit"];

impl<'a> Answer<'a> {
    /// Returns a member by its path.
    pub(super) fn at(&self, path: &[&str]) -> &'a Value {
        at(self.json, path)
    }

    /// Returns a member of `data`.
    pub(super) fn data(&self, name: &str) -> &'a Value {
        at(self.json, &["data", name])
    }

    /// Returns the field envelopes that are objects.
    pub(super) fn fields(&self) -> impl Iterator<Item = FieldAt<'a>> {
        let json = self.json;
        FIELDS.iter().filter_map(move |(path, steps)| {
            Some(FieldAt { path, json: at(json, steps) }).filter(|field| field.json.is_object())
        })
    }

    /// Returns one field by its pointer, or `None` if it is not an object.
    pub(super) fn field(&self, path: &str) -> Option<FieldAt<'a>> {
        let (path, steps) = FIELDS.iter().find(|(known, _)| *known == path)?;
        Some(FieldAt { path, json: at(self.json, steps) }).filter(|field| field.json.is_object())
    }

    /// Returns the depth of a band if it has a value.
    pub(super) fn depth(&self, band: &str) -> Option<FieldAt<'a>> {
        let path = match band {
            "base" => "/data/depth/base",
            "mid" => "/data/depth/mid",
            "summit" => "/data/depth/summit",
            _ => return None,
        };
        self.field(path).filter(|field| field.number().is_some())
    }

    /// Returns the headline if it has a value.
    pub(super) fn headline(&self) -> Option<FieldAt<'a>> {
        self.field("/data/displayDepthCm").filter(|field| field.number().is_some())
    }

    /// Returns the band of the headline according to its detail.
    pub(super) fn headline_band(&self) -> Option<&'a str> {
        self.at(&["data", "displayDepthDetail", "elevationBand"]).as_str()
    }

    /// Returns the station of the headline, if the detail names one.
    pub(super) fn headline_station(&self) -> Option<&'a str> {
        self.at(&["data", "displayDepthDetail", "stationName"]).as_str()
    }

    pub(super) fn generated_at(&self) -> Option<Timestamp> {
        timestamp(self.at(&["meta", "generatedAt"]))
    }

    pub(super) fn resolved_at(&self) -> Option<Timestamp> {
        timestamp(self.at(&["data", "resolvedAt"]))
    }

    /// Returns the tier of a member of `meta.freshness`.
    pub(super) fn tier(&self, name: &str) -> &'a str {
        self.at(&["meta", "freshness", name, "tier"]).as_str().unwrap_or("")
    }

    pub(super) fn has_flag(&self, flag: &str) -> bool {
        self.data("flags").as_array().is_some_and(|flags| flags.iter().any(|known| known == flag))
    }
}
