//! New snow of the past 24 hours.
//!
//! Carries `contract-decisions` 10: "resolved like any field: operator, else station, else scraped, else model past
//! 24 h".
//!
//! One thing differs from other fields. A day's total speaks of the 24 hours before it was observed, so that a claim
//! past its time to live says nothing of the past 24 hours: operator, station and scraped claims are never carried
//! further, and a claim without a usable timestamp is no claim. A model snapshot serves up to its usable age, as
//! stale, with the confidence that is left.

use crate::choose::{Candidate, Question, best};
use crate::evidence::{Claim, Evidence, Profile};
use crate::few::Few;
use crate::field::Field;
use crate::flags::FlagSet;
use crate::forecast::{self, Members};
use crate::freshness::{FieldClass, Reach, usable_time};
use crate::policy::Policy;
use crate::record::Flag;
use crate::source::Kind;
use crate::stations::{Ground, is_near, is_on_the_mountain};
use crate::time::Timestamp;
use crate::trace::{Trace, Verdict};
use crate::units::Tenths;

const NAME: &str = "snowfall24hCm";

/// New snow of the past 24 hours in centimetres.
///
/// Raises `implausible_snowfall` for values that were dropped, `future_timestamp` for claims from the future.
pub fn snowfall24h<T: Trace>(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Field<Tenths> {
    let members = evidence.forecast.as_ref().map(|snapshot| Members::new(policy, snapshot));
    snowfall24h_of(now, policy, profile, evidence, members.as_ref(), flags, trace)
}

/// [`snowfall24h`] with the evidence's models sorted out already.
pub(crate) fn snowfall24h_of<T: Trace>(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
    members: Option<&Members<'_>>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Field<Tenths> {
    let observed = evidence.observations.iter().filter_map(|observation| match observation.claim {
        Claim::Snowfall24h(cm) => Some(Candidate::observed(observation, cm)),
        Claim::Depth { .. }
        | Claim::Lifts(_)
        | Claim::Runs(_)
        | Claim::Surface(_)
        | Claim::Status(_)
        | Claim::SeasonOpening(_)
        | Claim::SeasonClosing(_)
        | Claim::Ability(_)
        | Claim::LongestRun(_) => None,
    });
    let ground = Ground::of(profile);
    let stations = evidence
        .stations
        .iter()
        .filter(|reading| is_on_the_mountain(reading) && is_near(policy, &ground, reading))
        .filter_map(|reading| Some(Candidate::station(reading, reading.new_snow24h_cm?)));

    let modelled = members.and_then(|members| {
        let past = forecast::past_day_of(policy, members);
        if past.dropped {
            flags.raise(Flag::ImplausibleSnowfall);
        }
        past.blended.map(|(cm, agreement)| Candidate::model(cm, members.captured_at(), agreement))
    });
    let question = Question {
        now,
        policy,
        class: FieldClass::Snowfall,
        name: NAME,
        check: |policy, cm: &f64| {
            (!policy.plausible_snowfall24h_cm.holds(*cm)).then_some(Flag::ImplausibleSnowfall)
        },
    };
    // What may speak at all; the choice between those is the same as for any field.
    let spoken = Few::of(
        observed.chain(stations).chain(modelled).filter(|claim| speaks(now, policy, claim, flags, trace)),
    );
    best(&question, spoken.iter().copied(), flags, trace)
        .map_or_else(Field::not_reported, |chosen| chosen.field(Tenths::new))
}

/// Whether a claim still speaks of the past 24 hours.
fn speaks<T: Trace>(
    now: Timestamp,
    policy: &Policy,
    candidate: &Candidate<'_, f64>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> bool {
    let Some(reach) = Reach::of(policy, FieldClass::Snowfall, candidate.kind) else { return false };
    let mut drop = |verdict| {
        trace.considered(NAME, candidate.kind, candidate.observed_at, verdict);
        false
    };
    match usable_time(now, policy, candidate.observed_at) {
        None => {
            if candidate.observed_at.is_some() {
                flags.raise(Flag::FutureTimestamp);
            }
            drop(Verdict::Undated)
        }
        Some(at) if candidate.kind != Kind::Model && !reach.is_fresh(now.since(at)) => drop(Verdict::TooOld),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests;
