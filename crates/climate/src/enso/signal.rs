//! The El Niño signal of one resort: the effects of every group, El Niño's effect on the late half, and the tier.

use super::effect::{Effect, Group, effect};
use super::tier::{Tier, tier};
use super::winter_phase::{Phases, WinterPhase};
use crate::month_sum::MonthSum;
use crate::quantile::mean;
use crate::winter::Winter;
use crate::winters::Winters;

/// Snowfall of a complete winter of a resort.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WinterSnow {
    pub winter: Winter,
    /// Snowfall of its season, cm.
    pub season_cm: f64,
    /// Snowfall of the late half of its season, the last three of its six months, cm.
    pub late_cm: f64,
}

/// Returns the complete winters on record, oldest first.
#[must_use]
pub fn complete(winters: &Winters) -> Vec<WinterSnow> {
    let complete = winters.iter().filter(|days| days.summary().complete);
    complete
        .map(|days| {
            let winter = days.winter();
            let season = winter.season_range();
            let months = winter.months().zip(days.months());
            let of_season = months.filter(|((_, days), _)| season.contains(&days.start)).map(|(_, sum)| sum);
            let season_cm = days.summary().total.get();
            let late: u32 = of_season.skip(3).map(MonthSum::snowfall_units).sum();
            WinterSnow { winter, season_cm, late_cm: f64::from(late) / 10.0 }
        })
        .collect()
}

/// The effects of El Niño and La Niña on a resort.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    /// Number of complete winters with a known phase.
    pub winters: usize,
    /// Mean season total of these winters, cm.
    pub normal_cm: f64,
    /// Effects on the season, in the order of [`Group::ALL`].
    pub effects: [Effect; 4],
    /// El Niño's effect on the late half of the season.
    pub late: Effect,
    /// Tier of the effect of El Niño; `None` if the evidence does not support one.
    pub tier: Option<Tier>,
}

/// Reason why a resort has no signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingReason {
    /// There are too few complete winters with a known phase.
    TooFewWinters {
        /// Number of such winters.
        have: usize,
        /// Number of winters needed.
        need: usize,
    },
    /// There is too little snow for percentages.
    TooLittleSnow,
}

impl Signal {
    /// Returns El Niño's effect on the season.
    #[must_use]
    pub const fn el_nino(&self) -> &Effect {
        let [el_nino, ..] = &self.effects;
        el_nino
    }
}

/// Computes the signal from the winters of a resort.
///
/// # Errors
/// Returns [`MissingReason`] if the winters are not sufficient.
pub fn signal(phases: &Phases, winters: &[WinterSnow]) -> Result<Signal, MissingReason> {
    let policy = phases.policy();
    let known: Vec<(WinterPhase, &WinterSnow)> =
        winters.iter().filter_map(|snow| Some((phases.winter_phase(snow.winter)?, snow))).collect();
    let too_few = MissingReason::TooFewWinters { have: known.len(), need: policy.min_winters };
    if known.len() < policy.min_winters {
        return Err(too_few);
    }
    let seasons: Vec<(WinterPhase, f64)> =
        known.iter().map(|(phase, snow)| (*phase, snow.season_cm)).collect();
    let normal_cm = normal(&seasons).ok_or(too_few)?;
    if normal_cm < policy.least_normal_cm {
        return Err(MissingReason::TooLittleSnow);
    }
    let effects = Group::ALL.map(|group| effect(group, &seasons, normal_cm, policy));
    let halves: Vec<(WinterPhase, f64)> = known.iter().map(|(phase, snow)| (*phase, snow.late_cm)).collect();
    let late = effect(Group::ElNino, &halves, normal(&halves).unwrap_or(0.0), policy);
    let [el_nino, ..] = &effects;
    let tier = tier(el_nino, &late, policy);
    Ok(Signal { winters: known.len(), normal_cm, effects, late, tier })
}

fn normal(amounts: &[(WinterPhase, f64)]) -> Option<f64> {
    mean(amounts.iter().map(|(_, cm)| *cm))
}

#[cfg(test)]
mod tests;
