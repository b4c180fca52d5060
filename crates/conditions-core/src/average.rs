//! The headline depth as a percentage of the historical average, or the reason why it is withheld.
//!
//! Implements the specification's `depthVsAvgPct` and `depthVsAvgBasis`, and `contract-decisions` 4. The percentage is
//! computed from the published numbers, so that a reader who divides them gets the same result. Its confidence is that
//! of the depth, because an average has no confidence. Only a depth within its time to live is compared: a percentage
//! of an older depth would describe another day.

use crate::confidence;
use crate::evidence::Climate;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::headline::Headline;
use crate::plausible;
use crate::policy::Policy;
use crate::record::{Band, DepthVsAvgBasis, Suppression};
use crate::source::Kind;
use crate::trace::Trace;
use crate::units::{Tenths, round_to_i32};

/// Compares the headline with the average.
pub(crate) fn compare<T: Trace>(
    policy: &Policy,
    headline: Option<&Headline<'_>>,
    climate: Option<&Climate>,
    depths_disagree: bool,
    flags: &mut FlagSet,
    trace: &mut T,
) -> (Field<i32>, DepthVsAvgBasis) {
    let average_cm = climate.and_then(|climate| average(policy, climate, flags));
    let average_band = climate.map_or(Band::Base, |climate| climate.band);
    let reading = headline.map(|headline| &headline.leading);
    let fresh = reading.filter(|reading| reading.chosen.step.is_fresh());
    let verdict = match (fresh, average_cm) {
        (None, _) => Err(Suppression::NoDepth),
        (Some(_), None) => Err(Suppression::NoAverage),
        (Some(reading), Some(_)) if reading.band != Band::Base || average_band != Band::Base => {
            Err(Suppression::BandMismatch)
        }
        (Some(_), Some(_)) if depths_disagree => Err(Suppression::DepthDisagreement),
        (Some(reading), Some(average)) => percent(policy, reading.cm, average).map(|pct| {
            let confidence = confidence::derived([reading.chosen.confidence]);
            Field::known(pct, Kind::Derived, reading.chosen.candidate.observed_at, confidence)
        }),
    };
    let (field, suppressed_reason) = match verdict {
        Ok(field) => {
            trace.chose("depthVsAvgPct", "headline_over_average", Kind::Derived);
            (field, None)
        }
        Err(reason) => (Field::not_reported(), Some(reason)),
    };
    let basis = DepthVsAvgBasis {
        average_cm,
        average_band,
        reading_band: reading.map(|reading| reading.band),
        reading_source: reading.map(|reading| reading.kind()),
        suppressed_reason,
    };
    (field, basis)
}

/// Returns the average if it is based on enough winters.
fn average(policy: &Policy, climate: &Climate, flags: &mut FlagSet) -> Option<Tenths> {
    if let Some(flag) = plausible::depth(policy, &climate.mean_depth_cm) {
        flags.raise(&flag);
        return None;
    }
    Tenths::new(climate.mean_depth_cm).filter(|_| climate.winters >= policy.average_min_winters)
}

fn percent(policy: &Policy, depth: Tenths, average: Tenths) -> Result<i32, Suppression> {
    if average.get() < policy.average_min_cm || average <= Tenths::ZERO {
        return Err(Suppression::AverageTooSmall);
    }
    let percent = f64::from(depth.units()) * 100.0 / f64::from(average.units());
    if percent > policy.average_max_pct {
        return Err(Suppression::RatioUnbounded);
    }
    round_to_i32(percent).ok_or(Suppression::RatioUnbounded)
}
