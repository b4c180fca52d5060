//! The claims of a resort's own feed: one row per resort and feed.
//!
//! Version 1 was a bare list of core's observations, each with its origin. Version 3 added new snow and the surface. A
//! feed counts lifts and runs and reports snow; nothing else was ever written, and nothing else is stored.

use conditions_core::evidence::{Claim, Evidence, Observation, Origin};
use conditions_core::record::{Band, OpenTotal};
use conditions_core::source::AcquisitionTier;
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};
use crate::kind::{Kind, Visibility};

/// Stored claims of feeds.
#[derive(Debug, Clone, Copy)]
pub struct Lifts;

#[derive(Serialize, Deserialize)]
struct Row {
    v: u32,
    said: Vec<StoredForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredForm {
    origin: KeptOrigin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    observed_at: Option<Timestamp>,
    claim: KeptClaim,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeptOrigin {
    Scraped { tier: KeptTier, label: Option<String> },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AcquisitionTier", rename_all = "snake_case")]
enum Tier {
    DirectApi,
    StructuredFeed,
    HeadlessDom,
    Vision,
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct KeptTier(#[serde(with = "Tier")] AcquisitionTier);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Band", rename_all = "lowercase")]
enum KeptBand {
    Base,
    Mid,
    Summit,
}

#[derive(Serialize, Deserialize)]
struct Count {
    open: Option<u32>,
    total: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeptClaim {
    Lifts(Count),
    Runs(Count),
    Depth {
        #[serde(with = "KeptBand")]
        band: Band,
        cm: f64,
    },
    Snowfall24h(f64),
    Snowfall48h(f64),
    Snowfall7d(f64),
    Surface(String),
}

/// Returns the stored form of an observation; `None` for claims that no feed makes.
fn to_stored(observation: &Observation) -> Option<StoredForm> {
    let Origin::Scraped { tier, label } = &observation.origin else { return None };
    let count = |count: &OpenTotal| Count { open: count.open, total: count.total };
    let claim = match &observation.claim {
        Claim::Lifts(lifts) => KeptClaim::Lifts(count(lifts)),
        Claim::Runs(runs) => KeptClaim::Runs(count(runs)),
        Claim::Depth { band, cm } => KeptClaim::Depth { band: *band, cm: *cm },
        Claim::Snowfall24h(cm) => KeptClaim::Snowfall24h(*cm),
        Claim::Snowfall48h(cm) => KeptClaim::Snowfall48h(*cm),
        Claim::Snowfall7d(cm) => KeptClaim::Snowfall7d(*cm),
        Claim::Surface(text) => KeptClaim::Surface(text.clone()),
        _ => return None,
    };
    let origin = KeptOrigin::Scraped { tier: KeptTier(*tier), label: label.clone() };
    Some(StoredForm { origin, observed_at: observation.observed_at, claim })
}

fn from_stored(kept: StoredForm) -> Observation {
    let KeptOrigin::Scraped { tier: KeptTier(tier), label } = kept.origin;
    let count = |count: Count| OpenTotal { open: count.open, total: count.total };
    let claim = match kept.claim {
        KeptClaim::Lifts(lifts) => Claim::Lifts(count(lifts)),
        KeptClaim::Runs(runs) => Claim::Runs(count(runs)),
        KeptClaim::Depth { band, cm } => Claim::Depth { band, cm },
        KeptClaim::Snowfall24h(cm) => Claim::Snowfall24h(cm),
        KeptClaim::Snowfall48h(cm) => Claim::Snowfall48h(cm),
        KeptClaim::Snowfall7d(cm) => Claim::Snowfall7d(cm),
        KeptClaim::Surface(text) => Claim::Surface(text),
    };
    Observation::new(Origin::Scraped { tier, label }, kept.observed_at, claim)
}

impl Form for Lifts {
    const NAME: &'static str = "lifts";
    const VERSION: u32 = 3;
    type Value = Vec<Observation>;

    /// Encodes the observations, without claims that no feed makes.
    fn encode(observations: &Vec<Observation>) -> String {
        let row = Row { v: Self::VERSION, said: observations.iter().filter_map(to_stored).collect() };
        // Names and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&row).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Vec<Observation>, DecodeError> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Any {
            Bare(Vec<StoredForm>),
            Versioned(Row),
        }
        let (v, kept) = match serde_json::from_str(payload).map_err(malformed::<Self>)? {
            Any::Bare(kept) => (1, kept),
            Any::Versioned(Row { v, said }) => (v, said),
        };
        check_version::<Self>(v)?;
        Ok(kept.into_iter().map(from_stored).collect())
    }
}

impl Kind for Lifts {
    const SHOWN: Visibility = Visibility::WithFeed;

    /// Applies a row, which only counts for its own feed.
    fn apply(evidence: &mut Evidence, lane: &str, observations: Vec<Observation>) {
        let of_feed = |observation: &Observation| matches!(&observation.origin, Origin::Scraped { label: Some(label), .. } if label == lane);
        evidence.observations.retain(|observation| !of_feed(observation));
        evidence.observations.extend(observations.into_iter().filter(of_feed));
    }
}

#[cfg(test)]
mod tests;
