//! Reliability of probabilities on held-out days: the content of a reliability diagram.

use std::collections::BTreeSet;

use conditions_core::chance::AMOUNTS_CM;
use conditions_core::policy::Chances;
use serde::{Deserialize, Serialize};

use super::chance;
use crate::bootstrap::{DayPlaceSums, interval};
use crate::cases::{Amount, Span};
use crate::policy::Grading;

/// Number of bins of probabilities, each a tenth wide.
const BINS: usize = 10;

/// Forecasts with about the same probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bin {
    /// Whether the forecasts are totals of several days rather than single days.
    pub total: bool,
    /// Event whose probability was forecast: at least this amount, cm; null for the confidence, the probability that
    /// the forecast is right within [`Chances::tolerance`].
    pub at_least_cm: Option<f64>,
    /// Mean forecast probability.
    pub told: f64,
    /// Share of the pairs in which the event occurred.
    pub came: f64,
    /// Its 95 % interval, with days and places resampled together.
    pub interval: Option<[f64; 2]>,
    /// Number of days or totals of a resort that were forecast and measured.
    pub pairs: usize,
    /// Number of days with a pair.
    pub days: usize,
}

/// Returns every bin that has enough pairs.
pub(super) fn bins(grading: &Grading, told: &Chances, held: &[&Amount]) -> Vec<Bin> {
    let mut out = Vec::new();
    for total in [false, true] {
        let of = held.iter().copied().filter(|one| matches!(one.span, Span::Total(_)) == total);
        let known: Vec<_> = of.filter_map(|one| Some((one, chance(told, one)?))).collect();
        for at_least_cm in AMOUNTS_CM.map(Some).into_iter().chain([None]) {
            let judged: Vec<(&Amount, f64, bool)> = known
                .iter()
                .map(|(one, chance)| {
                    let (measured, blend) = (f64::from(one.measured), f64::from(one.blend));
                    match at_least_cm {
                        Some(cm) => (*one, chance.at_least(cm), measured >= cm),
                        None => {
                            let right = (measured - blend).abs() <= told.tolerance(blend);
                            (*one, told.right(chance, blend), right)
                        }
                    }
                })
                .collect();
            out.extend((0..BINS).filter_map(|bin| of_bin(grading, &judged, bin, total, at_least_cm)));
        }
    }
    out
}

fn of_bin(
    grading: &Grading,
    judged: &[(&Amount, f64, bool)],
    bin: usize,
    total: bool,
    at_least_cm: Option<f64>,
) -> Option<Bin> {
    let within: Vec<&(&Amount, f64, bool)> =
        judged.iter().filter(|(_, told, _)| ((told * BINS as f64) as usize).min(BINS - 1) == bin).collect();
    let pairs = within.len();
    if pairs < grading.bin_pairs {
        return None;
    }
    let sheet = DayPlaceSums::new(
        within.iter().map(|(one, _, came)| (one.last, one.place, [f64::from(u8::from(*came)), 1.0])),
    );
    let share = |[came, all]: [f64; 2]| (all > 0.0).then(|| came / all);
    let drawn = sheet.drawn(grading).into_iter().map(share);
    let round = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0;
    Some(Bin {
        total,
        at_least_cm,
        told: round(within.iter().map(|(_, told, _)| told).sum::<f64>() / pairs as f64),
        came: round(share(sheet.sum())?),
        interval: interval(grading, drawn).map(|(low, high)| [round(low), round(high)]),
        pairs,
        days: within.iter().map(|(one, ..)| one.last).collect::<BTreeSet<_>>().len(),
    })
}
