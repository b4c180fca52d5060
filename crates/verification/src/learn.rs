//! Weights of the blend, learnt from earlier days and tested on later ones.
//!
//! - Training and test days are different, with a gap between them. Weights in force are also scored later, by the
//!   published blend.
//! - A member's weight decreases with a power of its error relative to the others' at the same lead, on days on which
//!   weights matter.
//! - Weights are drawn to the defaults while the days are few. They are accepted only if the blend has no larger error
//!   with them than with the defaults on the held-out days: over all leads together, because the leads of one band are
//!   too few, and without a band whose error is shown to be larger. Accepted weights are learnt again from all days, so
//!   that the current winter counts.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, TimeDelta};
use conditions_core::forecast;
use conditions_core::policy::{ModelWeight, Policy};
use serde::{Deserialize, Serialize};

use crate::cases::{Case, Cases, MEMBERS};
use crate::policy::{BANDS, Grading, band_of};

mod held_out;
mod weights;

pub use held_out::{Comparison, Gain};
use weights::Evidence;

/// The result of learning for one band of leads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BandWeights {
    /// First lead.
    pub from: u8,
    /// Last lead.
    pub to: u8,
    /// Whether the weights are learnt; otherwise they are the defaults.
    pub learnt: bool,
    /// Reason for these weights, in words.
    pub reason: String,
    /// Number of days with a pair in this band.
    pub scored_days: usize,
    /// Number of training days.
    pub training_days: usize,
    /// Last training day.
    pub trained_until: Option<NaiveDate>,
    /// Last day on which the weights in force are based: after the trial they are learnt again from all days, including
    /// the held-out ones. Null for defaults, and in older reports.
    #[serde(default)]
    pub refitted_until: Option<NaiveDate>,
    /// Number of held-out days.
    pub held_out_days: usize,
    /// Weights in force by model, with mean 1 if learnt.
    pub weights: BTreeMap<String, f64>,
    /// Weights tested on the held-out days; empty if there was no trial.
    #[serde(default)]
    pub tried: BTreeMap<String, f64>,
    /// Mean absolute errors on the held-out days: blends and members.
    pub compared: Vec<Comparison>,
    /// Reduction of the error by the learnt weights relative to the defaults, equal weights and the best single member.
    pub gains: Vec<Gain>,
}

/// Weights by member, in the order of [`Cases::models`].
pub(crate) type Weights = [f64; MEMBERS];

/// Learns the weights of every band.
#[must_use]
pub fn learn(grading: &Grading, policy: &Policy, cases: &Cases) -> Vec<BandWeights> {
    let numbers = 0..BANDS.len();
    let bands: Vec<Learning<'_>> = numbers.map(|band| Learning::new(grading, policy, cases, band)).collect();
    let evidence: Vec<&Evidence<'_>> =
        bands.iter().filter_map(|band| band.split.as_ref()?.evidence.as_ref()).collect();
    let power = weights::power(grading, &evidence);
    let tried: Vec<Option<TriedWeights>> = bands.iter().map(|band| band.tried(power)).collect();
    let against = tried.iter().flatten().filter_map(|tried| tried.trial.against_default.as_ref());
    let gain: f64 = against.map(|against| against.gain).sum();
    bands.iter().zip(tried).map(|(band, tried)| band.concluded(tried, gain)).collect()
}

/// Returns the weights of the bands in the form of the resolver, or `None` if no band has learnt weights.
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

/// One band: its days, and the training days among them.
struct Learning<'a> {
    grading: &'a Grading,
    policy: &'a Policy,
    cases: &'a Cases,
    band: usize,
    scored_days: usize,
    /// `None` while there are too few days to learn from.
    split: Option<Split<'a>>,
}

/// Training and held-out days.
struct Split<'a> {
    training_days: usize,
    until: NaiveDate,
    /// `None` if weights do not matter on any of the training days.
    evidence: Option<Evidence<'a>>,
    held: Vec<&'a Case>,
    /// The evidence of all days, for the weights in force.
    whole: Option<Evidence<'a>>,
    last: NaiveDate,
}

/// Weights of one band with the result of their trial.
struct TriedWeights {
    weights: Weights,
    /// Weights of the same power learnt from all days.
    refitted: Weights,
    trial: held_out::Trial,
}

impl<'a> Learning<'a> {
    fn new(grading: &'a Grading, policy: &'a Policy, cases: &'a Cases, band: usize) -> Self {
        let all: Vec<&Case> = cases.list.iter().filter(|case| band_of(case.lead) == Some(band)).collect();
        let days: BTreeSet<NaiveDate> = all.iter().map(|case| case.day).collect();
        let days: Vec<NaiveDate> = days.into_iter().collect();
        let mut out = Self { grading, policy, cases, band, scored_days: days.len(), split: None };
        out.split = out.split(&all, &days);
        out
    }

