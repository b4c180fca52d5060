//! Values that a resort's own staff states once: season dates, and total numbers of lifts and runs.
//!
//! Implements `contract-decisions` 6: such a total replaces that of the reference data.

use core::cmp::Reverse;

use super::{Claim, Evidence, Origin, Profile};

impl Claim {
    /// Returns whether the value is stated once with a resort's content, rather than with every report.
    #[must_use]
    pub const fn is_of_content(&self) -> bool {
        matches!(
            self,
            Self::SeasonOpening(_) | Self::SeasonClosing(_) | Self::LiftsTotal(_) | Self::RunsTotal(_)
        )
    }
}

impl Evidence {
    /// Returns the total numbers of lifts and runs that the resort's staff stated last; at equal times the lesser.
    #[must_use]
    pub fn stated_totals(&self) -> [Option<u32>; 2] {
        let (mut lifts, mut runs) = (None, None);
        for seen in &self.observations {
            let (newest, total) = if let Claim::LiftsTotal(total) = seen.claim {
                (&mut lifts, total)
            } else if let Claim::RunsTotal(total) = seen.claim {
                (&mut runs, total)
            } else {
                continue;
            };
            if seen.origin == Origin::Operator {
                *newest = (*newest).max(Some((seen.observed_at, Reverse(total))));
            }
        }
        [lifts, runs].map(|newest| newest.map(|(_, Reverse(total))| total))
    }

    /// Returns the total numbers of lifts and runs: as stated by staff, else from the reference data.
    #[must_use]
    pub fn totals(&self, profile: &Profile) -> [Option<u32>; 2] {
        let [lifts, runs] = self.stated_totals();
        [lifts.or(profile.lifts_total), runs.or(profile.runs_total)]
    }
}
