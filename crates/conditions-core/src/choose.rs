//! Choice of one value from all the evidence for one field.
//!
//! Implements `contract-decisions` 1, "Choosing one value". The order is: fresh evidence by trust, a fresh model,
//! expired evidence by trust, an expired model, and then evidence without a usable timestamp. A value without a usable
//! timestamp can be published (the specification calls it `estimated`) but never displaces a value whose age is known,
//! and has the confidence of the oldest usable value. Reference data comes last, in the fields that have it.
//!
//! Among evidence of equal trust the newest wins, at equal times the one with higher confidence. Then a stable order of
//! the value and its provenance decides, so that the order of the input never matters.

use core::cmp::Ordering;

use chrono::NaiveDate;

use crate::confidence;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::{FieldClass, Reach};
use crate::policy::Policy;
use crate::present::{Age, Present};
use crate::record::{AbilityPct, Flag, LongestRun, OpenTotal, OperatingStatus};
use crate::source::Kind;
use crate::trace::{Trace, Usability};
use crate::units::Confidence;

mod candidate;

pub(crate) use candidate::Candidate;

/// The rank of a candidate; `Ord` is the order of choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Operator, station or scraped evidence within its time to live.
    Fresh,
    /// A model snapshot within its time to live.
    FreshModel,
    /// Operator, station or scraped evidence past its time to live, still usable.
    Expired,
    /// A model snapshot past its time to live, still usable.
    ExpiredModel,
    /// Any of the above without a usable timestamp.
    Undated,
    Reference,
}

impl Rank {
    /// Returns the name of the rule that chose a candidate of this rank.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::Fresh => "fresh_by_trust",
            Self::FreshModel => "fresh_model",
            Self::Expired => "expired_by_trust",
            Self::ExpiredModel => "expired_model",
            Self::Undated => "undated",
            Self::Reference => "reference",
        }
    }

    /// Returns whether the value is within its time to live.
    pub(crate) const fn is_fresh(self) -> bool {
        matches!(self, Self::Fresh | Self::FreshModel)
    }
}

/// A field to resolve, with its windows and the time of the resolution.
pub(crate) struct Question<'p, T> {
    pub(crate) present: &'p Present,
    pub(crate) policy: &'p Policy,
    /// Class that determines the windows of the field.
    pub(crate) class: FieldClass,
    /// The field's wire name, for the trace.
    pub(crate) name: &'static str,
    /// Returns the flag to raise if a value is implausible, else `None`.
    pub(crate) check: fn(&Policy, &T) -> Option<Flag>,
}

/// The chosen candidate, with a usable timestamp.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Selection<'a, T> {
    /// The candidate; `observed_at` is never later than now, and `None` if it is unusable.
    pub(crate) candidate: Candidate<'a, T>,
    pub(crate) step: Rank,
    pub(crate) confidence: Confidence,
}

impl<T> Selection<'_, T> {
    /// Returns the field with its value mapped by `publish`; if that is `None`, the field is "not reported".
    pub(crate) fn field<U>(self, publish: impl FnOnce(T) -> Option<U>) -> Field<U> {
        let Candidate { value, kind, observed_at, .. } = self.candidate;
        Field::known(value, kind, observed_at, self.confidence).and_then(publish)
    }
}

/// Returns the best of `candidates`, or `None` if none is usable. Holds one candidate at a time.
pub(crate) fn best<'a, T: StableOrder + Copy, R: Trace>(
    question: &Question<'_, T>,
    candidates: impl IntoIterator<Item = Candidate<'a, T>>,
    flags: &mut FlagSet,
    trace: &mut R,
) -> Option<Selection<'a, T>> {
    let mut leader = Leader::NONE;
    for mut candidate in candidates {
        if let Some(step) = rank(question, &mut candidate, flags, trace) {
            leader.offer(question, &candidate, step);
        }
    }
    leader.chosen(question, trace)
}

/// A candidate with its rank.
#[derive(Clone, Copy)]
pub(crate) struct RankedCandidate<'a, T> {
    pub(crate) candidate: Candidate<'a, T>,
    pub(crate) step: Rank,
}