    fn split(&self, all: &[&'a Case], days: &[NaiveDate]) -> Option<Split<'a>> {
        if days.len() < self.grading.learn_days {
            return None;
        }
        let training_days = (days.len() as f64 * self.grading.train_fraction) as usize;
        let until = days.get(training_days.checked_sub(1)?).copied()?;
        let held_from = until + TimeDelta::days(self.grading.gap_days);
        let training: Vec<&Case> = all.iter().copied().filter(|case| case.day <= until).collect();
        let held = all.iter().copied().filter(|case| case.day > held_from).collect();
        let members = self.cases.models.len();
        let evidence = Evidence::new(self.grading, self.policy, members, self.defaults(), &training);
        let whole = Evidence::new(self.grading, self.policy, members, self.defaults(), all);
        Some(Split { training_days, until, evidence, held, whole, last: days.last().copied()? })
    }

    /// Tests weights of this power on the held-out days; `None` if nothing can be learnt.
    fn tried(&self, power: f64) -> Option<TriedWeights> {
        let split = self.split.as_ref()?;
        let weights = split.evidence.as_ref()?.weights(power);
        let refitted = split.whole.as_ref().map_or(weights, |whole| whole.weights(power));
        let defaults = self.defaults();
        let trial =
            held_out::compare(self.grading, self.policy, self.cases, &split.held, &weights, &defaults);
        Some(TriedWeights { weights, refitted, trial })
    }

    /// Returns the result. `gain` is the reduction of the blend's error relative to the defaults, over all bands.
    fn concluded(&self, tried: Option<TriedWeights>, gain: f64) -> BandWeights {
        let (from, to) = BANDS.get(self.band).copied().unwrap_or((1, 1));
        let (learnt, reason) = self.verdict(tried.as_ref(), gain);
        let weights =
            tried.as_ref().filter(|_| learnt).map_or_else(|| self.raw_defaults(), |tried| tried.refitted);
        let named = tried.as_ref().map(|tried| self.by_model(&tried.weights)).unwrap_or_default();
        let trial = tried.map(|tried| tried.trial);
        let held_out_days = trial.as_ref().map_or(0, |trial| trial.days);
        let (compared, gains) = trial.map(|trial| (trial.compared, trial.gains)).unwrap_or_default();
        BandWeights {
            from,
            to,
            learnt,
            reason,
            scored_days: self.scored_days,
            training_days: self.split.as_ref().map_or(0, |split| split.training_days),
            trained_until: self.split.as_ref().map(|split| split.until),
            refitted_until: self.split.as_ref().filter(|_| learnt).map(|split| split.last),
            held_out_days,
            weights: self.by_model(&weights),
            tried: named,
            compared,
            gains,
        }
    }

    /// Returns whether the tested weights are accepted, and the reason.
    fn verdict(&self, tried: Option<&TriedWeights>, gain: f64) -> (bool, String) {
        if self.split.is_none() {
            let (scored, needed) = (self.scored_days, self.grading.learn_days);
            return (false, format!("{scored} scored days, {needed} are needed: defaults"));
        }
        let against = tried.map(|tried| tried.trial.against_default.as_ref());
        let (learnt, why) = match against {
            None => (false, "too few models reach these leads for weights to matter: defaults"),
            Some(None) => (false, "no day is left to try them on: defaults"),
            Some(Some(_)) if gain < 0.0 => {
                (false, "worse than the defaults on the days held out, all leads together: defaults")
            }
            Some(Some(against)) if against.is_worse => {
                (false, "worse than the defaults at these leads on the days held out: defaults")
            }
            Some(Some(_)) => (true, "no worse than the defaults on the days held out, all leads together"),
        };
        (learnt, why.to_owned())
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
        weights::normalised(self.cases.models.len(), self.raw_defaults())
    }

    fn by_model(&self, weights: &Weights) -> BTreeMap<String, f64> {
        self.cases.models.iter().cloned().zip(weights.iter().copied()).collect()
    }
}

/// Returns the blend of a pair's members like the daily rows, cm, before totals are limited to the range of the models.
pub(crate) fn blend(policy: &Policy, case: &Case, weights: &Weights) -> Option<f64> {
    let counts = weights.iter().zip(&case.standing).map(|(weight, standing)| weight * f64::from(*standing));
    let said = case.members.iter().map(|said| said.map(f64::from)).zip(counts);
    forecast::blended_snow(policy, said).map(|cm| cm.get())
}

#[cfg(test)]
mod tests;
