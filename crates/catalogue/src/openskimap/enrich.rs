//! Assigns areas to resorts and derives the terrain.
//!
//! An area with the identifier of a resort's row is its area. Otherwise the largest area of the same name nearby is. An
//! area with far more or fewer lifts or kilometres than the row has another extent, such as a whole linked domain, and
//! is not used.

use std::collections::{BTreeMap, HashMap, HashSet};

use conditions_core::record::AbilityPct;

use super::Context;
use super::area::Area;
use super::sections::{AreaRuns, RunSums, Section};
use crate::name_text::compact;
use crate::resort::{LONGEST_RUNS_KM, MOST_RUNS, Resort};
use crate::terrain::{LiftKinds, LongestRunRow, MappedTerrain};

/// Minimum share of the kilometres that have a difficulty, for a split to describe the whole.
const GRADED_SHARE: f64 = 0.8;

/// Minimum share of the kilometres that have a name, for names to count the runs.
const NAMED_SHARE: f64 = 0.8;

/// Ratio of the lifts of the area and of the row beyond which they are different extents.
const OTHER_LIFTS: f64 = 2.0;

/// Lifts that may be mapped or missing at any resort in addition.
const LIFTS_TOLERANCE: f64 = 3.0;

/// Kilometres of the area relative to the row's: maps have a median of 0.70 of the kilometres that resorts state.
const KM_RATIO: std::ops::RangeInclusive<f64> = 0.25..=2.0;

/// Largest number of sections of one run that are joined; more are not one run.
const MOST_SECTIONS: usize = 12;

/// Largest gap between two sections of one run, in degrees (about a metre).
const GAP_DEGREES: f64 = 1e-5;

/// An area that corresponds to a resort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match<'a> {
    pub(super) resort: &'a Resort,
    pub(super) area: &'a Area,
    /// Whether the identifier agreed, not only the name.
    pub(super) by_identifier: bool,
}

