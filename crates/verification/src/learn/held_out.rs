//! Learnt weights on the days that nothing was learnt from, beside the defaults, equal weights and every member.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::policy::Policy;
use serde::{Deserialize, Serialize};

use super::{Weights, blend};
use crate::bootstrap::{Draws, interval};
use crate::cases::{Case, Cases, MEMBERS};
use crate::policy::Grading;

/// A blend or a member on the days held out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// `learnt`, `default`, `equal`, or a model.
    pub name: String,
    /// Pairs that it has a forecast for.
    pub pairs: u64,
    /// Mean absolute error over them, cm.
    pub mae_cm: f64,
    /// Its interval, days drawn anew.
    pub interval: Option<[f64; 2]>,
}

/// How much less learnt weights err than something else, over the pairs that both have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gain {
    /// `default`, `equal`, or the best single model.
    pub over: String,
    /// MAE of the other less MAE of the learnt blend, cm.
    pub cm: f64,
    /// Its interval, the same days drawn for both.
    pub interval: Option<[f64; 2]>,
    /// Pairs that both have.
    pub pairs: u64,
}

/// What came of the trial.
pub(super) struct Trial {
    pub(super) days: usize,
    pub(super) compared: Vec<Compared>,
    pub(super) gains: Vec<Gain>,
    /// `None` when there was nothing to try on.
    pub(super) against_default: Option<AgainstDefault>,
}

/// The blend with learnt weights beside that with the defaults.
pub(super) struct AgainstDefault {
    /// How much less it errs, as a share of the other's error.
    pub(super) gain: f64,
    /// Whether it is shown to err more: the whole interval of the gain is below zero; without an interval, the gain is.
    pub(super) is_worse: bool,
}

const BLENDS: usize = 3;
const DEFAULT: usize = 1;
const EQUAL: usize = 2;
const RIVALS: usize = BLENDS + MEMBERS;

/// Sums of one day, by rival: pairs, its absolute errors, and those of the learnt blend over the same pairs.
type Day = [[f64; 3]; RIVALS];

pub(super) fn compare(
    grading: &Grading,
    policy: &Policy,
    cases: &Cases,
    held: &[&Case],
    learnt: &Weights,
    defaults: &Weights,
) -> Trial {
    let equal = [1.0; MEMBERS];
    let mut by_day: BTreeMap<NaiveDate, Day> = BTreeMap::new();
    for case in held {
        let blends = [learnt, defaults, &equal].map(|weights| blend(policy, case, weights));
        let [Some(of_learnt), ..] = blends else { continue };
        let measured = f64::from(case.measured);
        let day = by_day.entry(case.day).or_insert([[0.0; 3]; RIVALS]);
        let members = case.members.iter().map(|said| said.map(f64::from));
        for ([pairs, own, learnt], said) in day.iter_mut().zip(blends.into_iter().chain(members)) {
            if let Some(said) = said {
                *pairs += 1.0;
                *own += (said - measured).abs();
                *learnt += (of_learnt - measured).abs();
            }
        }
    }
    let days: Vec<Day> = by_day.into_values().collect();
    let rivals = Rivals { draws: Draws::new(grading, days.len()), grading, days: &days };
    let names = ["learnt", "default", "equal"].into_iter().chain(cases.models.iter().map(String::as_str));
    let names: Vec<&str> = names.collect();
    let compared: Vec<(usize, Compared)> = names
        .iter()
        .enumerate()
        .filter_map(|(rival, name)| Some((rival, rivals.compared(rival, name)?)))
        .collect();
    let all = compared.first().map_or(0, |(_, learnt)| learnt.pairs) as f64;
    // Chosen on the days held out, which favours it.
    let best = compared
        .iter()
        .filter(|(rival, one)| *rival >= BLENDS && one.pairs as f64 >= grading.coverage * all)
        .min_by(|(_, a), (_, b)| a.mae_cm.total_cmp(&b.mae_cm))
        .map(|(rival, _)| *rival);
    let gains: Vec<(usize, Gain)> = [Some(DEFAULT), Some(EQUAL), best]
        .into_iter()
        .flatten()
        .filter_map(|rival| Some((rival, rivals.gain(rival, names.get(rival)?)?)))
        .collect();
    let against_default = || {
        let (_, gain) = gains.iter().find(|(rival, _)| *rival == DEFAULT)?;
        let (_, default) = compared.iter().find(|(rival, _)| *rival == DEFAULT)?;
        let share = if default.mae_cm > 0.0 { gain.cm / default.mae_cm } else { gain.cm };
        let most = gain.interval.map_or(gain.cm, |[_, high]| high);
        Some(AgainstDefault { gain: share, is_worse: most < 0.0 })
    };
    let against_default = against_default();
    Trial {
        days: days.len(),
        compared: compared.into_iter().map(|(_, one)| one).collect(),
        gains: gains.into_iter().map(|(_, gain)| gain).collect(),
        against_default,
    }
}

struct Rivals<'a> {
    draws: Draws,
    grading: &'a Grading,
    days: &'a [Day],
}

impl Rivals<'_> {
    /// Sums of a rival over some days.
    fn sums<'d>(&self, rival: usize, days: impl Iterator<Item = &'d Day>) -> [f64; 3] {
        days.filter_map(|day| day.get(rival)).fold([0.0; 3], |mut sum, day| {
            sum.iter_mut().zip(day).for_each(|(sum, more)| *sum += more);
            sum
        })
    }

    fn measured(
        &self,
        rival: usize,
        measure: impl Fn([f64; 3]) -> Option<f64>,
    ) -> Option<(u64, f64, Option<[f64; 2]>)> {
        let sums = self.sums(rival, self.days.iter());
        let value = measure(sums)?;
        let drawn = self
            .draws
            .each(|drawn| measure(self.sums(rival, drawn.iter().filter_map(|day| self.days.get(*day)))));
        let spread = interval(self.grading, drawn.into_iter()).map(|(low, high)| [low, high]);
        Some((sums[0] as u64, value, spread))
    }

    fn compared(&self, rival: usize, name: &str) -> Option<Compared> {
        let mae = |[pairs, own, _]: [f64; 3]| (pairs > 0.0).then(|| own / pairs);
        let (pairs, mae_cm, interval) = self.measured(rival, mae)?;
        Some(Compared { name: name.to_owned(), pairs, mae_cm, interval })
    }

    fn gain(&self, rival: usize, name: &str) -> Option<Gain> {
        let less = |[pairs, own, learnt]: [f64; 3]| (pairs > 0.0).then(|| (own - learnt) / pairs);
        let (pairs, cm, interval) = self.measured(rival, less)?;
        Some(Gain { over: name.to_owned(), cm, interval, pairs })
    }
}
