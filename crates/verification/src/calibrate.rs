//! Calibration of the published distributions of new snow: learnt from the service's graded pairs by the rule of
//! `chance.rs`, and tested on later days than the training days.
//!
//! - Only days and totals of winter are used; older ones have half the weight after [`Learning::half_life_days`].
//! - Places are pooled. One storm affects many of them, so all places of one part of the world have the weight of a few
//!   on one day.
//! - The coefficients learnt for a band of leads, or a total, are accepted only if they are not worse on the held-out
//!   days. They are then learnt again from all days.
//! - Scores and reliability are those of the held-out days.

use std::collections::{BTreeSet, HashMap};

use chrono::{NaiveDate, TimeDelta};
use conditions_core::chance::{Chance, Coefficients};
use conditions_core::forecast::STRETCHES;
use conditions_core::policy::{Chances, Policy};
use serde::{Deserialize, Serialize};

use crate::cases::{Amount, Cases, Place, Span};
use crate::chance::{Learning, MeasuredForecast, learn, learn_days};
use crate::policy::Grading;

mod reliability;
mod score;

pub use reliability::Bin;
pub use score::Score;

/// Learnt coefficients of the distributions, with their scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// Whether the coefficients are learnt; otherwise they are the defaults.
    pub learnt: bool,
    /// Reason, in words.
    pub reason: String,
    /// Number of days with a pair.
    pub scored_days: usize,
    /// Last training day before the trial.
    pub trained_until: Option<NaiveDate>,
    /// Last training day of the coefficients in force; null for defaults.
    pub refitted_until: Option<NaiveDate>,
    /// Number of held-out days.
    pub held_out_days: usize,
    /// Coefficients in force for days, each with the last lead that they apply to.
    pub days: [(u8, Coefficients); 4],
    /// Coefficients in force for totals, in the order of [`STRETCHES`].
    pub totals: [Coefficients; 3],
    /// Last lead at which forecasts were better than the days measured before the issue.
    pub last_lead_of_skill: u8,
    /// Scores on the held-out days, by band of leads and by total.
    pub scores: Vec<Score>,
    /// Reliability on the held-out days: published probabilities and observed frequencies.
    pub reliability: Vec<Bin>,
}

/// Maximum weight of the places of one part of the world on one day, in places.
const LIKE_PLACES: f64 = 6.0;

/// Learns the distributions.
#[must_use]
pub fn calibrate(grading: &Grading, policy: &Policy, places: &[Place], cases: &Cases) -> Calibration {
    let known = &policy.chances;
    let days: BTreeSet<NaiveDate> = cases.amounts.iter().map(|amount| amount.last).collect();
    let days: Vec<NaiveDate> = days.into_iter().collect();
    let mut out = Calibration {
        learnt: false,
        reason: format!("{} scored days, {} are needed: defaults", days.len(), grading.learn_days),
        scored_days: days.len(),
        trained_until: None,
        refitted_until: None,
        held_out_days: 0,
        days: known.days.map(|(until, of)| (until, rounded(of))),
        totals: known.totals.map(rounded),
        last_lead_of_skill: known.last_lead_of_skill,
        scores: Vec::new(),
        reliability: Vec::new(),
    };
    let train = (days.len() as f64 * grading.train_fraction) as usize;
    let until = train.checked_sub(1).and_then(|last| days.get(last)).copied();
    let (Some(until), Some(newest)) = (until.filter(|_| days.len() >= grading.learn_days), days.last())
    else {
        return out;
    };
    let fit = Fit { grading, known, places };
    let tried = fit.learnt(cases.amounts.iter().filter(|amount| amount.last <= until), until);
    let held_from = until + TimeDelta::days(grading.gap_days);
    let held: Vec<&Amount> = cases.amounts.iter().filter(|amount| amount.first > held_from).collect();
    out.trained_until = Some(until);
    out.held_out_days = held.iter().map(|amount| amount.last).collect::<BTreeSet<_>>().len();
    out.scores = score::scores(grading, known, &tried, &held);
    (out.learnt, out.reason) = verdict(&out.scores);
    out.reliability = reliability::bins(grading, &taken(known, &tried, &out.scores), &held);
    if out.learnt {
        let whole = taken(known, &fit.learnt(cases.amounts.iter(), *newest), &out.scores);
        (out.days, out.totals, out.refitted_until) = (whole.days, whole.totals, Some(*newest));
        out.last_lead_of_skill = score::last_lead_of_skill(known, &out.scores);
    }
    out
}

