//! Lifts and runs: open and total from one source, with open only if it can be reconciled.
//!
//! Implements the specification's `lifts` and `runs`, and `contract-decisions` 6. Without a report, the total of the
//! reference data is published with `open` null. A total that the resort's staff states once replaces that of the
//! reference data; it has the source operator and no time, because it does not describe a day.

use crate::case::Case;
use crate::choose::{Candidate, Rank, Selection, best};
use crate::evidence::Claim;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::FieldClass;
use crate::plausible;
use crate::policy::Policy;
use crate::record::{Flag, OpenTotal};
use crate::source::Kind;
use crate::time::Timestamp;
use crate::topics::Topic;
use crate::trace::Trace;
use crate::units::Confidence;

/// A reported number of open lifts, within its time to live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpenLifts {
    /// Number of open lifts.
    pub(crate) open: u32,
    /// Time of the count.
    pub(crate) observed_at: Option<Timestamp>,
    pub(crate) confidence: Confidence,
}

/// The differences between lifts and runs.
struct Terrain {
    name: &'static str,
    /// Total stated by the resort's staff.
    stated: Option<u32>,
    /// Total of the reference data.
    catalogued: Option<u32>,
    /// Whether that total comes from an imported map: it is published, but reports are not compared with it.
    is_mapped: bool,
    check: fn(&Policy, &OpenTotal) -> Option<Flag>,
    mismatch: Flag,
    open_unknown: Flag,
    topic: Topic,
    claimed: fn(&Claim) -> Option<OpenTotal>,
}

fn lifts_of(case: Case<'_>) -> Terrain {
    let [stated, _] = case.evidence.stated_totals();
    Terrain {
        name: "lifts",
        stated,
        catalogued: case.profile.lifts_total,
        is_mapped: case.profile.mapped.lifts,
        check: plausible::lifts,
        mismatch: Flag::LiftsTotalMismatch,
        open_unknown: Flag::LiftsOpenUnknown,
        topic: Topic::Lifts,
        claimed: |claim| if let Claim::Lifts(count) = claim { Some(*count) } else { None },
    }
}

fn runs_of(case: Case<'_>) -> Terrain {
    let [_, stated] = case.evidence.stated_totals();
    Terrain {
        name: "runs",
        stated,
        catalogued: case.profile.runs_total,
        is_mapped: case.profile.mapped.runs,
        check: plausible::runs,
        mismatch: Flag::RunsTotalMismatch,
        open_unknown: Flag::RunsOpenUnknown,
        topic: Topic::Runs,
        claimed: |claim| if let Claim::Runs(count) = claim { Some(*count) } else { None },
    }
}

/// Resolves the lifts. Also returns the open ones if they are evidence of a status.
pub(crate) fn lifts<T: Trace>(
    case: Case<'_>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> (Field<OpenTotal>, Option<OpenLifts>) {
    let terrain = lifts_of(case);
    let Some(chosen) = choose(case, &terrain, |_| true, flags, trace) else {
        return (Field::not_reported(), None);
    };
    raise_unknown(&terrain, &chosen, flags);
    let count = reconcile(case.policy, &terrain, chosen.candidate.value, flags);
    (publish(&chosen, count), open_lifts(&chosen, count))
}

pub(crate) fn runs<T: Trace>(case: Case<'_>, flags: &mut FlagSet, trace: &mut T) -> Field<OpenTotal> {
    let terrain = runs_of(case);
    choose(case, &terrain, |_| true, flags, trace).map_or_else(Field::not_reported, |chosen| {
        raise_unknown(&terrain, &chosen, flags);
        publish(&chosen, reconcile(case.policy, &terrain, chosen.candidate.value, flags))
    })
}

/// Returns the most trusted lift count that was taken after `since`.
pub(crate) fn lifts_counted_after(case: Case<'_>, since: Timestamp) -> Option<OpenLifts> {
    let terrain = lifts_of(case);
    let newer = |at: Option<Timestamp>| at.is_some_and(|at| at > since);
    // Flags were already raised when the lifts were resolved.
    let mut flags = FlagSet::default();
    let chosen = choose(case, &terrain, newer, &mut flags, &mut ())?;
    open_lifts(&chosen, reconcile(case.policy, &terrain, chosen.candidate.value, &mut flags))
}

