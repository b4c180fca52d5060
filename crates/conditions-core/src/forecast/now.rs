//! The models at the time of capture and the day before it: depth on the ground and the snow of the past 24 hours.
//! Implements `contract-decisions` 3 and 10.

use crate::evidence::{ForecastSnapshot, ModelRun};
use crate::policy::{Policy, Range};
use crate::units::median;

use super::blend::{MAX_MODELS, Pool, agreement};
use super::members::Members;

/// Returns the snow depth of the models at mid mountain at capture, in centimetres: the median and the agreement.
///
/// The agreement is `None` if only one model has a depth; the result is `None` if no model has a plausible one.
#[must_use]
pub(crate) fn model_depth(policy: &Policy, snapshot: &ForecastSnapshot) -> Option<(f64, Option<f64>)> {
    depth_of(policy, &Members::new(policy, snapshot))
}

/// Like [`model_depth`], for members that are already selected.
pub(crate) fn depth_of(policy: &Policy, members: &Members<'_>) -> Option<(f64, Option<f64>)> {
    let mut pool = Pool::new();
    for (depth, weight) in members.scalars(|run| run.depth_cm) {
        pool.offer(depth, weight, policy.plausible_depth_cm);
    }
    let mut sorted = [0.0; MAX_MODELS];
    let held = sorted.get_mut(..pool.values().len())?;
    held.copy_from_slice(pool.values());
    Some((median(held)?, agreement(policy, pool.values())))
}

/// Returns an implausible depth, such as a glacier's ice in a model's cell, if a model has one.
pub(crate) fn implausible_depth(policy: &Policy, members: &Members<'_>) -> Option<f64> {
    let said = members.scalars(|run| run.depth_cm).filter_map(|(depth, _)| depth);
    said.filter(|cm| cm.is_finite() && !policy.plausible_depth_cm.contains(*cm)).max_by(f64::total_cmp)
}

/// The models' new snow of some hours before capture at mid mountain, in centimetres, blended like a daily row.
pub(crate) struct PastSnow {
    /// The blend and the agreement of the models; `None` if no model has a plausible value.
    pub(crate) blended: Option<(f64, Option<f64>)>,
    /// Whether an implausible value was dropped.
    pub(crate) dropped: bool,
}

/// Blends the past 24 hours of the models.
pub(crate) fn past_day(policy: &Policy, snapshot: &ForecastSnapshot) -> PastSnow {
    let range = policy.plausible_snowfall24h_cm;
    past_of(policy, &Members::new(policy, snapshot), range, |run| run.past24h_cm)
}

/// Blends the values that `pick` returns for the models; values outside `range` are dropped.
pub(crate) fn past_of(
    policy: &Policy,
    members: &Members<'_>,
    range: Range,
    pick: impl Fn(&ModelRun) -> Option<f64> + Copy,
) -> PastSnow {
    let mut pool = Pool::new();
    for (snow, weight) in members.scalars(pick) {
        pool.offer(snow, weight, range);
    }
    let blended = pool.blend(policy).map(|value| (value, agreement(policy, pool.values())));
    PastSnow { blended, dropped: pool.dropped }
}
