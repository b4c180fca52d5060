//! Weights of the members from their errors on the training days.
//!
//! A weight is a power of the member's error relative to the others', without further fitting: weights fitted to
//! minimise the blend's error on the training days have larger errors on other days, because the errors of one spell of
//! weather are similar and the minimum is flat. All bands share one power, because it reflects how similar the members'
//! errors are.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::forecast::is_weighted;
use conditions_core::policy::Policy;

use super::{Weights, blend};
use crate::cases::{Case, MEMBERS};
use crate::half_life::remaining;
use crate::policy::Grading;

/// Error of each member relative to the median member; `None` without a pair.
type Relative = [Option<f64>; MEMBERS];

/// The members' errors on the training days in one band.
pub(super) struct Evidence<'a> {
    grading: &'a Grading,
    policy: &'a Policy,
    members: usize,
    defaults: Weights,
    /// Pairs whose blend depends on weights.
    pairs: Vec<&'a Case>,
    relative: Relative,
    /// Weight of the learnt values, 0–1; the defaults have the rest.
    trust: f64,
}

impl<'a> Evidence<'a> {
    /// Evaluates training pairs; `None` if weights matter in none of them. `defaults` are normalised.
    pub(super) fn new(
        grading: &'a Grading,
        policy: &'a Policy,
        members: usize,
        defaults: Weights,
        training: &[&'a Case],
    ) -> Option<Self> {
        let plausible = |cm: &&f32| policy.plausible_snowfall24h_cm.contains(f64::from(**cm));
        let reporting = |case: &Case| case.members.iter().flatten().filter(plausible).count();
        let pairs: Vec<&Case> =
            training.iter().copied().filter(|case| is_weighted(reporting(case))).collect();
        let days = pairs.iter().map(|case| case.day).collect::<BTreeSet<_>>().len() as f64;
        if pairs.is_empty() {
            return None;
        }
        let stride = pairs.len().div_ceil(grading.fit_pairs).max(1);
        let pairs: Vec<&Case> = pairs.into_iter().step_by(stride).collect();
        let relative = relative_errors(grading, &pairs);
        let trust = days / (days + grading.shrink_days);
        Some(Self { grading, policy, members, defaults, pairs, relative, trust })
    }

    /// Returns weights that decrease with this power of the relative error, drawn to the defaults while the days are
    /// few. A member without a pair counts as a median one.
    pub(super) fn weights(&self, power: f64) -> Weights {
        let mut mixed = [0.0; MEMBERS];
        for ((mix, default), relative) in mixed.iter_mut().zip(&self.defaults).zip(&self.relative) {
            // A member without errors counts like one with a hundredth of the others' error.
            let learnt = relative.unwrap_or(1.0).max(0.01).powf(-power);
            // Proportions are mixed, not differences: a bad member is as far from the others as a good one.
            *mix = learnt.powf(self.trust) * default.powf(1.0 - self.trust);
        }
        let floored = normalised(self.members, mixed).map(|weight| weight.max(self.grading.floor));
        // The trial uses the values that would be in force: two decimals.
        normalised(self.members, floored).map(|weight| (weight * 100.0).round() / 100.0)
    }

    /// Returns the mean absolute error of the blend with these weights.
    fn error(&self, weights: &Weights) -> f64 {
        let errors = self
            .pairs
            .iter()
            .filter_map(|case| Some((blend(self.policy, case, weights)? - f64::from(case.measured)).abs()));
        errors.sum::<f64>() / self.pairs.len() as f64
    }
}

/// Returns the power whose weights have the least error on the training days, over all bands, each relative to its
/// error with the defaults.
pub(super) fn power(grading: &Grading, bands: &[&Evidence<'_>]) -> f64 {
    let defaults: Vec<f64> = bands.iter().map(|band| band.error(&band.defaults)).collect();
    let error = |power: f64| {
        let of = |(band, default): (&&Evidence<'_>, &f64)| {
            if *default > 0.0 { band.error(&band.weights(power)) / default } else { 0.0 }
        };
        bands.iter().zip(&defaults).map(of).sum::<f64>()
    };
    let [gentlest, ..] = grading.powers;
    let tried = grading.powers.iter().map(|power| (error(*power), *power));
    // The first of equals: the gentler power.
    tried.reduce(|best, next| if next.0 < best.0 { next } else { best }).map_or(gentlest, |(_, power)| power)
}

/// Scales the weights to a mean of 1 over the members.
pub(super) fn normalised(members: usize, mut weights: Weights) -> Weights {
    let sum: f64 = weights.iter().take(members).sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight *= members as f64 / sum);
    }
    weights.iter_mut().skip(members).for_each(|weight| *weight = 0.0);
    weights
}

/// Returns each member's mean absolute error relative to the median member at the same lead. It is relative to the
/// median, because a single bad member would make all others look good; and at the same lead, because a short horizon
/// is not a merit. An error has half the weight after [`Grading::half_life_days`].
fn relative_errors(grading: &Grading, pairs: &[&Case]) -> Relative {
    let newest = pairs.iter().map(|case| case.day).max().unwrap_or_default();
    let left = |case: &Case| remaining((newest - case.day).num_days() as f64, grading.half_life_days);
    let mut sums: BTreeMap<u8, [(f64, f64); MEMBERS]> = BTreeMap::new();
    for case in pairs {
        let of_lead = sums.entry(case.lead).or_insert([(0.0, 0.0); MEMBERS]);
        let left = left(case);
        for ((sum, count), said) in of_lead.iter_mut().zip(&case.members) {
            if let Some(said) = said {
                *sum += left * f64::from((said - case.measured).abs());
                *count += left;
            }
        }
    }
    let mut relative = [(0.0, 0.0); MEMBERS];
    for of_lead in sums.values() {
        let mut maes: Vec<f64> =
            of_lead.iter().filter(|(_, count)| *count > 0.0).map(|(sum, count)| sum / count).collect();
        maes.sort_by(f64::total_cmp);
        let Some(middle) = maes.get(maes.len() / 2).copied().filter(|mae| *mae > 0.0) else { continue };
        for ((total, weight), (sum, count)) in relative.iter_mut().zip(of_lead) {
            // Leads are weighted by their pairs: the sum already counts them.
            *total += sum / middle;
            *weight += count;
        }
    }
    relative.map(|(total, count)| (count > 0.0).then(|| total / count))
}
