//! Trust in forecasts at a lead, as a word: by their skill over knowing only the season.

use serde::{Deserialize, Serialize};

use crate::policy::Grading;
use crate::report::Row;

/// Trust in the blend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trust {
    /// There are too few days.
    Unknown,
    /// The blend is not shown to be better than the climatology: the interval of its skill includes zero.
    None,
    /// The blend is better than the climatology.
    Some,
    /// The blend is much better than the climatology.
    High,
}

impl Trust {
    /// Returns the trust for a row of the report.
    #[must_use]
    pub fn from_row(grading: &Grading, row: &Row) -> Self {
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