/// Returns the terrain of the matched resorts by slug, and the areas that are not used with the reason.
pub(super) fn terrain_of<'a>(
    matches: &[Match<'a>],
    context: Context<'_>,
) -> (BTreeMap<String, MappedTerrain>, Vec<(&'a Area, String)>) {
    let mut by_slug: BTreeMap<&str, Vec<Match<'a>>> = BTreeMap::new();
    for one in matches {
        by_slug.entry(&one.resort.slug).or_default().push(*one);
    }
    let mut terrain = BTreeMap::new();
    let mut unused = Vec::new();
    for (slug, found) in by_slug {
        let has_identifier = found.iter().any(|one| one.by_identifier);
        let mut fitting: Vec<Match<'a>> =
            found.iter().copied().filter(|one| one.by_identifier == has_identifier).collect();
        fitting.sort_by(|a, b| b.area.lifts.cmp(&a.area.lifts).then_with(|| a.area.key().cmp(&b.area.key())));
        if !has_identifier {
            fitting.truncate(1);
        }
        let areas: Vec<&'a Area> = fitting.iter().map(|one| one.area).collect();
        let mapped = of_areas(&areas, context);
        match found.first().and_then(|one| other_extent(one.resort, &mapped)) {
            Some(reason) => unused.extend(areas.iter().map(|area| (*area, reason.clone()))),
            None if mapped.is_empty() => {}
            None => drop(terrain.insert(slug.to_owned(), mapped)),
        }
    }
    (terrain, unused)
}

/// Returns the reason for which the area has another extent than the resort, or `None`.
fn other_extent(resort: &Resort, mapped: &MappedTerrain) -> Option<String> {
    if let (Some(known), Some(lifts)) = (resort.lifts, mapped.lifts.as_ref().map(LiftKinds::total)) {
        let (known, lifts) = (f64::from(known), f64::from(lifts));
        let (fewer, more) = (known.min(lifts), known.max(lifts));
        if more > OTHER_LIFTS * fewer + LIFTS_TOLERANCE {
            return Some(format!("its extent is not that of `{}`: {lifts} lifts, not {known}", resort.slug));
        }
    }
    let (known, km) = (resort.run_km?, mapped.run_km?);
    (!KM_RATIO.contains(&(km / known)))
        .then(|| format!("its extent is not that of `{}`: {km} km of runs, not {known} km", resort.slug))
}

/// Returns the terrain of one or several areas.
pub(super) fn of_areas(areas: &[&Area], context: Context<'_>) -> MappedTerrain {
    let detailed: Vec<&AreaRuns> =
        areas.iter().filter_map(|area| context.details.runs.get(&area.id)).collect();
    let sections: Vec<&Section> = detailed.iter().flat_map(|runs| &runs.sections).collect();
    let sums = sums(areas, context);
    let km_without_difficulty = areas.iter().map(|area| area.statistics.downhill_km).sum::<Option<f64>>();
    let run_km = sums.as_ref().map(RunSums::km).or(km_without_difficulty).map(tenth);
    MappedTerrain {
        areas: areas.iter().filter_map(|area| area.key()).map(ToString::to_string).collect(),
        data_date: context.data_date,
        imported_on: context.imported_on,
        lifts: lifts(areas, context),
        runs: sums
            .as_ref()
            .and_then(|sums| named_runs(&sections).or((sums.sections > 0).then_some(sums.sections)))
            .filter(|runs| *runs <= MOST_RUNS),
        run_km: run_km.filter(|km| *km > 0.0 && *km <= LONGEST_RUNS_KM),
        ability: sums.as_ref().and_then(ability),
        longest_run: longest(&sections),
    }
}

/// Sums the runs of the areas, from the sections if their file has the area; `None` if any area lacks sums.
fn sums(areas: &[&Area], context: Context<'_>) -> Option<RunSums> {
    let mut all = RunSums::default();
    for area in areas {
        let detailed = context.details.runs.get(&area.id).map(|runs| runs.sums);
        all.merge(&detailed.or(area.statistics.runs)?);
    }
    Some(all)
}

fn lifts(areas: &[&Area], context: Context<'_>) -> Option<LiftKinds> {
    let mut all = LiftKinds::default();
    for area in areas {
        let detailed = context.details.lifts.get(&area.id).map(|lifts| &lifts.kinds);
        let kinds = detailed.or(area.statistics.lifts.as_ref())?;
        for (kind, count) in &kinds.0 {
            all.add(*kind, *count);
        }
    }
    (all.total() > 0).then_some(all)
}

/// Counts the runs by their names; `None` if too little of the kilometres has a name.
fn named_runs(sections: &[&Section]) -> Option<u32> {
    let km: f64 = sections.iter().map(|section| section.km).sum();
    let named = sections.iter().filter_map(|section| Some((compact(section.name.as_deref()?), section.km)));
    let (names, named_km) = named.fold((HashSet::new(), 0.0), |(mut names, sum), (name, km)| {
        names.insert(name);
        (names, sum + km)
    });
    let is_named = km > 0.0 && named_km >= NAMED_SHARE * km;
    u32::try_from(names.len()).ok().filter(|runs| is_named && *runs > 0)
}

/// Splits the kilometres by difficulty; `None` if too little of them has one.
fn ability(sums: &RunSums) -> Option<AbilityPct> {
    let graded = sums.graded_km();
    if graded <= 0.0 || graded < GRADED_SHARE * sums.km() {
        return None;
    }
    let [beginner, intermediate, advanced, expert] = sums.tiers_km.map(|km| (km / graded * 100.0).round());
    Some(AbilityPct { beginner, intermediate, advanced, expert })
}

/// Returns the longest run: the longest chain of sections with one name, or the longest section without one.
fn longest(sections: &[&Section]) -> Option<LongestRunRow> {
    let mut by_name: HashMap<String, Vec<&Section>> = HashMap::new();
    let mut best: Option<(f64, Option<&str>)> = None;
    for section in sections {
        match &section.name {
            Some(name) => by_name.entry(compact(name)).or_default().push(section),
            None => best = longer(best, (section.km, None)),
        }
    }
    for run in by_name.values() {
        let name = run.iter().filter_map(|section| section.name.as_deref()).min();
        best = longer(best, (chain_km(run), name));
    }
    let (km, name) = best?;
    let km = tenth(km);
    (km > 0.0 && km <= LONGEST_RUNS_KM).then(|| LongestRunRow { name: name.map(str::to_owned), km: Some(km) })
}

/// Returns the longer one; the first name in the alphabet if both are equally long.
fn longer<'a>(
    best: Option<(f64, Option<&'a str>)>,
    new: (f64, Option<&'a str>),
) -> Option<(f64, Option<&'a str>)> {
    match best {
        Some(old) if old.0 > new.0 || (old.0 >= new.0 && old.1 <= new.1) => Some(old),
        _ => Some(new),
    }
}

/// Returns the length of the longest chain in which each section begins where the one before ends. A branch is another
/// chain, so variants of a run are not added up.
fn chain_km(run: &[&Section]) -> f64 {
    let single = run.iter().map(|section| section.km).fold(0.0, f64::max);
    if run.len() > MOST_SECTIONS {
        return single;
    }
    let mut used = vec![false; run.len()];
    (0..run.len()).map(|first| chain_from(run, first, &mut used)).fold(single, f64::max)
}

fn chain_from(run: &[&Section], at: usize, used: &mut [bool]) -> f64 {
    let (Some(section), Some(is_used)) = (run.get(at), used.get_mut(at)) else { return 0.0 };
    *is_used = true;
    let mut rest: f64 = 0.0;
    for (next, following) in run.iter().enumerate() {
        let meets = is_near(section.ends.1, following.ends.0);
        if meets && used.get(next).is_some_and(|used| !used) {
            rest = rest.max(chain_from(run, next, used));
        }
    }
    if let Some(is_used) = used.get_mut(at) {
        *is_used = false;
    }
    section.km + rest
}

fn is_near(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() <= GAP_DEGREES && (a.1 - b.1).abs() <= GAP_DEGREES
}

fn tenth(km: f64) -> f64 {
    (km * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests;
