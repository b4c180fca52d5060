//! What the models say of the moment of capture and the day before it, not of the days to come: depth on the ground
//! and the snow of the past 24 hours. Carries `contract-decisions` 3 and 10.

use crate::evidence::{ForecastSnapshot, ModelRun};
use crate::policy::{Policy, Range};
use crate::units::median;

use super::blend::{MAX_MODELS, Pool, agreement};
use super::members::Members;

/// Snow depth of the models at mid mountain at capture, centimetres: the median, and how far they agree.
///
/// The agreement is `None` when one model alone has a depth; the whole is `None` when none has a plausible one.
#[must_use]
pub(crate) fn model_depth(policy: &Policy, snapshot: &ForecastSnapshot) -> Option<(f64, Option<f64>)> {
    depth_of(policy, &Members::new(policy, snapshot))
}

/// [`model_depth`] of models that are sorted out already.
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

/// A depth that no snow has, such as a glacier's ice in a model's cell.
pub(crate) fn implausible_depth(policy: &Policy, members: &Members<'_>) -> Option<f64> {
    let said = members.scalars(|run| run.depth_cm).filter_map(|(depth, _)| depth);
    said.filter(|cm| cm.is_finite() && !policy.plausible_depth_cm.holds(*cm)).max_by(f64::total_cmp)
}

/// The models' new snow of some hours before capture at mid mountain, centimetres, blended as a daily row of today.
pub(crate) struct PastSnow {
    /// The blend and the agreement of the models; `None` when no model has a plausible value.
    pub(crate) blended: Option<(f64, Option<f64>)>,
    /// Whether an implausible value was dropped.
    pub(crate) dropped: bool,
}

/// Blends the models' past 24 hours.
pub(crate) fn past_day(policy: &Policy, snapshot: &ForecastSnapshot) -> PastSnow {
    let range = policy.plausible_snowfall24h_cm;
    past_of(policy, &Members::new(policy, snapshot), range, |run| run.past24h_cm)
}

/// Blends what `pick` finds of the past in the models, values outside of `range` dropped.
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
