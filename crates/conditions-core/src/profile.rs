//! Long-lived data that does not depend on the weather: the terrain split and the longest run.
//!
//! Implements the specification's `abilityPct` and `longestRun`, and `contract-decisions` 6. A claim by the resort or
//! its site has precedence over the reference data.

use crate::case::Case;
use crate::choose::{Candidate, best};
use crate::evidence::Claim;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::FieldClass;
use crate::plausible;
use crate::record::{AbilityPct, LongestRun};
use crate::text::ShownName;
use crate::topics::Topic;
use crate::trace::Trace;

pub(crate) fn ability<T: Trace>(case: Case<'_>, flags: &mut FlagSet, trace: &mut T) -> Field<AbilityPct> {
    let question = case.question(FieldClass::Standing, "abilityPct", plausible::ability);
    let claimed = case
        .claims(Topic::Ability, |claim| if let Claim::Ability(split) = claim { Some(*split) } else { None });
    let reference = case
        .profile
        .ability_pct
        .map(|split| Candidate::profile(split, case.profile.dated(case.profile.mapped.ability)));
    best(&question, claimed.chain(reference), flags, trace)
        .map_or_else(Field::not_reported, |chosen| chosen.field(Some))
}

pub(crate) fn longest_run<T: Trace>(case: Case<'_>, flags: &mut FlagSet, trace: &mut T) -> Field<LongestRun> {
    let question = case.question(FieldClass::Standing, "longestRun", plausible::longest_run);
    let claimed = case
        .claims(Topic::LongestRun, |claim| if let Claim::LongestRun(run) = claim { Some(run) } else { None });
    let reference = case
        .profile
        .longest_run
        .as_ref()
        .map(|run| Candidate::profile(run, case.profile.dated(case.profile.mapped.longest_run)));
    let all = claimed.chain(reference).filter(|candidate| says_something(candidate.value));
    best(&question, all, flags, trace).map_or_else(Field::not_reported, |chosen| {
        chosen.field(|run| Some(LongestRun { name: name(run).cloned(), km: run.km }))
    })
}

fn says_something(run: &LongestRun) -> bool {
    run.km.is_some() || name(run).is_some()
}

fn name(run: &LongestRun) -> Option<&ShownName> {
    run.name.as_ref().filter(|name| !name.is_empty())
}
