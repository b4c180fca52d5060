//! Scores of distributions on held-out days: the continuous ranked probability score, compared with that of the
//! defaults, the error of the blend, and the score of the days measured before the issue.

use conditions_core::forecast::STRETCHES;
use conditions_core::policy::Chances;
use serde::{Deserialize, Serialize};

use super::chance;
use crate::bootstrap::{DayPlaceSums, interval};
use crate::cases::{Amount, Span};
use crate::crps::crps;
use crate::policy::Grading;

/// Number of members that represent a distribution.
const MEMBERS: usize = 20;

/// The scores of one band of leads, or one total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// First lead; 1 for a total.
    pub lead_from: u8,
    /// Last lead.
    pub lead_to: u8,
    /// Whether it is the total of these days rather than each of them.
    pub total: bool,
    /// Number of days or totals of a resort that were forecast and measured.
    pub pairs: usize,
    /// Number of days with a pair.
    pub days: usize,
    /// Mean score of the learnt distributions, cm.
    pub crps_cm: f64,
    /// Mean score of the default distributions, cm.
    pub default_crps_cm: f64,
    /// Mean absolute error of the blend, which is its score as a single number.
    pub blend_mae_cm: f64,
    /// 1 − score ÷ score of the days measured before the issue, on the pairs that have it.
    pub skill_climatology: Option<f64>,
    /// Its 95 % interval, with days and places resampled together.
    pub skill_interval: Option<[f64; 2]>,
}

impl Score {
    /// Returns whether the learnt distributions are not worse than the defaults.
    pub(super) fn is_acceptable(&self) -> bool {
        self.crps_cm <= self.default_crps_cm
    }
}

/// Returns the scores of every band and total that has pairs.
pub(super) fn scores(grading: &Grading, known: &Chances, tried: &Chances, held: &[&Amount]) -> Vec<Score> {
    let mut first = 1;
    let mut out = Vec::new();
    for (band, (last, _)) in known.days.iter().enumerate() {
        let of: Vec<&Amount> = held
            .iter()
            .copied()
            .filter(|one| one.span.lead().is_some_and(|lead| known.band(lead) == band))
            .collect();
        out.extend(score(grading, known, tried, &of, Leads { from: first, to: *last, total: false }));
        first = last + 1;
    }
    for (stretch, days) in STRETCHES.iter().enumerate() {
        let of: Vec<&Amount> = held.iter().copied().filter(|one| one.span == Span::Total(stretch)).collect();
        let last = u8::try_from(*days).unwrap_or(u8::MAX);
        out.extend(score(grading, known, tried, &of, Leads { from: 1, to: last, total: true }));
    }
    out
}

/// A range of leads of one score, both included: each of their days, or the total over them.
#[derive(Clone, Copy)]
struct Leads {
    from: u8,
    to: u8,
    total: bool,
}

fn score(
    grading: &Grading,
    known: &Chances,
    tried: &Chances,
    held: &[&Amount],
    leads: Leads,
) -> Option<Score> {
    let stride = held.len().div_ceil(grading.chance_pairs).max(1);
    let held: Vec<&Amount> = held.iter().copied().step_by(stride).collect();
    let of = |chances: &Chances, one: &Amount| -> Option<f64> {
        let chance = chance(chances, one)?;
        let mut members: [f64; MEMBERS] =
            core::array::from_fn(|at| chance.quantile((at as f64 + 0.5) / MEMBERS as f64));
        crps(&mut members, f64::from(one.measured))
    };
    let own: Vec<f64> = held.iter().map(|one| of(tried, one)).collect::<Option<_>>()?;
    let pairs = held.len();
    let mean = |sum: f64| thousandth(sum / pairs as f64);
    let compared = held
        .iter()
        .zip(&own)
        .filter_map(|(one, own)| Some((one.last, one.place, [*own, f64::from(one.climate_crps?)])));
    let sheet = DayPlaceSums::new(compared);
    let skill = |[own, climate]: [f64; 2]| (climate > 0.0).then(|| 1.0 - own / climate);
    let drawn = sheet.drawn(grading).into_iter().map(skill);
    let score = Score {
        lead_from: leads.from,
        lead_to: leads.to,
        total: leads.total,
        pairs,
        days: held.iter().map(|one| one.last).collect::<std::collections::BTreeSet<_>>().len(),
        crps_cm: mean(own.iter().sum()),
        default_crps_cm: mean(held.iter().filter_map(|one| of(known, one)).sum()),
        blend_mae_cm: mean(held.iter().map(|one| f64::from((one.blend - one.measured).abs())).sum()),
        skill_climatology: skill(sheet.sum()).map(thousandth),
        skill_interval: interval(grading, drawn).map(|(low, high)| [thousandth(low), thousandth(high)]),
    };
    (pairs > 0).then_some(score)
}

/// Returns the last lead of the bands, nearest first, at which forecasts were better than the days measured before the
/// issue; that of `known` if the days are too few for an interval. The estimate decides, because the days of a season
/// leave nearly every lead in doubt.
pub(super) fn last_lead_of_skill(known: &Chances, scores: &[Score]) -> u8 {
    let bands: Vec<&Score> = scores.iter().filter(|score| !score.total).collect();
    if bands.iter().any(|score| score.skill_interval.is_none()) {
        return known.last_lead_of_skill;
    }
    let shown = bands.iter().take_while(|score| score.skill_climatology.is_some_and(|skill| skill > 0.0));
    shown.last().map_or(0, |score| score.lead_to)
}

fn thousandth(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}
