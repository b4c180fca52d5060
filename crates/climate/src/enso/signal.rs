//! Everything that is said of one resort: the effects of every group, El Niño's on the late half, the tier.

use super::effect::{Effect, Group, effect};
use super::tier::{Tier, tier};
use super::winter_phase::{Phases, WinterPhase};
use crate::month_sum::MonthSum;
use crate::quantile::mean;
use crate::winter::Winter;
use crate::winters::Winters;

/// A complete winter of a resort.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WinterSnow {
    /// The winter.
    pub winter: Winter,
    /// Snowfall of its season, cm.
    pub season_cm: f64,
    /// Snowfall of the late half of its season, the last three of its six months, cm.
    pub late_cm: f64,
}

/// The complete winters on record, oldest first.
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

/// What El Niño and La Niña have meant for a resort.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    /// Complete winters whose phase is known.
    pub winters: usize,
    /// Mean season total of them, cm.
    pub normal_cm: f64,
    /// Effects on the season, in the order of [`Group::ALL`].
    pub effects: [Effect; 4],
    /// El Niño's effect on the late half of the season.
    pub late: Effect,
    /// What El Niño means here; `None` where the evidence carries no tier.
    pub tier: Option<Tier>,
}

/// Why nothing is said of a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingReason {
    /// There are too few complete winters whose phase is known.
    TooFewWinters {
        /// How many there are.
        have: usize,
        /// How many it takes.
        need: usize,
    },
    /// There is next to no snow to speak of.
    TooLittleSnow,
}

impl Signal {
    /// El Niño's effect on the season.
    #[must_use]
    pub const fn el_nino(&self) -> &Effect {
        let [el_nino, ..] = &self.effects;
        el_nino
    }
}

/// What the winters of a resort say.
///
/// # Errors
/// [`MissingReason`] when they cannot say anything.
pub fn signal(phases: &Phases, winters: &[WinterSnow]) -> Result<Signal, MissingReason> {
    let policy = phases.policy();
    let known: Vec<(WinterPhase, &WinterSnow)> =
        winters.iter().filter_map(|snow| Some((phases.of(snow.winter)?, snow))).collect();
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
