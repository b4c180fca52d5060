//! What members' errors on the days of training make of their weights.
//!
//! A weight is a power of the member's error relative to the others', and nothing more is fitted: weights that are bent until
//! the blend errs least on the days learnt from err more on other days, because errors of one spell of weather are much
//! alike and the least is flat. The power is one for all bands, because it tells how much members err alike.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::forecast::is_weighted;
use conditions_core::policy::Policy;

use super::{Weights, blend};
use crate::cases::{Case, MEMBERS};
use crate::half_life::left;
use crate::policy::Grading;

/// Each member's error over that of the middle one; `None` without a pair.
type Relative = [Option<f64>; MEMBERS];

/// What the days of training say of the members in one band.
pub(super) struct Evidence<'a> {
    grading: &'a Grading,
    policy: &'a Policy,
    members: usize,
    defaults: Weights,
    /// Pairs whose blend weights have a say in.
    pairs: Vec<&'a Case>,
    relative: Relative,
    /// What is learnt counts for so much, 0–1, and the defaults for the rest.
    trust: f64,
}

impl<'a> Evidence<'a> {
    /// Of the pairs of training; `None` when weights have a say in none of them. `defaults` are normalised.
    pub(super) fn new(
        grading: &'a Grading,
        policy: &'a Policy,
        members: usize,
        defaults: Weights,
        training: &[&'a Case],
    ) -> Option<Self> {
        let plausible = |cm: &&f32| policy.plausible_snowfall24h_cm.holds(f64::from(**cm));
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

    /// Weights that fall with this power of the relative error, drawn to the defaults while the days are few. A member
    /// without a pair is taken for a middling one.
    pub(super) fn weights(&self, power: f64) -> Weights {
        let mut mixed = [0.0; MEMBERS];
        for ((mix, default), relative) in mixed.iter_mut().zip(&self.defaults).zip(&self.relative) {
            // A member that never errs is no better than one that errs a hundredth of the others' error.
            let learnt = relative.unwrap_or(1.0).max(0.01).powf(-power);
            // Proportions are mixed, not differences: a bad member is as far from the others as a good one.
            *mix = learnt.powf(self.trust) * default.powf(1.0 - self.trust);
        }
        let floored = normalised(self.members, mixed).map(|weight| weight.max(self.grading.floor));
        // What is tried is what would be in force: two decimals.
        normalised(self.members, floored).map(|weight| (weight * 100.0).round() / 100.0)
    }

    /// Mean absolute error of the blend with these weights.
    fn error(&self, weights: &Weights) -> f64 {
        let errors = self
            .pairs
            .iter()
            .filter_map(|case| Some((blend(self.policy, case, weights)? - f64::from(case.measured)).abs()));
        errors.sum::<f64>() / self.pairs.len() as f64
    }
}

/// The power whose weights do best on the days of training, all bands together and each by its error with the defaults.
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

/// The same proportions with a mean of 1 over the members.
pub(super) fn normalised(members: usize, mut weights: Weights) -> Weights {
    let sum: f64 = weights.iter().take(members).sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight *= members as f64 / sum);
    }
    weights.iter_mut().skip(members).for_each(|weight| *weight = 0.0);
    weights
}

/// Each member's mean absolute error over that of the middle member at the same lead. The middle one, because one bad member
/// would make all others look good, and alike; at the same lead, because a short horizon is no merit. An error counts half after
/// [`Grading::half_life_days`].
fn relative_errors(grading: &Grading, pairs: &[&Case]) -> Relative {
    let newest = pairs.iter().map(|case| case.day).max().unwrap_or_default();
    let left = |case: &Case| left((newest - case.day).num_days() as f64, grading.half_life_days);
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
            // Leads count by their pairs: the sum already counts them.
            *total += sum / middle;
            *weight += count;
        }
    }
    relative.map(|(total, count)| (count > 0.0).then(|| total / count))
}
