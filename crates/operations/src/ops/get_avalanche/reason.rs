//! Reasons for a missing danger level, as a code and in words.

use avalanche::{MissingLevelReason, UnratedReason};
use schemars::JsonSchema;
use serde::Serialize;

/// Reason for a missing level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AvalancheReason")]
pub enum Reason {
    /// No bulletin on record covers this place.
    NoBulletin,
    /// The area's warning service could not be reached.
    NotFetched,
    /// No bulletin for that day yet.
    NotYetIssued,
    /// The newest bulletin is not valid yet.
    NotYetValid,
    /// The newest bulletin has expired.
    Expired,
    /// The bulletin gives no level.
    NoRating,
    /// The bulletin reports no snow, or too little.
    NoSnow,
    /// The danger is not assessed.
    NotAssessed,
    /// The warning service's season has not begun, or has ended.
    OffSeason,
}

/// The avalanche danger in force, as the warning service states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowDanger {
    /// Highest level on the EAWS scale, 1 to 5; null when none is stated, which is not 0 and not 1.
    pub level: Option<u8>,
    /// Reason for a missing level.
    pub reason: Option<Reason>,
}

impl Reason {
    /// Returns the reason. `is_missing`: no data has arrived from the area's warning service.
    pub(super) const fn from_missing(silence: MissingLevelReason, is_missing: bool) -> Self {
        match silence {
            MissingLevelReason::NoBulletin if is_missing => Self::NotFetched,
            MissingLevelReason::NoBulletin => Self::NoBulletin,
            MissingLevelReason::NotYetIssued => Self::NotYetIssued,
            MissingLevelReason::NotYetValid => Self::NotYetValid,
            MissingLevelReason::Expired => Self::Expired,
            MissingLevelReason::Unrated(UnratedReason::NoRating) => Self::NoRating,
            MissingLevelReason::Unrated(UnratedReason::NoSnow) => Self::NoSnow,
            MissingLevelReason::Unrated(UnratedReason::NotAssessed) => Self::NotAssessed,
            MissingLevelReason::Unrated(UnratedReason::OffSeason) => Self::OffSeason,
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::NoBulletin => "No bulletin for this area is on record.",
            Self::NotFetched => "The bulletin of the area's warning service could not be fetched.",
            Self::NotYetIssued => "The bulletin for that day is not issued yet.",
            Self::NotYetValid => "The newest bulletin is not valid yet.",
            Self::Expired => "The newest bulletin has expired, and a newer one could not be fetched.",
            Self::NoRating => "The bulletin does not give a danger level.",
            Self::NoSnow => "The bulletin reports no snow, or too little.",
            Self::NotAssessed => "The warning service has not assessed the danger.",
            Self::OffSeason => "The warning service issues no bulletins at this time of the year.",
        }
    }
}
