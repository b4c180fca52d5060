//! Tests facts of an imported map: published with their own date, and never compared with a report.

use conditions_core::chrono_tz::Europe::Vienna;
use conditions_core::evidence::{Claim, Evidence, MappedFacts, Observation, Origin, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::{AbilityPct, Flag, OpenTotal, Resolution};
use conditions_core::resolve;
use conditions_core::time::Timestamp;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn profile(is_mapped: bool) -> Profile {
    let mut profile = Profile::new("alpenau", Vienna);
    profile.lifts_total = Some(40);
    profile.runs_total = Some(90);
    profile.ability_pct =
        Some(AbilityPct { beginner: 30.0, intermediate: 40.0, advanced: 20.0, expert: 10.0 });
    profile.checked_at = Some(NOW.plus_millis(-5_000));
    profile.mapped = MappedFacts {
        lifts: is_mapped,
        runs: is_mapped,
        ability: is_mapped,
        longest_run: false,
        dated: Some(NOW.plus_millis(-9_000)),
    };
    profile
}

fn resolved(profile: &Profile, claims: Vec<Claim>) -> Resolution {
    let reported = |claim| Observation::new(Origin::Operator, Some(NOW), claim);
    let evidence = Evidence::default().with_observations(claims.into_iter().map(reported));
    resolve(NOW, &Policy::contract(), profile, &evidence)
}

#[test]
fn mapped_total_never_withholds_a_report() {
    let report = || vec![Claim::Lifts(OpenTotal { open: Some(10), total: Some(31) })];
    let own = resolved(&profile(false), report());
    assert_eq!(own.record.lifts.value.and_then(|lifts| lifts.open), None);
    assert!(own.record.flags.contains(&Flag::LiftsTotalMismatch));
    let mapped = resolved(&profile(true), report());
    assert_eq!(mapped.record.lifts.value, Some(OpenTotal { open: Some(10), total: Some(31) }));
    assert!(!mapped.record.flags.contains(&Flag::LiftsTotalMismatch));
}

#[test]
fn mapped_facts_have_the_date_of_the_map() {
    let own = resolved(&profile(false), Vec::new()).record;
    let mapped = resolved(&profile(true), Vec::new()).record;
    assert_eq!(own.lifts.value, mapped.lifts.value);
    for (own, mapped) in [
        (own.lifts.observed_at, mapped.lifts.observed_at),
        (own.runs.observed_at, mapped.runs.observed_at),
        (own.ability_pct.observed_at, mapped.ability_pct.observed_at),
    ] {
        assert_eq!((own, mapped), (Some(NOW.plus_millis(-5_000)), Some(NOW.plus_millis(-9_000))));
    }
}
