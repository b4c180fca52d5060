//! A chain control or a pass: the requirement for drivers, the validity of a statement, and the reasons why there may
//! be none.
//!
//! A level is either stated or unknown. A feed that is no longer updated, an unknown term and a checkpoint out of
//! service never mean "no restriction".

use conditions_core::text::ShownText;
use conditions_core::time::{HOUR_MS, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::place::Spot;
use crate::policy::RoadPolicy;

/// Requirement for drivers, the strictest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The agency states that no restriction is in effect.
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
    /// Returns the requirement in words.
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

/// Reason for which no level is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Unknown")]
pub enum UnknownReason {
    /// The agency's statement is older than its validity: its feed is no longer updated or is unreachable.
    Stale,
    /// The agency does not state a time.
    NoTime,
    /// The agency reports nothing, or an unknown term.
    NotReported,
    /// The checkpoint is out of service, or the agency does not state that it is in service.
    OutOfService,
}

impl UnknownReason {
    /// Returns the reason in words.
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

/// A place for which an agency states the requirement of the road.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// Identifier within the lane.
    pub id: String,
    /// Location, as the agency describes it.
    pub spot: Spot,
    /// The requirement, or the reason why it is unknown, regardless of its age.
    pub stated: Result<Level, UnknownReason>,
    /// The agency's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<ShownText>,
    /// Time since which the level is in effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// Time of the agency's last statement, if it gives one for each place and not only for its whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Timestamp>,
    /// Validity of a statement of this agency, milliseconds; `None` if it is valid until lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_ms: Option<i64>,
}

impl Control {
    /// Validity of a statement that is repeated every few minutes, after the last time.
    pub const REPEATED_MS: i64 = HOUR_MS;

    /// Returns the requirement at `now`, if it was last stated at `as_of`; see [`crate::Sheet::stands`].
    ///
    /// # Errors
    /// Returns the reason why it is unknown.
    pub fn level_at(
        &self,
        policy: &RoadPolicy,
        as_of: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Level, UnknownReason> {
        let level = self.stated?;
        let as_of = as_of.ok_or(UnknownReason::NoTime)?;
        let holds = policy.is_valid(as_of, self.holds_ms.unwrap_or(i64::MAX), now);
        if holds { Ok(level) } else { Err(UnknownReason::Stale) }
    }
}

/// Summary of several controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ControlSummary {
    /// The strictest stated level. An unknown control never counts as no restriction: if a control is unknown and the
    /// others state no restriction, it is `None`.
    pub level: Option<Level>,
    /// Number of controls with a level.
    pub known: usize,
    /// Number of controls without a level.
    pub unknown: usize,
}

/// Summarizes several controls.
#[must_use]
pub fn summarize(levels: impl IntoIterator<Item = Result<Level, UnknownReason>>) -> ControlSummary {
    let mut call = ControlSummary::default();
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
