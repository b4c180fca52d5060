//! The valid statements of a resort about itself: one row per resort and lane, recomputed with every report.
//!
//! Season dates and the numbers of lifts and runs are stated with the resort's content and have a separate lane, so
//! that neither removes the other.

use chrono::NaiveDate;
use conditions_core::evidence::{Claim, Evidence, Observation, Origin};
use conditions_core::record::{Band, OpenTotal, OperatingStatus};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};
use crate::kind::{Kind, Visibility};

/// Stored statements of resorts.
#[derive(Debug, Clone, Copy)]
pub struct Operator;

impl Operator {
    /// The lane of reports.
    pub const REPORTS: &'static str = "operator";
    /// The lane of statements made with the content.
    pub const SEASON: &'static str = "operator-season";
}

#[derive(Serialize, Deserialize)]
struct Row {
    v: u32,
    said: Vec<StoredForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    observed_at: Option<Timestamp>,
    claim: StoredClaim,
}

#[derive(Serialize, Deserialize)]
struct Count {
    open: Option<u32>,
    total: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KeptBand {
    Base,
    Mid,
    Summit,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeptStatus {
    Open,
    ClosedToday,
    PreSeason,
    OffSeason,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StoredClaim {
    Status(KeptStatus),
    Depth { band: KeptBand, cm: f64 },
    Snowfall24h(f64),
    Snowfall48h(f64),
    Lifts(Count),
    Runs(Count),
    Surface(String),
    SeasonOpening(NaiveDate),
    SeasonClosing(NaiveDate),
    LiftsTotal(u32),
    RunsTotal(u32),
}

/// Returns the stored form of an observation; `None` for claims that resorts do not make here.
fn to_stored(observation: &Observation) -> Option<StoredForm> {
    let count = |count: &OpenTotal| Count { open: count.open, total: count.total };
    let claim = match &observation.claim {
        Claim::Status(status) => StoredClaim::Status(match status {
            OperatingStatus::Open => KeptStatus::Open,
            OperatingStatus::ClosedToday => KeptStatus::ClosedToday,
            OperatingStatus::PreSeason => KeptStatus::PreSeason,
            OperatingStatus::OffSeason => KeptStatus::OffSeason,
            _ => return None,
        }),
        Claim::Depth { band, cm } => {
            let band = match band {
                Band::Base => KeptBand::Base,
                Band::Mid => KeptBand::Mid,
                Band::Summit => KeptBand::Summit,
            };
            StoredClaim::Depth { band, cm: *cm }
        }
        Claim::Snowfall24h(cm) => StoredClaim::Snowfall24h(*cm),
        Claim::Snowfall48h(cm) => StoredClaim::Snowfall48h(*cm),
        Claim::Lifts(lifts) => StoredClaim::Lifts(count(lifts)),
        Claim::Runs(runs) => StoredClaim::Runs(count(runs)),
        Claim::Surface(surface) => StoredClaim::Surface(surface.clone()),
        Claim::SeasonOpening(day) => StoredClaim::SeasonOpening(*day),
        Claim::SeasonClosing(day) => StoredClaim::SeasonClosing(*day),
        Claim::LiftsTotal(total) => StoredClaim::LiftsTotal(*total),
        Claim::RunsTotal(total) => StoredClaim::RunsTotal(*total),
        _ => return None,
    };
    (observation.origin == Origin::Operator)
        .then_some(StoredForm { observed_at: observation.observed_at, claim })
}

fn from_stored(kept: StoredForm) -> Observation {
    let count = |count: Count| OpenTotal { open: count.open, total: count.total };
    let claim = match kept.claim {
        StoredClaim::Status(status) => Claim::Status(match status {
            KeptStatus::Open => OperatingStatus::Open,
            KeptStatus::ClosedToday => OperatingStatus::ClosedToday,
            KeptStatus::PreSeason => OperatingStatus::PreSeason,
            KeptStatus::OffSeason => OperatingStatus::OffSeason,
        }),
        StoredClaim::Depth { band, cm } => {
            let band = match band {
                KeptBand::Base => Band::Base,
                KeptBand::Mid => Band::Mid,
                KeptBand::Summit => Band::Summit,
            };
            Claim::Depth { band, cm }
        }
        StoredClaim::Snowfall24h(cm) => Claim::Snowfall24h(cm),
        StoredClaim::Snowfall48h(cm) => Claim::Snowfall48h(cm),
        StoredClaim::Lifts(lifts) => Claim::Lifts(count(lifts)),
        StoredClaim::Runs(runs) => Claim::Runs(count(runs)),
        StoredClaim::Surface(surface) => Claim::Surface(surface),
        StoredClaim::SeasonOpening(day) => Claim::SeasonOpening(day),
        StoredClaim::SeasonClosing(day) => Claim::SeasonClosing(day),
        StoredClaim::LiftsTotal(total) => Claim::LiftsTotal(total),
        StoredClaim::RunsTotal(total) => Claim::RunsTotal(total),
    };
    Observation::new(Origin::Operator, kept.observed_at, claim)
}

impl Form for Operator {
    const NAME: &'static str = "operator";
    const VERSION: u32 = 1;
    type Value = Vec<Observation>;

    /// Encodes the observations, without claims that resorts do not make here.
    fn encode(observations: &Vec<Observation>) -> String {
        let row = Row { v: Self::VERSION, said: observations.iter().filter_map(to_stored).collect() };
        // Names, dates and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&row).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Vec<Observation>, DecodeError> {
        let Row { v, said: row } = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(v)?;
        Ok(row.into_iter().map(from_stored).collect())
    }
}

impl Kind for Operator {
    const SHOWN: Visibility = Visibility::Always;

    /// Applies a row, which only counts for its own lane.
    fn apply(evidence: &mut Evidence, lane: &str, observations: Vec<Observation>) {
        let of_lane = |known: &Observation| {
            known.origin == Origin::Operator && known.claim.is_of_content() == (lane == Self::SEASON)
        };
        evidence.observations.retain(|known| !of_lane(known));
        evidence.observations.extend(observations.into_iter().filter(of_lane));
    }
}

#[cfg(test)]
mod tests;
