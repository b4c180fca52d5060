//! How far a forecast can be trusted at a lead, in a word: by what it is worth over knowing the season alone.

use serde::{Deserialize, Serialize};

use crate::policy::Grading;
use crate::report::Row;

/// Trust in the blend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trust {
    /// Too few days to say.
    Unknown,
    /// Not shown to be better than the climatology: the interval of its skill reaches zero.
    None,
    /// Better than the climatology.
    Some,
    /// Much better than the climatology.
    High,
}

impl Trust {
    /// The word for a row of the report.
    #[must_use]
    pub fn of(grading: &Grading, row: &Row) -> Self {
        let skill = row.intervals.skill_climatology.filter(|_| row.days >= grading.learn_days);
        match skill {
            None => Self::Unknown,
            Some([low, _]) if low >= grading.trust_high => Self::High,
            Some([low, _]) if low > 0.0 => Self::Some,
            Some(_) => Self::None,
        }
    }
}

#[cfg(test)]
mod tests;
