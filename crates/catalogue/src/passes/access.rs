//! How a pass reaches a group of resorts, and how many days that gives on a trip.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a resort is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// On every day, but for blackout days where there are any.
    Unlimited,
    /// On a number of days.
    Days,
    /// At a discount from the window price.
    Discount,
    /// On the pass; how often is not on record.
    Included,
}

/// Resorts that a product reaches on the same terms.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// How they are reached.
    pub mode: Mode,
    /// Number of days; with [`Mode::Days`] alone.
    pub days: Option<u32>,
    /// Whether the days are for all resorts of the group together.
    #[serde(default)]
    pub shared: bool,
    /// Whether there are days on which it does not hold; absent where not known.
    pub blackout: Option<bool>,
    /// Whether a day has to be reserved; absent where not known.
    pub reservation: Option<bool>,
    /// The resorts, by slug.
    pub resorts: Vec<String>,
}

/// On how many days of a trip a product is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    /// On every day.
    Unlimited,
    /// On so many.
    AtMost(u32),
    /// Not on record.
    Unknown,
}

impl Access {
    /// Whether a resort is one of the group.
    #[must_use]
    pub fn reaches(&self, slug: &str) -> bool {
        self.resorts.iter().any(|own| own == slug)
    }

    /// The days at as many of the group's resorts as one visits; none by a discount.
    #[must_use]
    pub fn days_at(&self, resorts: u32) -> Days {
        match (self.mode, self.days) {
            (Mode::Unlimited, _) => Days::Unlimited,
            (Mode::Days, Some(days)) => {
                Days::AtMost(if self.shared { days } else { days.saturating_mul(resorts) })
            }
            (Mode::Discount, _) => Days::AtMost(0),
            (Mode::Included | Mode::Days, _) => Days::Unknown,
        }
    }

    pub(super) fn validate(&self) -> Result<(), String> {
        if self.resorts.is_empty() {
            return Err("a group needs a resort".to_owned());
        }
        match (self.mode, self.days) {
            (Mode::Days, None | Some(0)) => Err("`days` needs a number of days from 1".to_owned()),
            (Mode::Unlimited | Mode::Discount | Mode::Included, Some(_)) => {
                Err("a number of days goes with `days` alone".to_owned())
            }
            _ => Ok(()),
        }
    }
}

impl Days {
    /// The days of two groups of resorts.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unlimited, _) | (_, Self::Unlimited) => Self::Unlimited,
            (Self::AtMost(one), Self::AtMost(other)) => Self::AtMost(one.saturating_add(other)),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
        }
    }

    /// Whether they are enough; `None` where that is not on record.
    #[must_use]
    pub const fn cover(self, trip: u32) -> Option<bool> {
        match self {
            Self::Unlimited => Some(true),
            Self::AtMost(days) => Some(days >= trip),
            Self::Unknown => None,
        }
    }
}
