//! What a resort's own staff states once with its content: season dates, and how many lifts and runs there are.
//!
//! Carries `contract-decisions` 6: such a total replaces that of the reference data.

use core::cmp::Reverse;

use super::{Claim, Evidence, Origin, Profile};

impl Claim {
    /// Whether it is stated once with a resort's content, rather than with every report.
    #[must_use]
    pub const fn is_of_content(&self) -> bool {
        matches!(
            self,
            Self::SeasonOpening(_) | Self::SeasonClosing(_) | Self::LiftsTotal(_) | Self::RunsTotal(_)
        )
    }
}

impl Evidence {
    /// The numbers of lifts and of runs that the resort's own staff stated last; of one time the lesser.
    #[must_use]
    pub fn stated_totals(&self) -> [Option<u32>; 2] {
        let newest = |read: fn(&Claim) -> Option<u32>| {
            let own = self.observations.iter().filter(|seen| seen.origin == Origin::Operator);
            let stated = own.filter_map(|seen| Some((seen.observed_at, Reverse(read(&seen.claim)?))));
            stated.max().map(|(_, Reverse(total))| total)
        };
        [
            newest(|claim| if let Claim::LiftsTotal(total) = claim { Some(*total) } else { None }),
            newest(|claim| if let Claim::RunsTotal(total) = claim { Some(*total) } else { None }),
        ]
    }

    /// The numbers of lifts and of runs: as staff stated them, else as the reference data has them.
    #[must_use]
    pub fn totals(&self, profile: &Profile) -> [Option<u32>; 2] {
        let [lifts, runs] = self.stated_totals();
        [lifts.or(profile.lifts_total), runs.or(profile.runs_total)]
    }
}
