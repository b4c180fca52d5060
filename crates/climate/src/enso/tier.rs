//! Five tiers of what El Niño means for a resort, and whether the evidence carries them.
//!
//! | | | when |
//! |---|---|---|
//! | A | prime | the season brings at least 15 % more |
//! | B | favored | 5 to 15 % more |
//! | C | ENSO-proof | less than 5 % either way, and no late surge |
//! | D | late bloomer | no more in the whole season, and the late half brings at least as much more as its limit asks |
//! | E | timing play | at least 5 % less, and the late half does not make up for it |
//!
//! A tier is decided on the point estimate and says `low_evidence` unless the interval that decides it keeps to one side
//! of zero and rests on enough winters. C is decided by an estimate near zero: few winters look the same as no link, so
//! its evidence is nearly always low, and the interval says how large an effect remains possible.

use super::effect::Effect;
use super::policy::EnsoPolicy;

/// A tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Tier A: more snow by `prime` percent or more.
    Prime,
    /// Tier B: favored.
    Favored,
    /// Tier C: ENSO-proof, little effect on either side.
    EnsoProof,
    /// Tier D: late bloomer, more snow in the late half.
    LateBloomer,
    /// Tier E: timing play, less snow.
    TimingPlay,
}

impl Tier {
    /// Each of them, best first.
    pub const ALL: [Self; 5] =
        [Self::Prime, Self::Favored, Self::EnsoProof, Self::LateBloomer, Self::TimingPlay];

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Prime => 'A',
            Self::Favored => 'B',
            Self::EnsoProof => 'C',
            Self::LateBloomer => 'D',
            Self::TimingPlay => 'E',
        }
    }

    /// Its label.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Prime => "prime",
            Self::Favored => "favored",
            Self::EnsoProof => "ENSO-proof",
            Self::LateBloomer => "late bloomer",
            Self::TimingPlay => "timing play",
        }
    }

    /// The tier of a letter or a label, however it is written; `None` when it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let plain = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect()
        };
        let asked = plain(text);
        Self::ALL.into_iter().find(|tier| {
            let letter = tier.letter().to_ascii_lowercase();
            asked == plain(tier.label()) || asked.chars().eq([letter])
        })
    }
}

/// A resort's tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tiered {
    /// The tier, by the estimate alone.
    pub tier: Tier,
    /// Whether the evidence does not carry it.
    pub low_evidence: bool,
}

/// The tier of the effects of El Niño on a season and on its late half; `None` without an estimate.
#[must_use]
pub fn tier(season: &Effect, late: &Effect, policy: &EnsoPolicy) -> Option<Tiered> {
    let whole = season.pct?;
    // A late half that surges beside a normal season, or that grows where the season shrinks.
    let surges = |limit: f64| late.pct.is_some_and(|pct| pct >= limit);
    let by = |tier, effect: &Effect| Some(Tiered { tier, low_evidence: effect.low_evidence });
    if whole >= policy.prime_pct {
        return by(Tier::Prime, season);
    }
    if whole >= policy.favored_pct {
        return by(Tier::Favored, season);
    }
    let near_normal = whole > -policy.favored_pct;
    let limit = if near_normal { policy.prime_pct } else { policy.favored_pct };
    if surges(limit) {
        by(Tier::LateBloomer, late)
    } else {
        by(if near_normal { Tier::EnsoProof } else { Tier::TimingPlay }, season)
    }
}

#[cfg(test)]
mod tests;
