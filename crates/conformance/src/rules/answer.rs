//! How rules read an envelope: never by index, never sure of a type.

use std::ops::Deref;

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::Value;

use super::Definitions;

/// Whose view an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A caller without a token.
    Anonymous,
    /// A caller with the Pro tier.
    Pro,
    /// Not known, as for a file.
    Unknown,
}

/// One envelope, whose view it is, and the thresholds of its server.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The envelope.
    pub json: &'a Value,
    /// Whose view it is.
    pub viewer: Viewer,
    /// The thresholds that the server says it applies, or the defaults.
    pub definitions: &'a Definitions,
}

static NULL: Value = Value::Null;

/// Published ages may lag the true ones by this, milliseconds (contract-decisions 2).
pub(super) const LAG_MS: i64 = 60_000;

/// A member by its path; null when anything on the way is missing.
pub(super) fn at<'v>(value: &'v Value, path: &[&str]) -> &'v Value {
    path.iter().try_fold(value, |value, name| value.get(name)).unwrap_or(&NULL)
}

/// An RFC 3339 instant.
pub(super) fn instant(value: &Value) -> Option<Timestamp> {
    value.as_str().filter(|text| is_instant(text)).and_then(Timestamp::parse)
}

/// Whether a text has the form of an instant: the parser alone would let a blank stand for the `T`.
pub(super) fn is_instant(text: &str) -> bool {
    text.as_bytes().get(10).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'T'))
        && Timestamp::parse(text).is_some()
}

/// Days since the epoch of an ISO date.
pub(super) fn day(value: &Value) -> Option<i64> {
    let text = value.as_str().filter(|text| text.len() == 10)?;
    Timestamp::parse(&format!("{text}T00:00:00Z")).map(|at| at.millis().div_euclid(DAY_MS))
}

/// The first and the last calendar day that an instant can be on anywhere, days since the epoch.
pub(super) fn days_around(at: Timestamp) -> (i64, i64) {
    let day = |millis: i64| millis.div_euclid(DAY_MS);
    (day(at.millis() - 12 * HOUR_MS), day(at.millis() + 14 * HOUR_MS))
}

/// Whether two values say the same: numbers by value, instants by time, objects by members.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x.as_f64() == y.as_f64(),
        (Value::String(x), Value::String(y)) => {
            x == y || instant(a).zip(instant(b)).is_some_and(|(x, y)| x == y)
        }
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| same(x, y)))
        }
        _ => a == b,
    }
}

/// A field envelope and where it stands.
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

    /// Its value; null when it has none.
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
        instant(at(self.json, &["observedAt"]))
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
    /// A member by its path.
    pub(super) fn at(&self, path: &[&str]) -> &'a Value {
        at(self.json, path)
    }

    /// A member of `data`.
    pub(super) fn data(&self, name: &str) -> &'a Value {
        at(self.json, &["data", name])
    }

    /// The field envelopes that are objects.
    pub(super) fn fields(&self) -> impl Iterator<Item = FieldAt<'a>> {
        let json = self.json;
        FIELDS.iter().filter_map(move |(path, steps)| {
            Some(FieldAt { path, json: at(json, steps) }).filter(|field| field.json.is_object())
        })
    }

    /// One field by its pointer; `None` when it is no object.
    pub(super) fn field(&self, path: &str) -> Option<FieldAt<'a>> {
        let (path, steps) = FIELDS.iter().find(|(known, _)| *known == path)?;
        Some(FieldAt { path, json: at(self.json, steps) }).filter(|field| field.json.is_object())
    }

    /// A depth tier that has a value.
    pub(super) fn depth(&self, band: &str) -> Option<FieldAt<'a>> {
        let path = match band {
            "base" => "/data/depth/base",
            "mid" => "/data/depth/mid",
            "summit" => "/data/depth/summit",
            _ => return None,
        };
        self.field(path).filter(|field| field.number().is_some())
    }

    /// The headline that has a value.
    pub(super) fn headline(&self) -> Option<FieldAt<'a>> {
        self.field("/data/displayDepthCm").filter(|field| field.number().is_some())
    }

    /// Band of the headline, as its detail says.
    pub(super) fn headline_band(&self) -> Option<&'a str> {
        self.at(&["data", "displayDepthDetail", "elevationBand"]).as_str()
    }

    pub(super) fn generated_at(&self) -> Option<Timestamp> {
        instant(self.at(&["meta", "generatedAt"]))
    }

    pub(super) fn resolved_at(&self) -> Option<Timestamp> {
        instant(self.at(&["data", "resolvedAt"]))
    }

    /// Tier of a member of `meta.freshness`.
    pub(super) fn tier(&self, name: &str) -> &'a str {
        self.at(&["meta", "freshness", name, "tier"]).as_str().unwrap_or("")
    }

    pub(super) fn has_flag(&self, flag: &str) -> bool {
        self.data("flags").as_array().is_some_and(|flags| flags.iter().any(|known| known == flag))
    }
}
