//! The danger scale, and what stands in its place: no word beside the scale ever becomes a level.

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
    /// From 1 to 5; `None` for every other number, 0 among them.
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

    /// 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// As CAAML writes it.
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

/// What an issuer states in the place of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// There is a bulletin and it gives no level.
    NoRating,
    /// There is no snow, or too little of it.
    NoSnow,
    /// The issuer does not assess: not by people, not here, not yet.
    NotAssessed,
    /// The issuer's season has not begun or is over.
    OffSeason,
}

/// What a rating states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Danger {
    /// No level.
    Unrated(UnratedReason),
    /// A level.
    Level(Level),
}

impl Danger {
    /// The level, when it is one.
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
