//! Five tiers of what El Niño means for a resort, where the evidence carries one.
//!
//! | | | when |
//! |---|---|---|
//! | A | prime | the season brings at least 15 % more |
//! | B | favored | 5 to 15 % more |
//! | C | ENSO-proof | less than 5 % either way, and no late surge |
//! | D | late bloomer | no more in the whole season, and the late half brings at least as much more as its limit asks |
//! | E | timing play | at least 5 % less, and the late half does not make up for it |
//!
//! A tier is given only where the evidence carries it: the effect that decides it is clear, and for C the interval rules
//! out an effect of A's size on either side. Everywhere else there is an estimate with its interval, and no tier.

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

/// The tier of the effects of El Niño on a season and on its late half; `None` where the evidence carries none.
#[must_use]
pub fn tier(season: &Effect, late: &Effect, policy: &EnsoPolicy) -> Option<Tier> {
    let whole = season.pct?;
    let clear = |tier, effect: &Effect| (!effect.low_evidence).then_some(tier);
    if whole >= policy.prime_pct {
        return clear(Tier::Prime, season);
    }
    if whole >= policy.favored_pct {
        return clear(Tier::Favored, season);
    }
    // A late half that surges beside a usual season, or that grows where the season shrinks.
    let surges = |limit: f64| late.pct.is_some_and(|pct| pct >= limit);
    let near_usual = whole > -policy.favored_pct;
    if surges(if near_usual { policy.prime_pct } else { policy.favored_pct }) {
        clear(Tier::LateBloomer, late)
    } else if near_usual {
        season.rules_out(policy.prime_pct, policy).then_some(Tier::EnsoProof)
    } else {
        clear(Tier::TimingPlay, season)
    }
}

#[cfg(test)]
mod tests;