/// The best of the candidates seen so far.
pub(crate) struct Leader<'a, T>(Option<RankedCandidate<'a, T>>);

impl<'a, T: StableOrder + Copy> Leader<'a, T> {
    pub(crate) const NONE: Self = Self(None);

    /// Replaces the leader with a candidate of this rank if that is better.
    pub(crate) fn offer(&mut self, question: &Question<'_, T>, candidate: &Candidate<'a, T>, step: Rank) {
        if self.0.as_ref().is_none_or(|held| precedes(question, candidate, step, held)) {
            self.0 = Some(RankedCandidate { candidate: *candidate, step });
        }
    }

    pub(crate) const fn get(self) -> Option<RankedCandidate<'a, T>> {
        self.0
    }

    /// Records the choice in the trace.
    pub(crate) fn chosen<R: Trace>(
        self,
        question: &Question<'_, T>,
        trace: &mut R,
    ) -> Option<Selection<'a, T>> {
        let RankedCandidate { candidate, step } = self.0?;
        trace.chose(question.name, step.rule(), candidate.kind);
        Some(Selection { candidate, step, confidence: trust(question, &candidate) })
    }
}

/// Ranks a candidate and makes its timestamp usable. Returns `None` if the value is implausible, too old or of a kind
/// that cannot know the field.
// Inlined at the call site, where the class and the check are constants and half of the branches disappear.
#[inline(always)]
pub(crate) fn rank<T: StableOrder, R: Trace>(
    question: &Question<'_, T>,
    candidate: &mut Candidate<'_, T>,
    flags: &mut FlagSet,
    trace: &mut R,
) -> Option<Rank> {
    let Question { present, policy, class, name, check } = *question;
    let kind = candidate.kind;
    if !class.accepts(kind) {
        return None;
    }
    let looked = candidate.considered();
    let mut report = |verdict| trace.considered(name, looked, verdict);
    if let Some(flag) = check(policy, &candidate.value) {
        flags.raise(&flag);
        report(Usability::Implausible);
        return None;
    }
    let observed_at = present.usable_time(policy, candidate.observed_at);
    // A reference row is not an observation: in a resolution of an earlier day it is not "from the future".
    if candidate.observed_at.is_some() && observed_at.is_none() && kind != Kind::Profile {
        flags.raise(&Flag::FutureTimestamp);
    }
    let step = match Reach::for_kind(policy, class, kind) {
        Some(reach) => {
            let found = rung(reach, kind, observed_at.map(|at| present.age_of(at)));
            let step = found.filter(|step| takes(class, *step));
            report(match found {
                Some(Rank::Fresh | Rank::FreshModel | Rank::Reference) => Usability::Fresh,
                Some(Rank::Undated) => Usability::Undated,
                Some(Rank::Expired | Rank::ExpiredModel) if step.is_some() => Usability::Expired,
                Some(Rank::Expired | Rank::ExpiredModel) | None => Usability::TooOld,
            });
            step?
        }
        None => {
            report(Usability::Fresh);
            Rank::Reference
        }
    };
    candidate.observed_at = observed_at;
    Some(step)
}

/// Returns the trust in a candidate whose timestamp is usable. It is computed only for the chosen candidate and for
/// ties.
fn trust<T>(question: &Question<'_, T>, candidate: &Candidate<'_, T>) -> Confidence {
    let Question { present, policy, class, .. } = *question;
    let kind = candidate.kind;
    let Some(reach) = Reach::for_kind(policy, class, kind) else {
        return Confidence::new(confidence::nominal(policy, kind, None, None, false));
    };
    let age = candidate.observed_at.map(|at| present.age_of(at));
    let live = age.is_some_and(|age| reach.is_live(age));
    let nominal = confidence::nominal(policy, kind, candidate.tier, candidate.agreement(), live);
    confidence::aged(policy, kind, nominal * candidate.fit, confidence::remaining(policy, reach, age))
}

