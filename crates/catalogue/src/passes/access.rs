//! The terms on which a pass covers a group of resorts, and the days they give on a trip.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of access to a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Every day, except for blackout days.
    Unlimited,
    /// A number of days.
    Days,
    /// A discount from the window price.
    Discount,
    /// Included; the number of days is not recorded.
    Included,
}

/// Resorts that a product covers on the same terms.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// Kind of access.
    pub mode: Mode,
    /// Number of days; only with [`Mode::Days`].
    pub days: Option<u32>,
    /// Whether all resorts of the group share the days.
    #[serde(default)]
    pub shared: bool,
    /// Whether it has blackout days; absent if unknown.
    pub blackout: Option<bool>,
    /// Whether a day must be reserved; absent if unknown.
    pub reservation: Option<bool>,
    /// Slugs of the resorts.
    pub resorts: Vec<String>,
}

/// The days of a trip that a product covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    /// Every day.
    Unlimited,
    /// At most this number of days.
    AtMost(u32),
    /// Not recorded.
    Unknown,
}

impl Access {
    /// Returns whether the group contains a resort.
    #[must_use]
    pub fn reaches(&self, slug: &str) -> bool {
        self.resorts.iter().any(|own| own == slug)
    }

    /// Returns the days at this number of the group's resorts; none for a discount.
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
                Err("a number of days is only allowed with `days`".to_owned())
            }
            _ => Ok(()),
        }
    }
}

impl Days {
    /// Returns the days of two groups of resorts together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unlimited, _) | (_, Self::Unlimited) => Self::Unlimited,
            (Self::AtMost(one), Self::AtMost(other)) => Self::AtMost(one.saturating_add(other)),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
        }
    }

    /// Returns whether they suffice for a trip; `None` if that is not recorded.
    #[must_use]
    pub const fn cover(self, trip: u32) -> Option<bool> {
        match self {
            Self::Unlimited => Some(true),
            Self::AtMost(days) => Some(days >= trip),
            Self::Unknown => None,
        }
    }
}
