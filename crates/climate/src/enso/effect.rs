//! The snow of winters in a phase relative to neutral winters, with an interval.
//!
//! The effect is the difference of the means in percent of the mean of all winters on record: the base is the same for
//! every phase, and thirty winters determine it better than ten. The interval is Welch's at 95 %, for one resort; the
//! comparison among many is in [`super::discovery`].

use super::phase::Phase;
use super::policy::EnsoPolicy;
use super::student::difference;
use super::winter_phase::WinterPhase;
use crate::quantile::mean;

/// A group of winters that is compared with the neutral ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Every El Niño winter.
    ElNino,
    /// Every strong El Niño winter.
    StrongElNino,
    /// Every La Niña winter.
    LaNina,
    /// Every strong La Niña winter.
    StrongLaNina,
}

impl Group {
    pub const ALL: [Self; 4] = [Self::ElNino, Self::StrongElNino, Self::LaNina, Self::StrongLaNina];

    /// Returns whether a winter belongs to the group.
    #[must_use]
    pub fn contains(self, winter: WinterPhase) -> bool {
        match self {
            Self::ElNino => winter.phase == Phase::ElNino,
            Self::StrongElNino => winter.phase == Phase::ElNino && winter.strong,
            Self::LaNina => winter.phase == Phase::LaNina,
            Self::StrongLaNina => winter.phase == Phase::LaNina && winter.strong,
        }
    }
}

/// The difference between a group of winters and the neutral ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    pub group: Group,
    /// Number of winters in the group.
    pub winters: usize,
    /// Number of neutral winters.
    pub neutral_winters: usize,
    /// Mean of the group, cm; `None` if the group is empty.
    pub mean_cm: Option<f64>,
    /// Mean of the neutral winters, cm; `None` if there are none.
    pub neutral_mean_cm: Option<f64>,
    /// Difference of the means in percent of the mean of all winters; `None` if one is missing.
    pub pct: Option<f64>,
    /// 95 % interval of the difference, percent; `None` if a group has fewer than two winters.
    pub interval_pct: Option<(f64, f64)>,
    /// Probability that chance produces a difference at least as large; `None` if a group has fewer than two winters.
    pub p: Option<f64>,
    /// Whether the interval spans zero or is unknown, there are too few winters, or the effect does not stand out among
    /// those of the other resorts.
    pub low_evidence: bool,
}

/// Computes the effect of a group on an amount of snow per winter, cm; `normal_cm` is the mean of all winters.
#[must_use]
pub fn effect(group: Group, winters: &[(WinterPhase, f64)], normal_cm: f64, policy: &EnsoPolicy) -> Effect {
    let of = |held: &dyn Fn(WinterPhase) -> bool| -> Vec<f64> {
        winters.iter().filter(|(phase, _)| held(*phase)).map(|(_, cm)| *cm).collect()
    };
    let held = of(&|phase| group.contains(phase));
    let neutral = of(&|phase| phase.phase == Phase::Neutral);
    let percent = |cm: f64| cm / normal_cm * 100.0;
    let found = difference(&held, &neutral).filter(|_| normal_cm >= policy.least_normal_cm);
    let pct = found.map(|found| percent(found.mean));
    let interval_pct = found.and_then(|found| {
        let margin = found.margin?;
        Some((percent(found.mean - margin), percent(found.mean + margin)))
    });
    let clear = interval_pct.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    let mut effect = Effect {
        group,
        winters: held.len(),
        neutral_winters: neutral.len(),
        mean_cm: mean(held.iter().copied()),
        neutral_mean_cm: mean(neutral.iter().copied()),
        pct,
        interval_pct,
        p: found.and_then(|found| found.p),
        low_evidence: true,
    };
    effect.low_evidence = !(clear && effect.has_enough(policy));
    effect
}

impl Effect {
    /// Returns whether both sides have enough winters.
    #[must_use]
    pub const fn has_enough(&self, policy: &EnsoPolicy) -> bool {
        self.winters >= policy.min_group && self.neutral_winters >= policy.min_group
    }

    /// Returns whether the interval excludes an effect of this many percent in either direction.
    #[must_use]
    pub fn rules_out(&self, pct: f64, policy: &EnsoPolicy) -> bool {
        self.has_enough(policy) && self.interval_pct.is_some_and(|(low, high)| low > -pct && high < pct)
    }
}

#[cfg(test)]
mod tests;
