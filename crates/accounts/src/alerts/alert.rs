//! Settings of an alert: four kinds, each with its own threshold and window, and their bounds.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::quiet::QuietHours;

/// Kind of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AlertKind")]
pub enum Kind {
    /// Recorded new snow.
    Powder,
    /// The season's first opening.
    Opening,
    /// A clear day after snow, forecast.
    Bluebird,
    /// Forecast snow.
    Forecast,
}

impl Kind {
    /// Every kind, in the documented order.
    pub const ALL: [Self; 4] = [Self::Powder, Self::Opening, Self::Bluebird, Self::Forecast];

    /// Returns the name on the wire and in rows.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Powder => "powder",
            Self::Opening => "opening",
            Self::Bluebird => "bluebird",
            Self::Forecast => "forecast",
        }
    }

    /// Parses the name of a kind.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// Returns the default threshold, centimetres; `None` for a kind without one.
    #[must_use]
    pub const fn usual_threshold_cm(self) -> Option<u16> {
        match self {
            Self::Powder => Some(15),
            Self::Forecast => Some(30),
            Self::Opening | Self::Bluebird => None,
        }
    }

    /// Returns the default number of days ahead; `None` for a kind that concerns today.
    #[must_use]
    pub const fn usual_window_days(self) -> Option<u8> {
        match self {
            Self::Forecast => Some(7),
            Self::Bluebird => Some(3),
            Self::Powder | Self::Opening => None,
        }
    }

    /// Returns the maximum number of days ahead.
    const fn most_days(self) -> u8 {
        match self {
            Self::Forecast => 14,
            Self::Bluebird => 7,
            Self::Powder | Self::Opening => 0,
        }
    }
}

/// Minimum threshold, centimetres: less would be reported every other day.
pub const LEAST_CM: u16 = 5;
/// Maximum threshold, centimetres.
pub const MOST_CM: u16 = 300;
/// Days of a forecast that are public. A longer window needs the same entitlement as the days themselves.
pub const OPEN_DAYS: u8 = 7;
/// Maximum number of alerts per account.
pub const MOST_ALERTS: usize = 50;

/// Requested settings before validation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AlertRequest {
    /// Slug of the resort; `None` for any.
    pub slug: Option<String>,
    /// Threshold, centimetres.
    pub threshold_cm: Option<u16>,
    /// Days ahead.
    pub window_days: Option<u8>,
    /// Quiet hours; `None` for the default.
    pub quiet: Option<QuietHours>,
}

/// An invalid argument of the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{argument}`: {message}")]
pub struct InvalidAlert {
    /// Name of the argument.
    pub argument: &'static str,
    /// Problem and allowed values.
    pub message: String,
}

/// An alert of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    pub id: Uuid,
    pub kind: Kind,
    /// Slug of its resort; `None` for any.
    pub slug: Option<String>,
    /// Minimum snow, centimetres; `None` for a kind without a threshold.
    pub threshold_cm: Option<u16>,
    /// Days ahead; `None` for a kind that concerns today.
    pub window_days: Option<u8>,
    /// Hours in which it is not reported.
    pub quiet: QuietHours,
    /// Time of its creation or last change.
    pub created_at: Timestamp,
}

impl Alert {
    /// Validates the settings of an alert.
    ///
    /// # Errors
    /// Returns [`InvalidAlert`] if the threshold or window is out of bounds, or not applicable to the kind.
    pub fn new(id: Uuid, kind: Kind, wish: AlertRequest, now: Timestamp) -> Result<Self, InvalidAlert> {
        let threshold_cm = match (kind.usual_threshold_cm(), wish.threshold_cm) {
            (None, Some(_)) => {
                return Err(invalid(
                    "thresholdCm",
                    format!("{} alerts have no threshold; omit it", kind.as_str()),
                ));
            }
            (_, Some(cm)) if !(LEAST_CM..=MOST_CM).contains(&cm) => {
                return Err(invalid("thresholdCm", format!("must be {LEAST_CM} to {MOST_CM} cm, not {cm}")));
            }
            (usual, asked) => asked.or(usual),
        };
        let window_days = match (kind.usual_window_days(), wish.window_days) {
            (None, Some(_)) => {
                return Err(invalid(
                    "windowDays",
                    format!("{} alerts concern today; omit it", kind.as_str()),
                ));
            }
            (_, Some(days)) if !(1..=kind.most_days()).contains(&days) => {
                let most = kind.most_days();
                return Err(invalid(
                    "windowDays",
                    format!("must be 1 to {most} for {}, not {days}", kind.as_str()),
                ));
            }
            (usual, asked) => asked.or(usual),
        };
        let quiet = wish.quiet.unwrap_or_default();
        Ok(Self { id, kind, slug: wish.slug, threshold_cm, window_days, quiet, created_at: now })
    }

    /// Returns whether it is equal to another except for amounts and times: an account has one such alert.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.kind == other.kind && self.slug == other.slug
    }

    /// Returns whether it uses days that are not public.
    #[must_use]
    pub fn looks_far(&self) -> bool {
        self.kind == Kind::Forecast && self.window_days.is_some_and(|days| days > OPEN_DAYS)
    }

    /// Returns whether it concerns a resort.
    #[must_use]
    pub fn covers(&self, slug: &str) -> bool {
        self.slug.as_deref().is_none_or(|own| own == slug)
    }
}

fn invalid(argument: &'static str, message: String) -> InvalidAlert {
    InvalidAlert { argument, message }
}

#[cfg(test)]
mod tests;
