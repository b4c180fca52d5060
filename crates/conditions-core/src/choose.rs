//! Choosing one value out of all the evidence for one field.
//!
//! Carries `contract-decisions` 1, "Choosing one value":
//! fresh evidence by trust, a fresh model, expired evidence by trust, an expired model, and then what has no usable
//! timestamp. Such a value can be published (the specification calls it `estimated`) but never displaces one whose
//! age is known, and is trusted as little as the oldest usable one. Reference data comes last, in the fields that
//! have it.
//!
//! Equal trust: newest wins; equal time: higher confidence; then a stable order over the value and its provenance,
//! so that the order of the input never matters.

use core::cmp::Ordering;

use chrono::NaiveDate;

use crate::confidence;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::{FieldClass, Reach, usable_time};
use crate::policy::Policy;
use crate::record::{AbilityPct, Flag, LongestRun, OpenTotal, OperatingStatus};
use crate::source::Kind;
use crate::time::Timestamp;
use crate::trace::{Trace, Usability};
use crate::units::Confidence;

mod candidate;

pub(crate) use candidate::Candidate;

/// The rung on which a candidate stands: `Ord` is the order of choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// Operator, station or scraped evidence within its time to live.
    Fresh,
    /// A model snapshot within its time to live.
    FreshModel,
    /// Operator, station or scraped evidence past it, still usable.
    Expired,
    /// A model snapshot past it, still usable.
    ExpiredModel,
    /// Anything of these without a usable timestamp.
    Undated,
    /// Reference data.
    Reference,
}

impl Step {
    /// The name of the rule that chose.
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

    /// Whether the value is within its time to live.
    pub(crate) const fn is_fresh(self) -> bool {
        matches!(self, Self::Fresh | Self::FreshModel)
    }
}

/// What is asked: which field, by which windows, at what time.
pub(crate) struct Question<'p, T> {
    /// The instant of the resolution.
    pub(crate) now: Timestamp,
    /// The thresholds.
    pub(crate) policy: &'p Policy,
    /// The windows that the field lives by.
    pub(crate) class: FieldClass,
    /// The field's wire name, for the trace.
    pub(crate) name: &'static str,
    /// The flag to raise when a value is implausible; `None` when it may stand.
    pub(crate) check: fn(&Policy, &T) -> Option<Flag>,
}

/// The candidate that was chosen, its timestamp made usable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Selection<'a, T> {
    /// The candidate; `observed_at` is never later than now, and `None` when unusable.
    pub(crate) candidate: Candidate<'a, T>,
    /// The rung.
    pub(crate) step: Step,
    /// Trust in it.
    pub(crate) confidence: Confidence,
}

impl<T> Selection<'_, T> {
    /// The field, its value through `publish`; `None` from there gives "not reported".
    pub(crate) fn field<U>(self, publish: impl FnOnce(T) -> Option<U>) -> Field<U> {
        let Candidate { value, kind, observed_at, .. } = self.candidate;
        Field::known(value, kind, observed_at, self.confidence).and_then(publish)
    }
}

/// The best of `candidates`; `None` when none is usable. Streams: keeps one candidate at a time.
pub(crate) fn best<'a, T: StableOrder + Copy, R: Trace>(
    question: &Question<'_, T>,
    candidates: impl IntoIterator<Item = Candidate<'a, T>>,
    flags: &mut FlagSet,
    trace: &mut R,
) -> Option<Selection<'a, T>> {
    let mut leader = Leader::NONE;
    for mut candidate in candidates {
        if let Some(step) = rank(question, &mut candidate, flags, trace) {
            leader.meet(question, &candidate, step);
        }
    }
    leader.chosen(question, trace)
}

/// A candidate on its rung.
#[derive(Clone, Copy)]
pub(crate) struct RankedCandidate<'a, T> {
    pub(crate) candidate: Candidate<'a, T>,
    pub(crate) step: Step,
}

/// The best of the candidates met so far.
pub(crate) struct Leader<'a, T>(Option<RankedCandidate<'a, T>>);

impl<'a, T: StableOrder + Copy> Leader<'a, T> {
    pub(crate) const NONE: Self = Self(None);

    /// Leaves its place to the newcomer, which stands on this rung, if that is better.
    pub(crate) fn meet(&mut self, question: &Question<'_, T>, candidate: &Candidate<'a, T>, step: Step) {
        if self.0.as_ref().is_none_or(|held| precedes(question, candidate, step, held)) {
            self.0 = Some(RankedCandidate { candidate: *candidate, step });
        }
    }

