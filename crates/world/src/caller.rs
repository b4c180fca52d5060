//! Who asks, and what that entitles to. One function decides about the 14-day fields, for every face of the service.
//!
//! A face makes a [`Caller`] of each request in one place and passes it down. [`Caller::anonymous`] and
//! [`crate::View::public`] are refused by clippy everywhere but where answers for everybody are made on purpose.

use std::collections::BTreeSet;

/// The caller of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Anonymous,
    Reader { saved: BTreeSet<String> },
    Pro,
}

/// What kind of caller asks, from the least entitled up: what one tier may do, those above it may do as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Nobody in particular.
    Anonymous,
    /// Signed in, on the free tier.
    Reader,
    /// Signed in, on the Pro tier.
    Pro,
}

impl Caller {
    /// Nobody in particular.
    #[must_use]
    pub const fn anonymous() -> Self {
        Self(Kind::Anonymous)
    }

    /// A signed-in reader on the free tier, with the slugs of the reader's saved resorts.
    #[must_use]
    pub const fn reader(saved: BTreeSet<String>) -> Self {
        Self(Kind::Reader { saved })
    }

    /// A reader with the Pro tier.
    #[must_use]
    pub const fn pro() -> Self {
        Self(Kind::Pro)
    }

    /// The caller's tier.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        match self.0 {
            Kind::Anonymous => Tier::Anonymous,
            Kind::Reader { .. } => Tier::Reader,
            Kind::Pro => Tier::Pro,
        }
    }

    /// Whether days 8–14 of the forecast of `slug` may be shown (specification, `next14dCm`).
    #[must_use]
    pub fn sees_14_days(&self, slug: &str) -> bool {
        match &self.0 {
            Kind::Anonymous => false,
            Kind::Reader { saved } => saved.contains(slug),
            Kind::Pro => true,
        }
    }
}

#[cfg(test)]
mod tests;
