//! Labels for values with low confidence: estimated or unverified.
//!
//! Implements the specification's "Field envelope": a value with low confidence should be shown as estimated or
//! unverified.

use crate::source::Kind;
use crate::units::Confidence;

/// Values with a confidence below this are labelled.
pub const LOW_CONFIDENCE: Confidence = Confidence::from_hundredths(50);

/// The label of a value with low confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// A model, reference data or a rule produced the value.
    Estimated,
    /// The resort, a station or a site reported the value, but it is old or its acquisition is unreliable.
    Unverified,
}

impl Doubt {
    /// Returns the label of a value, or `None` if its confidence is not low or there is no value.
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

    /// Returns the label in English.
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
