//! New snow of the past 24 hours, 48 hours and 7 days, and the density of the newest.
//!
//! Implements `contract-decisions` 10: "resolved like any field: operator, else station, else scraped, else model past
//! 24 h".
//!
//! It differs from other fields in two ways. A total covers the hours before it was observed, so a claim past its time
//! to live does not describe the hours before now. Operator, station and scraped claims are therefore never extended,
//! and a claim without a usable timestamp does not count. A model snapshot is used up to its usable age, as stale, with
//! the remaining confidence. The second difference is that a period is known as a whole or not at all: the total of one
//! day never stands for two, totals are not combined from claims of different periods, and periods that the models do
//! not cover are null.

use crate::case::Case;
use crate::choose::{Candidate, best};
use crate::evidence::{Claim, ModelRun, StationReading};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::forecast::{self, Members};
use crate::freshness::FieldClass;
use crate::policy::{Policy, Range};
use crate::record::Flag;
use crate::stations::{Ground, is_near, is_on_the_mountain};
use crate::topics::Topic;
use crate::trace::Trace;
use crate::units::{Hundredths, Tenths};

/// A past period over which new snow is summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Past {
    /// 24 hours.
    Day,
    /// 48 hours.
    TwoDays,
    /// 7 days.
    Week,
}

impl Past {
    /// Every period, the shortest first.
    pub(crate) const ALL: [Self; 3] = [Self::Day, Self::TwoDays, Self::Week];

    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Day => "snowfall24hCm",
            Self::TwoDays => "snowfall48hCm",
            Self::Week => "snowfall7dCm",
        }
    }

    /// Returns the topic of claims about it.
    const fn topic(self) -> Topic {
        match self {
            Self::Day => Topic::Snowfall24h,
            Self::TwoDays => Topic::Snowfall48h,
            Self::Week => Topic::Snowfall7d,
        }
    }

    /// Returns the amount that a claim gives for exactly this period, centimetres.
    const fn claimed(self, claim: &Claim) -> Option<f64> {
        match (self, claim) {
            (Self::Day, Claim::Snowfall24h(cm))
            | (Self::TwoDays, Claim::Snowfall48h(cm))
            | (Self::Week, Claim::Snowfall7d(cm)) => Some(*cm),
            (
                Self::Day | Self::TwoDays | Self::Week,
                Claim::Snowfall24h(_)
                | Claim::Snowfall48h(_)
                | Claim::Snowfall7d(_)
                | Claim::Depth { .. }
                | Claim::Lifts(_)
                | Claim::Runs(_)
                | Claim::Surface(_)
                | Claim::Status(_)
                | Claim::SeasonOpening(_)
                | Claim::SeasonClosing(_)
                | Claim::LiftsTotal(_)
                | Claim::RunsTotal(_)
                | Claim::Ability(_)
                | Claim::LongestRun(_),
            ) => None,
        }
    }

    const fn measured(self, reading: &StationReading) -> Option<f64> {
        match self {
            Self::Day => reading.new_snow24h_cm,
            Self::TwoDays => reading.new_snow48h_cm,
            Self::Week => reading.new_snow7d_cm,
        }
    }

    /// Returns the amount of a model; a snapshot does not reach back a week.
    const fn modelled(self, run: &ModelRun) -> Option<f64> {
        match self {
            Self::Day => run.past24h_cm,
            Self::TwoDays => run.past48h_cm,
            Self::Week => None,
        }
    }

    pub(crate) const fn plausible(self, policy: &Policy) -> Range {
        match self {
            Self::Day => policy.plausible_snowfall24h_cm,
            Self::TwoDays => policy.plausible_snowfall48h_cm,
            Self::Week => policy.plausible_snowfall7d_cm,
        }
    }

    /// Returns the check for implausible totals.
    fn check(self) -> fn(&Policy, &f64) -> Option<Flag> {
        fn outside(range: Range, cm: f64) -> Option<Flag> {
            (!range.contains(cm)).then_some(Flag::ImplausibleSnowfall)
        }
        match self {
            Self::Day => |policy, cm| outside(Self::Day.plausible(policy), *cm),
            Self::TwoDays => |policy, cm| outside(Self::TwoDays.plausible(policy), *cm),
            Self::Week => |policy, cm| outside(Self::Week.plausible(policy), *cm),
        }
    }
}

/// Resolves the new snow of one period, in centimetres.
///
/// Raises `implausible_snowfall` for values that were dropped, `future_timestamp` for claims from the future.
pub(crate) fn snowfall<T: Trace>(
    past: Past,
    case: Case<'_>,
    ground: &Ground,
    members: Option<&Members<'_>>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Field<Tenths> {
    let Case { policy, evidence, .. } = case;
    let observed = case.claims(past.topic(), |claim| past.claimed(claim));
    let stations = evidence
        .stations
        .iter()
        .filter_map(|reading| Some((reading, past.measured(reading)?)))
        .filter(|(reading, _)| counts(policy, ground, reading))
        .map(|(reading, cm)| Candidate::station(reading, cm));
    let modelled = members.and_then(|members| {
        let said = forecast::past_of(policy, members, past.plausible(policy), |run| past.modelled(run));
        if said.dropped {
            flags.raise(&Flag::ImplausibleSnowfall);
        }
        said.blended.map(|(cm, agreement)| Candidate::model(cm, members.captured_at(), agreement))
    });
    let question = case.question(FieldClass::Snowfall, past.name(), past.check());
    best(&question, observed.chain(stations).chain(modelled), flags, trace)
        .map_or_else(Field::not_reported, |chosen| chosen.field(Tenths::new))
}

/// Resolves the density of the past 24 hours' new snow, water over snow, from a station that reports both. Models never
/// fill it.
///
/// Raises `implausible_density` for an implausible ratio.
pub(crate) fn new_density<T: Trace>(
    case: Case<'_>,
    ground: &Ground,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Field<Hundredths> {
    let Case { policy, evidence, .. } = case;
    let ratio = |reading: &StationReading| {
        let (water_mm, snow_cm) = (reading.new_swe24h_mm?, reading.new_snow24h_cm?);
        (snow_cm >= policy.new_density_min_cm).then(|| water_mm / 10.0 / snow_cm)
    };
    let stations = evidence
        .stations
        .iter()
        .filter_map(|reading| Some((reading, ratio(reading)?)))
        .filter(|(reading, _)| counts(policy, ground, reading))
        .map(|(reading, ratio)| Candidate::station(reading, ratio));
    let question = case.question(FieldClass::Snowfall, "newSnowDensity", |policy, ratio: &f64| {
        (!policy.plausible_density.contains(*ratio)).then_some(Flag::ImplausibleDensity)
    });
    best(&question, stations, flags, trace)
        .map_or_else(Field::not_reported, |chosen| chosen.field(Hundredths::new))
}

fn counts(policy: &Policy, ground: &Ground, reading: &StationReading) -> bool {
    is_on_the_mountain(reading) && is_near(policy, ground, reading)
}

#[cfg(test)]
mod tests;
