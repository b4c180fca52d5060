//! The danger scale, and its substitutes: no other term ever becomes a level.

use serde::{Deserialize, Serialize};

/// A level of the EAWS scale, which North America shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// 1.
    Low,
    /// 2.
    Moderate,
    /// 3.
    Considerable,
    /// 4.
    High,
    /// 5; `extreme` in North America.
    VeryHigh,
}

impl Level {
    /// Returns the level from 1 to 5; `None` for every other number, including 0.
    #[must_use]
    pub const fn new(number: i64) -> Option<Self> {
        Some(match number {
            1 => Self::Low,
            2 => Self::Moderate,
            3 => Self::Considerable,
            4 => Self::High,
            5 => Self::VeryHigh,
            _ => return None,
        })
    }

    /// Returns the number of the level, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the name in CAAML.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Moderate => "moderate",
            Self::Considerable => "considerable",
            Self::High => "high",
            Self::VeryHigh => "very_high",
        }
    }
}

/// Statement of an issuer in place of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// The bulletin does not give a level.
    NoRating,
    /// There is no snow, or too little of it.
    NoSnow,
    /// The danger is not assessed: not by people, not here, or not yet.
    NotAssessed,
    /// The issuer's season has not begun or is over.
    OffSeason,
}

/// The danger stated by a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Danger {
    /// No level, with the reason.
    Unrated(UnratedReason),
    /// A level.
    Level(Level),
}

impl Danger {
    /// Returns the level, if there is one.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(level),
            Self::Unrated(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
