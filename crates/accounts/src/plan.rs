//! What an account has paid for, or was given: free, or Pro until an instant, or Pro without an end.

use conditions_core::time::Timestamp;

/// A plan as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Seven days of forecast; fourteen for saved resorts.
    Free,
    /// Fourteen days everywhere.
    Pro {
        /// When it ends; `None` for never.
        until: Option<Timestamp>,
    },
}

impl Plan {
    /// Whether it is Pro at `now`. What has ended is free again.
    #[must_use]
    pub fn is_pro(self, now: Timestamp) -> bool {
        match self {
            Self::Free => false,
            Self::Pro { until } => until.is_none_or(|until| now < until),
        }
    }

    /// Its name in the store and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro { .. } => "pro",
        }
    }

    /// When it ends, where it does.
    #[must_use]
    pub const fn until(self) -> Option<Timestamp> {
        match self {
            Self::Free => None,
            Self::Pro { until } => until,
        }
    }

    /// The plan of a name and an end.
    #[must_use]
    pub fn named(name: &str, until: Option<Timestamp>) -> Option<Self> {
        match name {
            "free" => Some(Self::Free),
            "pro" => Some(Self::Pro { until }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
