//! Weights for the blend, learnt from the earlier days and tried on the later ones.
//!
//! - What is learnt from and what it is tried on are different days, with a gap between them; weights that went into
//!   force are scored later still, by the blend as it was published.
//! - A member's weight falls with a power of its error relative to the others' at the same lead, so that a model with a
//!   short horizon is not praised for having forecast the easy days only.
//! - Weights are pulled towards the defaults while the days are few, and are taken only when the blend errs no more with
//!   them than with the defaults on the days held out.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, TimeDelta};
use conditions_core::forecast;
use conditions_core::policy::{ModelWeight, Policy};
use serde::{Deserialize, Serialize};

use crate::cases::{Case, Cases, MEMBERS};
use crate::policy::{BANDS, Grading, band_of};

mod held_out;

pub use held_out::{Compared, Gain};

/// What was learnt for one band of leads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BandWeights {
    /// First lead.
    pub from: u8,
    /// Last lead.
    pub to: u8,
    /// Whether the weights are learnt ones; else they are the defaults.
    pub learnt: bool,
    /// Why.
    pub reason: String,
    /// Days with a pair in this band.
    pub scored_days: usize,
    /// Days that were learnt from.
    pub training_days: usize,
    /// The last of them.
    pub trained_until: Option<NaiveDate>,
    /// Days that the weights were tried on.
    pub held_out_days: usize,
    /// Weights in force, mean 1 when learnt, by model.
    pub weights: BTreeMap<String, f64>,
    /// Mean absolute errors on the days held out: blends and members.
    pub compared: Vec<Compared>,
    /// How much less the learnt weights err there than the default ones, equal ones and the best single member.
    pub gains: Vec<Gain>,
}

/// Weights by member, in the order of [`Cases::models`].
pub(crate) type Weights = [f64; MEMBERS];

/// Each member's error over that of the middle one.
type Relative = [Option<f64>; MEMBERS];

/// Learns the weights of every band.
#[must_use]
pub fn learn(grading: &Grading, policy: &Policy, cases: &Cases) -> Vec<BandWeights> {
    BANDS.iter().enumerate().map(|(band, _)| Learning { grading, policy, cases, band }.learn()).collect()
}

/// The weights of the bands as the resolver takes them; `None` when no band has learnt ones.
#[must_use]
pub fn model_weights(bands: &[BandWeights]) -> Option<Vec<ModelWeight>> {
    if !bands.iter().any(|band| band.learnt) {
        return None;
    }
    let names: BTreeSet<&String> = bands.iter().flat_map(|band| band.weights.keys()).collect();
    let weight = |band: usize, name: &String| {
        bands.get(band).and_then(|band| band.weights.get(name)).copied().unwrap_or(1.0)
    };
    let of = |name: &String| ModelWeight {
        model: name.clone().into(),
        early: weight(0, name),
        late: weight(1, name),
        far: weight(2, name),
    };
    Some(names.into_iter().map(of).collect())
}

struct Learning<'a> {
    grading: &'a Grading,
    policy: &'a Policy,
    cases: &'a Cases,
    band: usize,
}

