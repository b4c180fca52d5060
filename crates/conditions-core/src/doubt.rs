//! How a surface labels a value with low confidence: estimated or unverified.
//!
//! Carries the specification's "Field envelope": low confidence leads surfaces to label the value estimated or unverified.

use crate::source::Kind;
use crate::units::Confidence;

/// A value with a confidence below this is labelled.
pub const LOW_CONFIDENCE: Confidence = Confidence::from_hundredths(50);

/// The label of a value with low confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// A model, reference data or a rule produced the value.
    Estimated,
    /// The resort, a station or a site reported the value, and it is old or was acquired badly.
    Unverified,
}

impl Doubt {
    /// Returns the label of a value; `None` when its confidence is not low, and when there is no value.
    #[must_use]
    pub fn new(source: Kind, confidence: Confidence) -> Option<Self> {
        if confidence >= LOW_CONFIDENCE {
            return None;
        }
        match source {
            Kind::Operator | Kind::Station | Kind::Scraped => Some(Self::Unverified),
            Kind::Model | Kind::Profile | Kind::Derived => Some(Self::Estimated),
            Kind::None | Kind::Other => None,
        }
    }

    /// The label in English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Estimated => "estimated",
            Self::Unverified => "unverified",
        }
    }
}

#[cfg(test)]
mod tests;
