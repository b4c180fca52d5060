//! Who asks, and what that entitles to. One function decides about the 14-day fields, for every face of the service.

use std::collections::BTreeSet;

/// The caller of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// Nobody in particular.
    Anonymous,
    /// A signed-in reader on the free tier.
    Reader {
        /// Slugs of the reader's saved resorts.
        saved: BTreeSet<String>,
    },
    /// A reader with the Pro tier.
    Pro,
}

impl Caller {
    /// Whether days 8–14 of the forecast of `slug` may be shown (specification, `next14dCm`).
    #[must_use]
    pub fn sees_14_days(&self, slug: &str) -> bool {
        match self {
            Self::Anonymous => false,
            Self::Reader { saved } => saved.contains(slug),
            Self::Pro => true,
        }
    }
}

#[cfg(test)]
mod tests;
