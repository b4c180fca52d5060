//! El Niño, La Niña or neutral: the phase of a single value of the index.

use super::index::tenths;
use super::policy::EnsoPolicy;

/// A state of the tropical Pacific.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Half a degree or more above normal.
    ElNino,
    /// Within half a degree of normal.
    Neutral,
    /// Half a degree or more below normal.
    LaNina,
}

impl Phase {
    /// Returns the phase of a single value of the index, in hundredths of a degree.
    #[must_use]
    pub const fn from_value(value: i32, policy: &EnsoPolicy) -> Self {
        let value = tenths(value);
        if value >= policy.threshold_tenths {
            Self::ElNino
        } else if value <= -policy.threshold_tenths {
            Self::LaNina
        } else {
            Self::Neutral
        }
    }
}