fn choose<'a, T: Trace>(
    case: Case<'a>,
    terrain: &Terrain,
    when: impl Fn(Option<Timestamp>) -> bool,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Option<Selection<'a, OpenTotal>> {
    let question = case.question(FieldClass::Terrain, terrain.name, terrain.check);
    let reported = case.claims(terrain.topic, terrain.claimed).map(without_hearsay);
    let stated = terrain.stated_total(case.policy);
    let reference = terrain.catalogued.filter(|_| stated.is_none()).map(|total| {
        let count = OpenTotal { open: None, total: Some(total) };
        Candidate::profile(count, case.profile.dated(terrain.is_mapped))
    });
    let says_something = |count: &OpenTotal| count.open.is_some() || count.total.is_some();
    let all = reported.chain(reference).filter(|c| says_something(&c.value) && when(c.observed_at));
    best(&question, all, flags, trace).or_else(|| {
        let total = stated.filter(|_| when(None))?;
        trace.chose(terrain.name, "stated_total", Kind::Operator);
        let confidence = Confidence::new(case.policy.confidence_operator);
        let candidate = Candidate::from_staff(OpenTotal { open: None, total: Some(total) });
        Some(Selection { candidate, step: Rank::Reference, confidence })
    })
}

impl Terrain {
    fn is_plausible(&self, policy: &Policy, total: u32) -> bool {
        (self.check)(policy, &OpenTotal { open: None, total: Some(total) }).is_none()
    }

    /// Returns the total stated by the staff, if it is plausible.
    fn stated_total(&self, policy: &Policy) -> Option<u32> {
        self.stated.filter(|total| self.is_plausible(policy, *total))
    }

    /// Returns the total that reports are compared with: the staff's, else that of the reference row.
    fn total(&self, policy: &Policy) -> Option<u32> {
        let catalogued = self.catalogued.filter(|total| !self.is_mapped && self.is_plausible(policy, *total));
        self.stated_total(policy).or(catalogued)
    }
}

/// Removes `open` from reference data, which knows only the total.
fn without_hearsay(mut candidate: Candidate<'_, OpenTotal>) -> Candidate<'_, OpenTotal> {
    candidate.value.open = candidate.value.open.filter(|_| candidate.kind != Kind::Profile);
    candidate
}

/// Raises a flag if a report exists but the number open is unknown, such as an unknown word or an unreadable row.
/// Reference data never has the number open, so it raises none.
fn raise_unknown(terrain: &Terrain, chosen: &Selection<'_, OpenTotal>, flags: &mut FlagSet) {
    if chosen.step != Rank::Reference && chosen.candidate.value.open.is_none() {
        flags.raise(&terrain.open_unknown);
    }
}

/// Withholds `open` if it exceeds the total, or if the totals differ too much to describe the same terrain. A source
/// without a total is compared with the known one, within the same tolerance.
fn reconcile(policy: &Policy, terrain: &Terrain, count: OpenTotal, flags: &mut FlagSet) -> OpenTotal {
    let fraction = policy.total_mismatch_fraction;
    let profile = terrain.total(policy).map(f64::from);
    let most = count.total.map(f64::from).or(profile.map(|total| total * (1.0 + fraction)));
    let exceeds = matches!((count.open, most), (Some(open), Some(most)) if f64::from(open) > most);
    let mismatch = matches!((count.total, profile), (Some(total), Some(profile))
        if (f64::from(total) - profile).abs() > fraction * profile);
    if exceeds {
        flags.raise(&Flag::OpenExceedsTotal);
    }
    if mismatch {
        flags.raise(&terrain.mismatch);
    }
    OpenTotal { open: count.open.filter(|_| !exceeds && !mismatch), ..count }
}

fn publish(chosen: &Selection<'_, OpenTotal>, count: OpenTotal) -> Field<OpenTotal> {
    chosen.field(|_| (count.open.is_some() || count.total.is_some()).then_some(count))
}

fn open_lifts(chosen: &Selection<'_, OpenTotal>, count: OpenTotal) -> Option<OpenLifts> {
    let open = count.open.filter(|_| chosen.step.is_fresh())?;
    Some(OpenLifts { open, observed_at: chosen.candidate.observed_at, confidence: chosen.confidence })
}