impl Learning<'_> {
    fn learn(&self) -> BandWeights {
        let (from, to) = BANDS.get(self.band).copied().unwrap_or((1, 1));
        let all: Vec<&Case> =
            self.cases.list.iter().filter(|case| band_of(case.lead) == Some(self.band)).collect();
        let days: BTreeSet<NaiveDate> = all.iter().map(|case| case.day).collect();
        let days: Vec<NaiveDate> = days.into_iter().collect();
        let defaults = self.defaults();
        let mut out = BandWeights {
            from,
            to,
            learnt: false,
            reason: String::new(),
            scored_days: days.len(),
            training_days: 0,
            trained_until: None,
            held_out_days: 0,
            weights: self.named(&self.raw_defaults()),
            compared: Vec::new(),
            gains: Vec::new(),
        };
        if days.len() < self.grading.learn_days {
            let needed = self.grading.learn_days;
            out.reason = format!("{} scored days, {needed} are needed: defaults", days.len());
            return out;
        }
        let training_days = (days.len() as f64 * self.grading.train_fraction) as usize;
        let Some(until) = training_days.checked_sub(1).and_then(|last| days.get(last)).copied() else {
            out.reason = "no day to learn from: defaults".to_owned();
            return out;
        };
        let held_from = until + TimeDelta::days(self.grading.gap_days);
        let training: Vec<&Case> = all.iter().copied().filter(|case| case.day <= until).collect();
        let held: Vec<&Case> = all.iter().copied().filter(|case| case.day > held_from).collect();
        let learnt = self.fit(&training, &defaults, training_days);
        let tried = held_out::compare(self.grading, self.policy, self.cases, &held, &learnt, &defaults);
        out.training_days = training_days;
        out.trained_until = Some(until);
        out.held_out_days = tried.days;
        out.compared = tried.compared;
        out.gains = tried.gains;
        match tried.better_than_default {
            Some(true) => {
                out.learnt = true;
                out.weights = self.named(&learnt);
                out.reason = "no worse than the defaults on the days held out".to_owned();
            }
            Some(false) => out.reason = "worse than the defaults on the days held out: defaults".to_owned(),
            None => out.reason = "no day is left to try them on: defaults".to_owned(),
        }
        out
    }

    /// Weights from relative errors, with the power that does best on the training days; with enough days then bent member
    /// by member as long as the blend errs less there; pulled to the defaults while the days are few.
    fn fit(&self, training: &[&Case], defaults: &Weights, training_days: usize) -> Weights {
        let stride = training.len().div_ceil(self.grading.fit_pairs).max(1);
        let training: Vec<&Case> = training.iter().copied().step_by(stride).collect();
        let relative = self.relative_errors(&training);
        let by_error = self.by_error(&training, &relative, defaults);
        let enough = training_days >= self.grading.bend_days;
        let bent = if enough { self.bent(&training, by_error, &relative) } else { by_error };
        let days = training_days as f64;
        let trust = days / (days + self.grading.shrink_days);
        let mut mixed = [0.0; MEMBERS];
        for ((mix, bent), default) in mixed.iter_mut().zip(&bent).zip(defaults) {
            *mix = (trust * bent + (1.0 - trust) * default).max(self.grading.floor);
        }
        // What is tried is what would be in force: two decimals.
        self.normalised(mixed).map(|weight| (weight * 100.0).round() / 100.0)
    }

    /// Mean absolute error of the blend with these weights.
    fn error(&self, training: &[&Case], weights: &Weights) -> f64 {
        let errors = training
            .iter()
            .filter_map(|case| Some((blend(self.policy, case, weights)? - f64::from(case.measured)).abs()));
        let (sum, count) = errors.fold((0.0, 0.0), |(sum, count), error| (sum + error, count + 1.0));
        if count > 0.0 { sum / count } else { f64::INFINITY }
    }

    fn by_error(&self, training: &[&Case], relative: &Relative, defaults: &Weights) -> Weights {
        let candidate = |power: f64| {
            let mut weights = *defaults;
            for (weight, relative) in weights.iter_mut().zip(relative) {
                if let Some(relative) = relative {
                    // A member that never errs is no better than one that errs a hundredth of the others' error.
                    *weight = relative.max(0.01).powf(-power);
                }
            }
            self.normalised(weights)
        };
        let tried = self.grading.powers.iter().map(|power| candidate(*power));
        let tried = tried.map(|weights| (self.error(training, &weights), weights));
        // The first of equals: the gentler power.
        tried.reduce(|best, next| if next.0 < best.0 { next } else { best }).map_or(*defaults, |(_, w)| w)
    }

    /// One member's weight after the other is moved up and down, and what errs less is kept. Who errs more than the middle
    /// member never weighs more than that warrants: a bad member is mostly trimmed away, and what is trimmed away could
    /// weigh anything on the days learnt from.
    fn bent(&self, training: &[&Case], from: Weights, relative: &Relative) -> Weights {
        let mut best = (self.error(training, &from), from);
        for _ in 0..self.grading.bends {
            let before = best.0;
            for member in 0..self.cases.models.len().min(MEMBERS) {
                for factor in [0.5, 0.8, 1.25, 2.0] {
                    let mut weights = best.1;
                    if let Some(weight) = weights.get_mut(member) {
                        let warranted = match relative.get(member).copied().flatten() {
                            Some(worse) if worse > 1.0 => 1.0 / worse,
                            Some(_) | None => f64::INFINITY,
                        };
                        *weight = (*weight * factor).min(warranted).max(self.grading.floor);
                    }
                    let weights = self.normalised(weights);
                    let error = self.error(training, &weights);
                    if error < best.0 {
                        best = (error, weights);
                    }
                }
            }
            if best.0 >= before {
                break;
            }
        }
        best.1
    }

    /// Each member's mean absolute error over that of the middle member at the same lead; `None` without a pair. The middle
    /// one, because one bad member would make all others look good, and alike.
    fn relative_errors(&self, training: &[&Case]) -> Relative {
        let mut sums: BTreeMap<u8, [(f64, f64); MEMBERS]> = BTreeMap::new();
        for case in training {
            let of_lead = sums.entry(case.lead).or_insert([(0.0, 0.0); MEMBERS]);
            for ((sum, count), said) in of_lead.iter_mut().zip(&case.members) {
                if let Some(said) = said {
                    *sum += f64::from((said - case.measured).abs());
                    *count += 1.0;
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

    fn raw_defaults(&self) -> Weights {
        let mut out = [0.0; MEMBERS];
        for (slot, name) in out.iter_mut().zip(&self.cases.models) {
            let listed = self.policy.weights.iter().find(|weight| weight.model == *name);
            *slot = listed.map_or(1.0, |weight| match self.band {
                0 => weight.early,
                1 => weight.late,
                _ => weight.far,
            });
        }
        out
    }

    fn defaults(&self) -> Weights {
        self.normalised(self.raw_defaults())
    }

    /// The same proportions with a mean of 1 over the members.
    fn normalised(&self, mut weights: Weights) -> Weights {
        let members = self.cases.models.len();
        let sum: f64 = weights.iter().take(members).sum();
        if sum > 0.0 {
            weights.iter_mut().for_each(|weight| *weight *= members as f64 / sum);
        }
        weights.iter_mut().skip(members).for_each(|weight| *weight = 0.0);
        weights
    }

    fn named(&self, weights: &Weights) -> BTreeMap<String, f64> {
        self.cases.models.iter().cloned().zip(weights.iter().copied()).collect()
    }
}

/// The blend of a pair's members as the daily rows make it, cm.
pub(crate) fn blend(policy: &Policy, case: &Case, weights: &Weights) -> Option<f64> {
    let said = case.members.iter().map(|said| said.map(f64::from)).zip(weights.iter().copied());
    forecast::blended_snow(policy, said).map(|cm| cm.get())
}

#[cfg(test)]
mod tests;
