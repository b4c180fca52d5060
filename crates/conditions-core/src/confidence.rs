//! Confidence of a value by its kind, acquisition and age.
//!
//! Implements `contract-decisions` 3.

use crate::freshness::Reach;
use crate::policy::Policy;
use crate::present::{Age, DecayingNumber};
use crate::source::{AcquisitionTier, Kind};
use crate::units::Confidence;

/// Returns the confidence before age is considered, 0–1.
pub(crate) fn nominal(
    policy: &Policy,
    kind: Kind,
    tier: Option<AcquisitionTier>,
    agreement: Option<f64>,
    live: bool,
) -> f64 {
    match kind {
        Kind::Operator if live => policy.confidence_operator_live,
        Kind::Operator => policy.confidence_operator,
        Kind::Station => policy.confidence_station,
        Kind::Scraped => policy.confidence_of(tier.unwrap_or(AcquisitionTier::Unknown)),
        Kind::Model => match agreement {
            // A non-finite agreement is ignored, as for a single model.
            Some(agreement) if agreement.is_finite() => {
                (policy.confidence_model * agreement.clamp(0.0, 1.0)).max(policy.confidence_least)
            }
            _ => policy.confidence_model_alone,
        },
        Kind::Profile => policy.confidence_profile,
        Kind::Derived | Kind::None | Kind::Other => 0.0,
    }
}

/// Returns the fraction of a confidence that remains at an age: all of it within the time to live, then falling
/// linearly to the floor at the end of the usable window. Without a usable timestamp it is the floor.
pub(crate) fn remaining<'p>(policy: &Policy, reach: Reach, age: Option<Age<'p>>) -> DecayingNumber<'p> {
    let floor = policy.confidence_floor_fraction;
    let Some(age) = age else { return DecayingNumber::constant(floor) };
    if reach.is_fresh(age) {
        return DecayingNumber::constant(1.0);
    }
    let span = reach.usable_ms as f64 - reach.ttl_ms as f64;
    if span <= 0.0 {
        return DecayingNumber::constant(floor);
    }
    age.falling((1.0 - floor) / span, |age_ms| {
        let past = ((age_ms as f64 - reach.ttl_ms as f64) / span).clamp(0.0, 1.0);
        1.0 - past * (1.0 - floor)
    })
}

/// Returns the confidence after age is considered, with the fraction `remaining`. A modelled value keeps the policy's
/// least confidence: 0 means "no value".
pub(crate) fn aged(policy: &Policy, kind: Kind, nominal: f64, remaining: DecayingNumber<'_>) -> Confidence {
    let least = if matches!(kind, Kind::Model) { policy.confidence_least } else { 0.0 };
    Confidence::new(remaining.in_hundredths(nominal, least))
}

/// Returns the confidence of a derived value: the lowest of its inputs, 0 without inputs.
pub(crate) fn derived(inputs: impl IntoIterator<Item = Confidence>) -> Confidence {
    inputs.into_iter().min().unwrap_or(Confidence::NONE)
}
