//! Five tiers for the effect of El Niño on a resort, given only with sufficient evidence.
//!
//! | | | when |
//! |---|---|---|
//! | A | prime | the season brings at least 15 % more |
//! | B | favored | 5 to 15 % more |
//! | C | ENSO-proof | less than 5 % either way, and no late surge |
//! | D | late bloomer | not more in the whole season, and the late half brings at least as much more as its limit requires |
//! | E | timing play | at least 5 % less, and the late half does not make up for it |
//!
//! The evidence is sufficient if the effect that decides the tier is clear, and for C if the interval rules out an
//! effect of A's size in either direction. Otherwise there is an estimate with its interval, but the tier is `None`.

use super::effect::Effect;
use super::policy::EnsoPolicy;

/// Tier of the effect of El Niño.
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
    /// Every tier, best first.
    pub const ALL: [Self; 5] =
        [Self::Prime, Self::Favored, Self::EnsoProof, Self::LateBloomer, Self::TimingPlay];

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

    /// Parses a letter or a label in any spelling; `None` if it is neither.
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

/// Returns the tier for the effects of El Niño on a season and on its late half, or `None` without sufficient evidence.
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
    // A late half that surges in a usual season, or that grows in a weaker season.
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
