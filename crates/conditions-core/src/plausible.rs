//! Plausibility: values outside the plausible ranges are dropped, and the drop is flagged.
//!
//! Implements `contract-decisions` 1, "Plausibility", and 6, "abilityPct needs four tiers". Each check returns the flag
//! to raise, or `None` if the value is plausible. The ranges are finite, so NaN and infinities are never plausible.

use chrono::{Datelike, NaiveDate};

use crate::policy::{Policy, Range};
use crate::record::{AbilityPct, Flag, LongestRun, OpenTotal};

/// Tolerance for the binary rounding of a sum of four percentages.
const SUM_ROUNDING: f64 = 1e-9;

/// Checks a snow depth, in centimetres.
pub(crate) fn depth(policy: &Policy, cm: &f64) -> Option<Flag> {
    (!policy.plausible_depth_cm.contains(*cm)).then_some(Flag::ImplausibleDepth)
}

/// Checks a lift count.
pub(crate) fn lifts(policy: &Policy, count: &OpenTotal) -> Option<Flag> {
    (!is_count_within(policy.plausible_lifts, *count)).then_some(Flag::ImplausibleLifts)
}

/// Checks a run count.
pub(crate) fn runs(policy: &Policy, count: &OpenTotal) -> Option<Flag> {
    (!is_count_within(policy.plausible_runs, *count)).then_some(Flag::ImplausibleRuns)
}

fn is_count_within(range: Range, count: OpenTotal) -> bool {
    [count.open, count.total].into_iter().flatten().all(|n| range.contains(f64::from(n)))
}

/// Checks a season date: its year must have four digits, like an ISO date on the wire.
pub(crate) fn season_date(_: &Policy, date: &NaiveDate) -> Option<Flag> {
    (!(1..=9999).contains(&date.year())).then_some(Flag::ImplausibleSeason)
}

/// Checks a terrain split: four percentages that sum to about 100.
pub(crate) fn ability(policy: &Policy, split: &AbilityPct) -> Option<Flag> {
    let tiers = [split.beginner, split.intermediate, split.advanced, split.expert];
    let each = tiers.iter().all(|tier| (0.0..=100.0).contains(tier));
    let off = (tiers.iter().sum::<f64>() - 100.0).abs();
    (!(each && off <= policy.ability_tolerance_pct + SUM_ROUNDING)).then_some(Flag::ImplausibleAbility)
}

/// Checks a longest run.
pub(crate) fn longest_run(policy: &Policy, run: &&LongestRun) -> Option<Flag> {
    run.km
        .is_some_and(|km| !policy.plausible_longest_run_km.contains(km))
        .then_some(Flag::ImplausibleLongestRun)
}
