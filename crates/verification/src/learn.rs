//! Weights for the blend, learnt from the earlier days and tried on the later ones.
//!
//! - What is learnt from and what it is tried on are different days, with a gap between them; weights that went into
//!   force are scored later still, by the blend as it was published.
//! - A member's weight falls with a power of its error relative to the others' at the same lead, where weights have a say.
//! - Weights are drawn to the defaults while the days are few, and are taken only when the blend errs no more with
//!   them than with the defaults on the days held out: at all leads together, because the leads of one band say too little,
//!   and at no band's leads shown to err more. Those that are taken are learnt anew from all days, so that this winter counts.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, TimeDelta};
use conditions_core::forecast;
use conditions_core::policy::{ModelWeight, Policy};
use serde::{Deserialize, Serialize};

use crate::cases::{Case, Cases, MEMBERS};
use crate::policy::{BANDS, Grading, band_of};

mod held_out;
mod weigh;

pub use held_out::{Comparison, Gain};
use weigh::Evidence;

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
    /// Why the weights are these, in words.
    pub reason: String,
    /// Days with a pair in this band.
    pub scored_days: usize,
    /// Days that were learnt from.
    pub training_days: usize,
    /// The last of them.
    pub trained_until: Option<NaiveDate>,
    /// The last day of those in force rest on: once they have stood the trial they are learnt anew from all days, those held
    /// out for it too. Null for defaults, and where that was not told.
    #[serde(default)]
    pub refitted_until: Option<NaiveDate>,
    /// Days that the weights were tried on.
    pub held_out_days: usize,
    /// Weights in force, mean 1 when learnt, by model.
    pub weights: BTreeMap<String, f64>,
    /// Weights that were tried on the days held out; empty where nothing was.
    #[serde(default)]
    pub tried: BTreeMap<String, f64>,
    /// Mean absolute errors on the days held out: blends and members.
    pub compared: Vec<Comparison>,
    /// How much less the learnt weights err there than the default ones, equal ones and the best single member.
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
    let power = weigh::power(grading, &evidence);
    let tried: Vec<Option<TriedWeights>> = bands.iter().map(|band| band.tried(power)).collect();
    let against = tried.iter().flatten().filter_map(|tried| tried.trial.against_default.as_ref());
    let gain: f64 = against.map(|against| against.gain).sum();
    bands.iter().zip(tried).map(|(band, tried)| band.concluded(tried, gain)).collect()
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

/// One band: its days, and which of them are learnt from.
struct Learning<'a> {
    grading: &'a Grading,
    policy: &'a Policy,
    cases: &'a Cases,
    band: usize,
    scored_days: usize,
    /// `None` while there are too few days to learn from.
    split: Option<Split<'a>>,
}

/// Days that are learnt from and days that what was learnt is tried on.
struct Split<'a> {
    training_days: usize,
    until: NaiveDate,
    /// `None` when weights have no say on any of the days learnt from.
    evidence: Option<Evidence<'a>>,
    held: Vec<&'a Case>,
    /// The same of all days, for the weights that go into force.
    whole: Option<Evidence<'a>>,
    last: NaiveDate,
}

/// Weights of one band, and what came of trying them.
struct TriedWeights {
    weights: Weights,
    /// The same power of the errors on all days.
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

    /// Weights of this power, on the days held out; `None` where nothing can be learnt.
    fn tried(&self, power: f64) -> Option<TriedWeights> {
        let split = self.split.as_ref()?;
        let weights = split.evidence.as_ref()?.weights(power);
        let refitted = split.whole.as_ref().map_or(weights, |whole| whole.weights(power));
        let defaults = self.defaults();
        let trial =
            held_out::compare(self.grading, self.policy, self.cases, &split.held, &weights, &defaults);
        Some(TriedWeights { weights, refitted, trial })
    }

    /// What is in force. `gain`: how much less the blend errs than with the defaults, all bands together.
    fn concluded(&self, tried: Option<TriedWeights>, gain: f64) -> BandWeights {
        let (from, to) = BANDS.get(self.band).copied().unwrap_or((1, 1));
        let (learnt, reason) = self.verdict(tried.as_ref(), gain);
        let weights =
            tried.as_ref().filter(|_| learnt).map_or_else(|| self.raw_defaults(), |tried| tried.refitted);
        let named = tried.as_ref().map(|tried| self.named(&tried.weights)).unwrap_or_default();
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
            weights: self.named(&weights),
            tried: named,
            compared,
            gains,
        }
    }

    /// Whether the weights that were tried are taken, and why.
    fn verdict(&self, tried: Option<&TriedWeights>, gain: f64) -> (bool, String) {
        if self.split.is_none() {
            let (scored, needed) = (self.scored_days, self.grading.learn_days);
            return (false, format!("{scored} scored days, {needed} are needed: defaults"));
        }
        let against = tried.map(|tried| tried.trial.against_default.as_ref());
        let (learnt, why) = match against {
            None => (false, "so few models reach these leads that weights have no say: defaults"),
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
        weigh::normalised(self.cases.models.len(), self.raw_defaults())
    }

    fn named(&self, weights: &Weights) -> BTreeMap<String, f64> {
        self.cases.models.iter().cloned().zip(weights.iter().copied()).collect()
    }
}

/// The blend of a pair's members as the daily rows make it, cm, before any of their totals is held within its models.
pub(crate) fn blend(policy: &Policy, case: &Case, weights: &Weights) -> Option<f64> {
    let counts = weights.iter().zip(&case.standing).map(|(weight, standing)| weight * f64::from(*standing));
    let said = case.members.iter().map(|said| said.map(f64::from)).zip(counts);
    forecast::blended_snow(policy, said).map(|cm| cm.get())
}

#[cfg(test)]
mod tests;
