//! The plan of an account, paid or given: free, Pro until a time, or Pro without an end.

use conditions_core::time::Timestamp;

/// A stored plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Seven days of forecast; fourteen for saved resorts.
    Free,
    /// Fourteen days everywhere.
    Pro {
        /// End of the plan; `None` for never.
        until: Option<Timestamp>,
    },
}

impl Plan {
    /// Returns whether it is Pro at `now`. An expired plan is free again.
    #[must_use]
    pub fn is_pro(self, now: Timestamp) -> bool {
        match self {
            Self::Free => false,
            Self::Pro { until } => until.is_none_or(|until| now < until),
        }
    }

    /// Returns the name in the store and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro { .. } => "pro",
        }
    }

    /// Returns the end of the plan, if there is one.
    #[must_use]
    pub const fn until(self) -> Option<Timestamp> {
        match self {
            Self::Free => None,
            Self::Pro { until } => until,
        }
    }

    /// Returns the plan with a name and an end.
    #[must_use]
    pub fn from_name(name: &str, until: Option<Timestamp>) -> Option<Self> {
        match name {
            "free" => Some(Self::Free),
            "pro" => Some(Self::Pro { until }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
