//! Quantile mapping of archived daily snowfall to a station's: the amount that the station would have measured.
//!
//! Days known to both are sorted separately on each side, so that the day with the most archived snow corresponds to
//! the most that was measured, whichever day that was: a map changes the frequency and size of snowfalls, not their
//! dates. The knots are means of neighbours in that order, few at the top and more below. Between knots the map is
//! linear, beyond the last it has a constant ratio. With few days the map is drawn towards the identity. Days that are
//! dry in the archive stay dry.

use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use crate::policy::Policy;

/// A map of daily snowfall, centimetres on either side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Knots", into = "Knots")]
pub struct QuantileMap {
    /// Archived and measured amounts, both rising, from (0, 0) on.
    knots: Vec<(f64, f64)>,
}

/// The stored form.
type Knots = Vec<(f64, f64)>;

/// The error for invalid knots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the knots of a map must rise from (0, 0)")]
pub struct KnotsError;

impl TryFrom<Knots> for QuantileMap {
    type Error = KnotsError;

    fn try_from(knots: Knots) -> Result<Self, KnotsError> {
        let is_finite = knots.iter().all(|(from, to)| from.is_finite() && to.is_finite());
        let rises = knots.windows(2).all(|pair| match *pair {
            [(from, to), (next_from, next_to)] => from < next_from && to <= next_to,
            _ => false,
        });
        let is_map = knots.len() >= 2 && knots.first() == Some(&(0.0, 0.0)) && is_finite && rises;
        if is_map { Ok(Self { knots }) } else { Err(KnotsError) }
    }
}

impl From<QuantileMap> for Knots {
    fn from(map: QuantileMap) -> Self {
        map.knots
    }
}

impl QuantileMap {
    /// Fits a map to days known to both, each archived and measured, centimetres, in any order. A day with an invalid
    /// amount on either side is left out. Returns `None` if either side has too few snow days for a single knot.
    #[must_use]
    pub fn fit(policy: &Policy, days: impl IntoIterator<Item = (f64, f64)>) -> Option<Self> {
        let is_amount = |cm: f64| (0.0..=policy.most_snowfall_cm).contains(&cm);
        let known = days.into_iter().filter(|(from, to)| is_amount(*from) && is_amount(*to));
        let (mut archived, mut measured): (Vec<f64>, Vec<f64>) = known.unzip();
        for side in [&mut archived, &mut measured] {
            side.sort_unstable_by(|a, b| b.total_cmp(a));
        }
        let snow_days = |side: &[f64]| side.iter().take_while(|cm| **cm >= policy.snow_day_cm).count();
        let days = snow_days(&archived).min(snow_days(&measured));
        if days < policy.map_knot_days {
            return None;
        }
        let weight = days as f64 / (days as f64 + policy.map_shrink_days);
        let mut knots: Vec<(f64, f64)> = groups(policy, &archived)
            .filter_map(|group| {
                let (from, to) = (mean(archived.get(group.clone())?)?, mean(measured.get(group)?)?);
                let to = to.min(from * policy.map_most_ratio);
                Some((from, from + weight * (to - from)))
            })
            .collect();
        knots.push((0.0, 0.0));
        knots.reverse();
        Self::try_from(knots.into_iter().map(|(from, to)| (rounded(from), rounded(to))).collect::<Knots>())
            .ok()
    }

    /// Returns the amount that would have been measured on a day with this archived snowfall. Zero stays zero.
    #[must_use]
    pub fn apply(&self, archived: Tenths) -> Tenths {
        let cm = self.of_cm(archived.get());
        Tenths::new(cm.max(0.0)).unwrap_or(archived)
    }

    fn of_cm(&self, cm: f64) -> f64 {
        let above = self.knots.partition_point(|(from, _)| *from <= cm);
        let below = above.checked_sub(1).and_then(|at| self.knots.get(at));
        match (below, self.knots.get(above)) {
            (Some((from, to)), Some((next_from, next_to))) => {
                to + (next_to - to) * (cm - from) / (next_from - from)
            }
            (Some((from, to)), None) => cm * to / from,
            (None, _) => cm,
        }
    }
}

/// Returns groups of neighbours in the order of the archived amounts, the largest first, up to the last day with any
/// snow: one knot per group. Equal amounts stay in one group, because they can be mapped only to one amount.
fn groups<'a>(policy: &'a Policy, archived: &'a [f64]) -> impl Iterator<Item = std::ops::Range<usize>> + 'a {
    let end = archived.partition_point(|cm| *cm > 0.0);
    let (mut from, mut size) = (0, policy.map_knot_days as f64);
    std::iter::from_fn(move || {
        let last = *archived.get(..end)?.get(from..)?.iter().take(size as usize).next_back()?;
        let to = archived.partition_point(|cm| *cm >= last);
        let group = from..to;
        size *= policy.map_knot_growth;
        from = to;
        Some(group)
    })
}

fn mean(values: &[f64]) -> Option<f64> {
    crate::quantile::mean(values.iter().copied())
}

/// Rounds to a thousandth of a centimetre: finer digits are noise, and the stored text stays short.
fn rounded(cm: f64) -> f64 {
    (cm * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests;
