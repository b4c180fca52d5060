//! How far distributions were from what was measured, on days that nothing was learnt from: the continuous ranked probability
//! score beside that of the defaults, the error of the blend alone, and the score of the days measured before the issue.

use conditions_core::forecast::STRETCHES;
use conditions_core::policy::Chances;
use serde::{Deserialize, Serialize};

use super::chance;
use crate::bootstrap::{DayPlaceSums, interval};
use crate::cases::{Amount, Span};
use crate::crps::crps;
use crate::policy::Grading;

/// Members that a distribution is scored by.
const MEMBERS: usize = 20;

/// One band of leads, or one total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// First lead; 1 for a total.
    pub lead_from: u8,
    /// Last lead.
    pub lead_to: u8,
    /// Whether it is the total of these days and not each of them.
    pub total: bool,
    /// Days or totals of a resort that were forecast and measured.
    pub pairs: usize,
    /// Days with a pair.
    pub days: usize,
    /// Mean score of what was learnt, cm.
    pub crps_cm: f64,
    /// The same of the defaults.
    pub default_crps_cm: f64,
    /// Mean absolute error of the blend, which is its score as a single number.
    pub blend_mae_cm: f64,
    /// 1 − score ÷ that of the days measured before the issue, on the pairs that have it.
    pub skill_climatology: Option<f64>,
    /// Its 95 % interval, days and places drawn anew together.
    pub skill_interval: Option<[f64; 2]>,
}

impl Score {
    /// Whether what was learnt is no worse than the defaults.
    pub(super) fn holds(&self) -> bool {
        self.crps_cm <= self.default_crps_cm
    }
}

/// The scores of every band and total that has pairs.
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

/// Leads that one score is about, both included: each of their days, or the total over them.
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

/// The last lead of the bands, nearest first, at which they did better than the days measured before the issue; that of `known`
/// where the days are too few for any interval. It is the estimate that decides: a season's days leave nearly every lead in doubt.
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