    /// The candidate and its rung.
    pub(crate) const fn get(self) -> Option<RankedCandidate<'a, T>> {
        self.0
    }

    /// What was chosen.
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

/// Finds the rung of a candidate and makes its timestamp usable; `None` when it is implausible, too old or of a kind that
/// cannot know the field.
// Inlined where it is asked: there the class and the check are known, and half of the questions fall away.
#[inline(always)]
pub(crate) fn rank<T, R: Trace>(
    question: &Question<'_, T>,
    candidate: &mut Candidate<'_, T>,
    flags: &mut FlagSet,
    trace: &mut R,
) -> Option<Step> {
    let Question { now, policy, class, name, check } = *question;
    let kind = candidate.kind;
    if !class.accepts(kind) {
        return None;
    }
    let looked = candidate.looked();
    let mut report = |verdict| trace.considered(name, looked, verdict);
    if let Some(flag) = check(policy, &candidate.value) {
        flags.raise(&flag);
        report(Usability::Implausible);
        return None;
    }
    let observed_at = usable_time(now, policy, candidate.observed_at);
    // A reference row is no observation: resolved for an earlier day, it is merely of another date.
    if candidate.observed_at.is_some() && observed_at.is_none() && kind != Kind::Profile {
        flags.raise(&Flag::FutureTimestamp);
    }
    let step = match Reach::of(policy, class, kind) {
        Some(reach) => {
            let found = rung(reach, kind, observed_at.map(|at| now.since(at)));
            let step = found.filter(|step| takes(class, *step));
            report(match found {
                Some(Step::Fresh | Step::FreshModel | Step::Reference) => Usability::Fresh,
                Some(Step::Undated) => Usability::Undated,
                Some(Step::Expired | Step::ExpiredModel) if step.is_some() => Usability::Expired,
                Some(Step::Expired | Step::ExpiredModel) | None => Usability::TooOld,
            });
            step?
        }
        None => {
            report(Usability::Fresh);
            Step::Reference
        }
    };
    candidate.observed_at = observed_at;
    Some(step)
}

/// Trust in a candidate whose timestamp is usable. It is asked of the chosen one and of those that nothing else sets apart.
fn trust<T>(question: &Question<'_, T>, candidate: &Candidate<'_, T>) -> Confidence {
    let Question { now, policy, class, .. } = *question;
    let kind = candidate.kind;
    let Some(reach) = Reach::of(policy, class, kind) else {
        return Confidence::new(confidence::nominal(policy, kind, None, None, false));
    };
    let age_ms = candidate.observed_at.map(|at| now.since(at));
    let live = age_ms.is_some_and(|age| reach.is_live(age));
    let nominal = confidence::nominal(policy, kind, candidate.tier, candidate.agreement(), live);
    confidence::aged(policy, kind, nominal * candidate.fit, confidence::remaining(policy, reach, age_ms))
}

/// Whether what stands on a rung can speak of a field of this class at all. A total of the past speaks of the hours
/// before it was observed: past its time to live, or at no known time, it says nothing of those before now.
const fn takes(class: FieldClass, step: Step) -> bool {
    !matches!(class, FieldClass::Snowfall)
        || matches!(step, Step::Fresh | Step::FreshModel | Step::ExpiredModel)
}

fn rung(reach: Reach, kind: Kind, age_ms: Option<i64>) -> Option<Step> {
    let model = kind == Kind::Model;
    match age_ms {
        None => Some(Step::Undated),
        Some(age) if reach.is_fresh(age) => Some(if model { Step::FreshModel } else { Step::Fresh }),
        Some(age) if reach.is_usable(age) => Some(if model { Step::ExpiredModel } else { Step::Expired }),
        Some(_) => None,
    }
}

/// Whether a candidate on this rung is chosen rather than the one that is held.
fn precedes<T: StableOrder>(
    question: &Question<'_, T>,
    x: &Candidate<'_, T>,
    step: Step,
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

/// The order of two candidates of one rung, kind and time.
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

/// The nearer of two stations first; evidence that does not stand at a distance after those that do.
fn nearer(x: Option<f64>, y: Option<f64>) -> Ordering {
    let reach = |distance: Option<f64>| distance.unwrap_or(f64::INFINITY);
    reach(x).total_cmp(&reach(y))
}

/// A total order over values that are otherwise equally good; the lesser is chosen. It promises less rather than
/// more: the smaller number, a status other than open, and a known number before an unknown one.
pub(crate) trait StableOrder {
    /// The total order; of two values the lesser is chosen.
    fn stable_cmp(&self, other: &Self) -> Ordering;
}

impl StableOrder for f64 {
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
