//! How much more or less snow the winters of a phase brought than neutral ones, with an interval.
//!
//! The difference of the means, in percent of the mean of all winters on record: the base is the same for every phase,
//! and thirty winters know it better than ten. Welch's 95 % interval, of one resort by itself; what is clear among
//! many is decided in [`super::discovery`].

use super::phase::Phase;
use super::policy::EnsoPolicy;
use super::student::difference;
use super::winter_phase::WinterPhase;
use crate::quantile::mean;

/// Which winters are held against the neutral ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Every El Niño winter.
    ElNino,
    /// The strong ones of them.
    StrongElNino,
    /// Every La Niña winter.
    LaNina,
    /// The strong ones of them.
    StrongLaNina,
}

impl Group {
    /// Each of them.
    pub const ALL: [Self; 4] = [Self::ElNino, Self::StrongElNino, Self::LaNina, Self::StrongLaNina];

    /// Whether a winter belongs to it.
    #[must_use]
    pub fn holds(self, winter: WinterPhase) -> bool {
        match self {
            Self::ElNino => winter.phase == Phase::ElNino,
            Self::StrongElNino => winter.phase == Phase::ElNino && winter.strong,
            Self::LaNina => winter.phase == Phase::LaNina,
            Self::StrongLaNina => winter.phase == Phase::LaNina && winter.strong,
        }
    }
}

/// What a group of winters brought against neutral ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Which winters.
    pub group: Group,
    /// How many of them.
    pub winters: usize,
    /// How many neutral ones.
    pub neutral_winters: usize,
    /// Mean of the group, cm; `None` of no winter.
    pub mean_cm: Option<f64>,
    /// Mean of the neutral winters, cm; `None` of no winter.
    pub neutral_mean_cm: Option<f64>,
    /// The difference of the two, percent of the mean of all winters; `None` where one is missing.
    pub pct: Option<f64>,
    /// The 95 % interval of that, percent; `None` where a group has fewer than two winters.
    pub interval_pct: Option<(f64, f64)>,
    /// How often chance alone makes as large a difference; `None` as above.
    pub p: Option<f64>,
    /// Whether the interval spans zero, is not known, rests on too few winters, or does not stand out among those of the
    /// other resorts.
    pub low_evidence: bool,
}

/// The effect of a group on an amount of snow per winter, cm; `normal_cm` is the mean of all of them.
#[must_use]
pub fn effect(group: Group, winters: &[(WinterPhase, f64)], normal_cm: f64, policy: &EnsoPolicy) -> Effect {
    let of = |held: &dyn Fn(WinterPhase) -> bool| -> Vec<f64> {
        winters.iter().filter(|(phase, _)| held(*phase)).map(|(_, cm)| *cm).collect()
    };
    let held = of(&|phase| group.holds(phase));
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
    /// Whether both sides have enough winters.
    #[must_use]
    pub const fn has_enough(&self, policy: &EnsoPolicy) -> bool {
        self.winters >= policy.min_group && self.neutral_winters >= policy.min_group
    }

    /// Whether the interval excludes an effect of this many percent on either side.
    #[must_use]
    pub fn rules_out(&self, pct: f64, policy: &EnsoPolicy) -> bool {
        self.has_enough(policy) && self.interval_pct.is_some_and(|(low, high)| low > -pct && high < pct)
    }
}

#[cfg(test)]
mod tests;
