//! What an account may ask to be told of: four kinds, each with its own threshold and window, and their bounds.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::quiet::Quiet;

/// What an alert is about.
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

    /// As it is written on the wire and in rows.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Powder => "powder",
            Self::Opening => "opening",
            Self::Bluebird => "bluebird",
            Self::Forecast => "forecast",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The threshold where none is asked for, centimetres; `None` for a kind without one.
    #[must_use]
    pub const fn usual_threshold_cm(self) -> Option<u16> {
        match self {
            Self::Powder => Some(15),
            Self::Forecast => Some(30),
            Self::Opening | Self::Bluebird => None,
        }
    }

    /// The days ahead where none are asked for; `None` for a kind that looks at today.
    #[must_use]
    pub const fn usual_window_days(self) -> Option<u8> {
        match self {
            Self::Forecast => Some(7),
            Self::Bluebird => Some(3),
            Self::Powder | Self::Opening => None,
        }
    }

    /// The most days ahead.
    const fn most_days(self) -> u8 {
        match self {
            Self::Forecast => 14,
            Self::Bluebird => 7,
            Self::Powder | Self::Opening => 0,
        }
    }
}

/// Least threshold, centimetres: less is told every other day.
pub const LEAST_CM: u16 = 5;
/// Largest threshold, centimetres.
pub const MOST_CM: u16 = 300;
/// Days of a forecast that everybody sees; a longer window needs what the days themselves need.
pub const OPEN_DAYS: u8 = 7;
/// Alerts that one account may have.
pub const MOST_ALERTS: usize = 50;

/// What is asked for, before it is checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// Slug of the resort; `None` for any.
    pub slug: Option<String>,
    /// Centimetres.
    pub threshold_cm: Option<u16>,
    /// Days ahead.
    pub window_days: Option<u8>,
    /// Hours in which nothing is told; `None` for the usual ones.
    pub quiet: Option<Quiet>,
}

/// What is wrong with a wish: the argument, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{argument}`: {message}")]
pub struct Wrong {
    /// The argument.
    pub argument: &'static str,
    /// What is wrong and what is allowed.
    pub message: String,
}

/// An alert that an account has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    /// Its id.
    pub id: Uuid,
    /// What it is about.
    pub kind: Kind,
    /// Slug of its resort; `None` for any.
    pub slug: Option<String>,
    /// From which snow on, centimetres; `None` for a kind without a threshold.
    pub threshold_cm: Option<u16>,
    /// How many days ahead it looks; `None` for a kind that looks at today.
    pub window_days: Option<u8>,
    /// Hours in which it is not told.
    pub quiet: Quiet,
    /// When it was made, or changed last.
    pub created_at: Timestamp,
}

impl Alert {
    /// The alert of a wish.
    ///
    /// # Errors
    /// [`Wrong`] for a threshold or window out of bounds, or of a kind that has none.
    pub fn new(id: Uuid, kind: Kind, wish: Wish, now: Timestamp) -> Result<Self, Wrong> {
        let threshold_cm = match (kind.usual_threshold_cm(), wish.threshold_cm) {
            (None, Some(_)) => {
                return Err(wrong(
                    "thresholdCm",
                    format!("{} alerts have no threshold; leave it out", kind.word()),
                ));
            }
            (_, Some(cm)) if !(LEAST_CM..=MOST_CM).contains(&cm) => {
                return Err(wrong("thresholdCm", format!("must be {LEAST_CM} to {MOST_CM} cm, not {cm}")));
            }
            (usual, asked) => asked.or(usual),
        };
        let window_days = match (kind.usual_window_days(), wish.window_days) {
            (None, Some(_)) => {
                return Err(wrong(
                    "windowDays",
                    format!("{} alerts look at today; leave it out", kind.word()),
                ));
            }
            (_, Some(days)) if !(1..=kind.most_days()).contains(&days) => {
                let most = kind.most_days();
                return Err(wrong(
                    "windowDays",
                    format!("must be 1 to {most} for {}, not {days}", kind.word()),
                ));
            }
            (usual, asked) => asked.or(usual),
        };
        let quiet = wish.quiet.unwrap_or_default();
        Ok(Self { id, kind, slug: wish.slug, threshold_cm, window_days, quiet, created_at: now })
    }

    /// Whether it asks for the same as another, but for how much and when: an account has one such alert.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.kind == other.kind && self.slug == other.slug
    }

    /// Whether it looks at days that not everybody sees.
    #[must_use]
    pub fn looks_far(&self) -> bool {
        self.kind == Kind::Forecast && self.window_days.is_some_and(|days| days > OPEN_DAYS)
    }

    /// Whether it looks at a resort.
    #[must_use]
    pub fn covers(&self, slug: &str) -> bool {
        self.slug.as_deref().is_none_or(|own| own == slug)
    }
}

fn wrong(argument: &'static str, message: String) -> Wrong {
    Wrong { argument, message }
}

#[cfg(test)]
mod tests;