/// Returns the learnt coefficients that are not worse than the known ones on the held-out days, by band and total; the
/// others stay as known.
fn taken(known: &Chances, learnt: &Chances, scores: &[Score]) -> Chances {
    let holds = |total: bool, last: usize| {
        scores
            .iter()
            .any(|score| (score.total, usize::from(score.lead_to)) == (total, last) && score.is_acceptable())
    };
    let mut out = known.clone();
    for (slot, of) in
        out.days.iter_mut().zip(&learnt.days).filter(|(_, (last, _))| holds(false, (*last).into()))
    {
        *slot = *of;
    }
    for ((slot, of), days) in out.totals.iter_mut().zip(&learnt.totals).zip(STRETCHES) {
        if holds(true, days) {
            *slot = *of;
        }
    }
    out
}

/// Returns whether any coefficients are accepted, and the reason in words.
fn verdict(scores: &[Score]) -> (bool, String) {
    if scores.is_empty() {
        return (false, "no day is left to try them on: defaults".to_owned());
    }
    let taken = scores.iter().filter(|score| score.is_acceptable()).count();
    let all = scores.len();
    (
        taken > 0,
        format!(
            "{taken} of {all} bands of leads and totals are no worse than the defaults on the days held out"
        ),
    )
}

struct Fit<'a> {
    grading: &'a Grading,
    known: &'a Chances,
    places: &'a [Place],
}

impl Fit<'_> {
    /// Learns coefficients from amounts on the day `on`.
    fn learnt<'c>(&self, amounts: impl Iterator<Item = &'c Amount>, on: NaiveDate) -> Chances {
        let learning = Learning::of_resolution(2.0 * self.known.least_cm);
        let (mut days, mut totals) = (Vec::new(), STRETCHES.map(|_| Vec::new()));
        for amount in amounts {
            match amount.span {
                Span::Day(lead) => days.push((lead, amount)),
                Span::Total(stretch) => {
                    if let Some(of) = totals.get_mut(stretch) {
                        of.push(((), amount));
                    }
                }
            }
        }
        let days = self.measured(&days, on);
        let mut out = self.known.clone();
        out.days =
            learn_days(&learning, self.known, self.known, &days).map(|(until, of)| (until, rounded(of)));
        for ((of, list), length) in out.totals.iter_mut().zip(&totals).zip(STRETCHES) {
            let share = 1.0 / length as f64;
            let list = self.measured(list, on).into_iter();
            let list: Vec<MeasuredForecast> =
                list.map(|((), one)| MeasuredForecast { share: one.share * share, ..one }).collect();
            *of = rounded(learn(&learning, of, of, &list));
        }
        out
    }

    /// Picks amounts evenly, each with its weight.
    fn measured<K: Copy>(&self, all: &[(K, &Amount)], on: NaiveDate) -> Vec<(K, MeasuredForecast)> {
        let part = |amount: &Amount| {
            let place = self.places.get(amount.place);
            place.and_then(|place| place.regions.first()).map_or("", String::as_str)
        };
        // A place has each day once at each lead: the pairs of a day and lead are its places.
        let mut like: HashMap<(&str, NaiveDate, Span), f64> = HashMap::new();
        for (_, amount) in all {
            *like.entry((part(amount), amount.last, amount.span)).or_default() += 1.0;
        }
        let stride = all.len().div_ceil(self.grading.chance_pairs).max(1);
        let picked = all.iter().step_by(stride).map(|(key, amount)| {
            let places = like.get(&(part(amount), amount.last, amount.span)).copied().unwrap_or(1.0);
            let measured = MeasuredForecast {
                signs: amount.signs,
                amount: f64::from(amount.measured),
                age_days: (on - amount.last).num_days() as f64,
                share: stride as f64 * (LIKE_PLACES / places).min(1.0),
            };
            (*key, measured)
        });
        picked.collect()
    }
}

/// Rounds coefficients to three decimals, as stored and published.
fn rounded(of: Coefficients) -> Coefficients {
    let round = |number: f64| (number * 1000.0).round() / 1000.0;
    Coefficients {
        any: of.any.map(round),
        scale: of.scale.map(round),
        shape: round(of.shape),
        narrowing: round(of.narrowing),
        missed: round(of.missed),
    }
}

/// Returns the distribution of a day or total.
fn chance(chances: &Chances, amount: &Amount) -> Option<Chance> {
    let of = match amount.span {
        Span::Day(lead) => chances.of_day(lead),
        Span::Total(stretch) => chances.totals.get(stretch)?,
    };
    Some(of.chance(amount.signs, chances.least_cm))
}

#[cfg(test)]
mod tests;
