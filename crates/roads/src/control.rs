//! A chain control or a pass: what a driver must have, how long a statement holds, and why there may be none.
//!
//! A level is stated or it is unknown: a feed that stands still, a word that nobody knows and a checkpoint out of service
//! never read as "no restriction".

use conditions_core::text::ShownText;
use conditions_core::time::{HOUR_MS, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::place::Spot;
use crate::policy::RoadPolicy;

/// What a driver must have, the strictest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The agency says that nothing is in effect.
    NoRestriction,
    /// Winter tyres are advised.
    TractionAdvised,
    /// Chains or snow tyres (California's R-1).
    TractionRequired,
    /// Chains, except vehicles with all-wheel drive and snow tyres on all wheels.
    ChainsUnlessAwd,
    /// Chains on every vehicle.
    ChainsRequired,
    /// The road is closed.
    Closed,
}

impl Level {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoRestriction => "no restriction stated",
            Self::TractionAdvised => "winter tyres advised",
            Self::TractionRequired => "chains or snow tyres required",
            Self::ChainsUnlessAwd => {
                "chains required except on all-wheel drive with snow tyres on all wheels"
            }
            Self::ChainsRequired => "chains required on every vehicle",
            Self::Closed => "closed",
        }
    }
}

/// Why no level is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Unknown")]
pub enum UnknownReason {
    /// The agency's statement is older than it holds: its feed stands still or is not reached.
    Stale,
    /// The agency does not say since when or as of when.
    NoTime,
    /// The agency says nothing, or a word that nobody knows.
    NotReported,
    /// The checkpoint is out of service, or the agency does not say that it is in service.
    OutOfService,
}

impl UnknownReason {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stale => "the agency's statement is out of date",
            Self::NoTime => "the agency's statement has no time",
            Self::NotReported => "the agency states no level",
            Self::OutOfService => "the checkpoint is out of service",
        }
    }
}

/// A place where an agency states what the road demands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// Identifier within the lane.
    pub id: String,
    /// Where it stands, as the agency describes it.
    pub spot: Spot,
    /// What is demanded, or why that is not known; before age is looked at.
    pub stated: Result<Level, UnknownReason>,
    /// The agency's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<ShownText>,
    /// Since when the level is in effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// When the agency last said so, where it tells that of each place and not of its whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Timestamp>,
    /// How long a statement of this agency holds, milliseconds; `None` for one that stands until it is lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_ms: Option<i64>,
}

impl Control {
    /// A statement that is repeated every few minutes holds for so long after the last time.
    pub const REPEATED_MS: i64 = HOUR_MS;

    /// What the road demands at `now`, when it was last stated at `as_of`; see [`crate::Sheet::stands`].
    ///
    /// # Errors
    /// Why that is not known.
    pub fn stands(
        &self,
        policy: &RoadPolicy,
        as_of: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Level, UnknownReason> {
        let level = self.stated?;
        let as_of = as_of.ok_or(UnknownReason::NoTime)?;
        let holds = policy.holds(as_of, self.holds_ms.unwrap_or(i64::MAX), now);
        if holds { Ok(level) } else { Err(UnknownReason::Stale) }
    }
}

/// What several controls come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Call {
    /// The strictest level that is stated. Nothing that is unknown counts as no restriction: where a control is unknown
    /// and the others state none, it is `None`.
    pub level: Option<Level>,
    /// Controls with a level.
    pub known: usize,
    /// Controls without one.
    pub unknown: usize,
}

/// What several controls come to.
#[must_use]
pub fn call(levels: impl IntoIterator<Item = Result<Level, UnknownReason>>) -> Call {
    let mut call = Call::default();
    for level in levels {
        match level {
            Ok(level) => {
                call.known += 1;
                call.level = call.level.max(Some(level));
            }
            Err(_) => call.unknown += 1,
        }
    }
    call.level = call.level.filter(|level| *level > Level::NoRestriction || call.unknown == 0);
    call
}

#[cfg(test)]
mod tests;
