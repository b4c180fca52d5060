//! The resolver: applies every rule in order; each rule has its own module.
//!
//! Implements the specification's "single resolver produces one conditions record per resort". It is total (any
//! evidence gives a record) and pure (the same arguments give the same record).

use alloc::string::String;

use crate::case::Case;
use crate::evidence::{Evidence, Profile};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::policy::Policy;
use crate::present::Present;
use crate::recent::Past;
use crate::record::{Record, Resolution};
use crate::time::Timestamp;
use crate::topics::Topics;
use crate::trace::Trace;
use crate::{
    average, depth, disagreement, forecast, headline, profile, quality, recent, season, stations, status,
    surface, terrain,
};

/// Resolves the conditions of one resort.
#[must_use]
pub fn resolve(now: Timestamp, policy: &Policy, profile: &Profile, evidence: &Evidence) -> Resolution {
    resolve_with(now, policy, profile, evidence, &mut ())
}

/// Resolves the conditions of one resort, and reports the evidence considered and the rules that decided to `trace`.
#[must_use]
pub fn resolve_with<T: Trace>(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
    trace: &mut T,
) -> Resolution {
    resolve_at(&Present::new(now), policy, profile, evidence, trace)
}

/// Resolves the conditions of one resort, and returns the first later time at which the same evidence may resolve to
/// another result. Before that only `resolvedAt` and the ages of stations in minutes differ; [`forecast::daily`] and
/// [`forecast::storms`] do not differ either.
#[must_use]
pub fn resolve_until(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
) -> (Resolution, Timestamp) {
    let present = &Present::new(now);
    let resolution = resolve_at(present, policy, profile, evidence, &mut ());
    (resolution, present.until())
}

fn resolve_at<T: Trace>(
    present: &Present,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
    trace: &mut T,
) -> Resolution {
    let topics = &Topics::from_observations(&evidence.observations);
    let case = Case { present, policy, profile, evidence, topics };
    let today = present.date_in(profile.zone);
    let snapshot = evidence.forecast.as_ref();
    let readings = evidence.stations.as_slice();
    let flags = &mut FlagSet::default();

    let members = snapshot.map(|snapshot| forecast::Members::new(policy, snapshot));
    let members = members.as_ref();

    let depths = depth::resolve(case, members, flags, trace);
    let headline = headline::lead(&depths, trace);
    let headline = headline.as_ref();
    let depth_disagreement = disagreement::find(policy, &depths);
    let disagree = depth_disagreement.is_some();
    let climate = evidence.climate.as_ref();
    let (depth_vs_avg_pct, basis) = average::compare(policy, headline, climate, disagree, flags, trace);
    let season = season::resolve(case, today, flags, trace);
    let (lifts, open_lifts) = terrain::lifts(case, flags, trace);

    let depth = depths.publish();
    let mut record = Record {
        slug: String::from(profile.slug.as_str()),
        resolved_at: present.now(),
        status: status::resolve(case, today, &season, open_lifts, &depths, flags, trace),
        season_opening: season.opening,
        season_closing: season.closing,
        display_depth_cm: headline.map(|headline| headline.leading.field()),
        display_depth_detail: headline.map(|headline| headline.detail(profile)),
        reported_source_tier: headline.and_then(headline::Headline::acquired_by),
        base_depth_cm: headline.map_or_else(Field::not_reported, headline::Headline::base_depth),
        depth_vs_avg_pct,
        depth_vs_avg_basis: Some(basis),
        depth_disagreement,
        lifts,
        runs: terrain::runs(case, flags, trace),
        surface: surface::resolve(case, flags, trace),
        ability_pct: profile::ability(case, flags, trace),
        longest_run: profile::longest_run(case, flags, trace),
        snow_quality: quality::snow_quality(
            present, policy, profile, readings, snapshot, &depth, flags, trace,
        ),
        depth,
        snow_surface_temp: quality::surface_temp(present, policy, profile, readings, flags, trace),
        forecast: forecast::outlook_of(present, policy, today, members, flags, trace),
        flags: alloc::vec::Vec::new(),
    };
    let measured_now = stations::measured_now(present, policy, profile, readings, flags, trace);
    let ground = &stations::Ground::from_profile(profile);
    let mut fallen = |past| recent::snowfall(past, case, ground, members, flags, trace);
    let [snowfall24h_cm, snowfall48h_cm, snowfall7d_cm] = Past::ALL.map(&mut fallen);
    let new_snow_density = recent::new_density(case, ground, flags, trace);
    record.flags = flags.publish();
    Resolution { record, measured_now, snowfall24h_cm, snowfall48h_cm, snowfall7d_cm, new_snow_density }
}