/// Returns whether evidence of this rank can describe a field of this class. A total of the past covers the hours
/// before it was observed: if it is past its time to live or undated, it does not describe the hours before now.
const fn takes(class: FieldClass, step: Rank) -> bool {
    !matches!(class, FieldClass::Snowfall)
        || matches!(step, Rank::Fresh | Rank::FreshModel | Rank::ExpiredModel)
}

fn rung(reach: Reach, kind: Kind, age: Option<Age<'_>>) -> Option<Rank> {
    let model = kind == Kind::Model;
    match age {
        None => Some(Rank::Undated),
        Some(age) if reach.is_fresh(age) => Some(if model { Rank::FreshModel } else { Rank::Fresh }),
        Some(age) if reach.is_usable(age) => Some(if model { Rank::ExpiredModel } else { Rank::Expired }),
        Some(_) => None,
    }
}

/// Returns whether a candidate of this rank is chosen over the current leader.
fn precedes<T: StableOrder>(
    question: &Question<'_, T>,
    x: &Candidate<'_, T>,
    step: Rank,
    held: &RankedCandidate<'_, T>,
) -> bool {
    let y = &held.candidate;
    let order = step
        .cmp(&held.step)
        .then_with(|| x.kind.cmp(&y.kind))
        .then_with(|| y.observed_at.cmp(&x.observed_at))
        .then_with(|| by_rest(question, x, y));
    order == Ordering::Less
}

/// Compares two candidates of equal rank, kind and time.
#[cold]
fn by_rest<T: StableOrder>(
    question: &Question<'_, T>,
    x: &Candidate<'_, T>,
    y: &Candidate<'_, T>,
) -> Ordering {
    trust(question, y)
        .cmp(&trust(question, x))
        .then_with(|| nearer(x.distance_km(), y.distance_km()))
        .then_with(|| x.value.stable_cmp(&y.value))
        .then_with(|| x.tier.cmp(&y.tier))
        .then_with(|| x.label().cmp(&y.label()))
        .then_with(|| x.station_name().cmp(&y.station_name()))
        .then_with(|| x.elevation_m().stable_cmp(&y.elevation_m()))
}

/// Orders stations by distance; evidence without a distance comes last.
fn nearer(x: Option<f64>, y: Option<f64>) -> Ordering {
    let reach = |distance: Option<f64>| distance.unwrap_or(f64::INFINITY);
    reach(x).total_cmp(&reach(y))
}

/// A total order over values that are otherwise equally good; the lesser value is chosen. It prefers the more cautious
/// value: the smaller number, a status other than open, and a known number before an unknown one.
pub(crate) trait StableOrder {
    /// Compares two values; the lesser is chosen.
    fn stable_cmp(&self, other: &Self) -> Ordering;

    /// Returns the value if it is one number, for an explanation.
    fn number(&self) -> Option<f64> {
        None
    }
}

impl StableOrder for f64 {
    fn number(&self) -> Option<f64> {
        Some(*self)
    }

    fn stable_cmp(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
}

impl StableOrder for u32 {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl StableOrder for &str {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl StableOrder for NaiveDate {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl StableOrder for OperatingStatus {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        other.cmp(self)
    }
}

impl<T: StableOrder> StableOrder for Option<T> {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Some(a), Some(b)) => a.stable_cmp(b),
            _ => other.is_some().cmp(&self.is_some()),
        }
    }
}

impl StableOrder for OpenTotal {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        self.open.stable_cmp(&other.open).then_with(|| self.total.stable_cmp(&other.total))
    }
}

impl StableOrder for AbilityPct {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        let tiers = |a: &Self| [a.beginner, a.intermediate, a.advanced, a.expert];
        tiers(self)
            .iter()
            .zip(&tiers(other))
            .map(|(a, b)| a.total_cmp(b))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

impl StableOrder for &LongestRun {
    fn stable_cmp(&self, other: &Self) -> Ordering {
        self.km.stable_cmp(&other.km).then_with(|| self.name.cmp(&other.name))
    }
}

#[cfg(test)]
mod tests;
