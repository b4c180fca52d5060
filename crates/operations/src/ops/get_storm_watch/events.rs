//! Groups storms at single resorts into storm systems.
//!
//! Two storms are one system if they share a day and are in one state, or if they share at least half of the days of the
//! shorter one at neighbouring resorts of one mountain range. Days are local dates. The relation is transitive: a storm
//! that reaches one resort after the other is one system. A resort without a state counts to its country. A system has
//! the highest tier and the largest total among its resorts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use catalogue::{MountainRange, Resort, mountain_range};
use chrono::NaiveDate;
use conditions_core::forecast::{Storm, StormTier};
use conditions_core::geo::distance_km;
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

/// Maximum number of resorts listed with one event; the event has their total number.
const MOST_RESORTS: usize = 20;
/// Maximum distance of neighbouring resorts, kilometres: less than the width of a front, and more than the gap between
/// two ski regions of one range.
const NEIGHBOUR_KM: f64 = 120.0;
/// Length of a degree of latitude, kilometres, rounded down.
const KM_PER_DEGREE: f64 = 110.0;
/// Number of states in the name of a storm.
const NAMED_STATES: usize = 2;

/// A storm at one resort.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResortStorm<'w> {
    pub(super) resort: &'w Resort,
    pub(super) storm: &'w Storm,
    /// Equal for resorts of one state, or of one country if they have no state.
    pub(super) state: u32,
    /// Position of the resort in the order of slugs.
    pub(super) order: u32,
}

/// A storm system over neighbouring resorts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StormEvent<'w> {
    /// ASCII identifier from the range, or else country and state, and the first day; stable while these stay the same.
    pub id: String,
    /// Names of the mountain range and the states with most snow; else of the state and the country.
    pub name: String,
    /// Mountain range; null if the resorts are not in a named one.
    pub range: Option<&'static str>,
    /// Country of the resort with most snow, ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture of the resort with most snow.
    pub state: Option<&'w str>,
    /// States of all affected resorts, or their countries without one; most snow first.
    pub states: Vec<&'w str>,
    /// Continent, such as `europe`.
    pub region: &'w str,
    /// First local day.
    pub start: NaiveDate,
    /// Last local day.
    pub end: NaiveDate,
    /// Days from today to the first.
    pub lead_days: u8,
    /// Highest tier among the resorts.
    pub tier: StormTier,
    /// Highest blended total of any resort, centimetres.
    pub max_total_cm: Tenths,
    /// Number of affected resorts.
    pub resort_count: usize,
    /// Affected resorts, most snow first; at most 20.
    pub resorts: Vec<StormRow<'w>>,
}

/// A storm at one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StormRow<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// First local day.
    pub start: NaiveDate,
    /// Last local day.
    pub end: NaiveDate,
    /// Whether it reaches the last day of the forecast, and may continue.
    pub open_ended: bool,
    /// Blended snow at mid mountain, centimetres: the sum of the daily rows.
    pub total_cm: Tenths,
    /// Lowest total of a model, centimetres.
    pub low_cm: Option<Tenths>,
    /// Highest total of a model, centimetres.
    pub high_cm: Option<Tenths>,
    /// Models that report every day of it.
    pub models: u8,
    /// Number of those models that show a storm individually.
    pub models_agreeing: u8,
    /// Certainty at this resort.
    pub tier: StormTier,
}

/// Resorts of one storm.
pub(super) struct Group<'w> {
    /// Most snow first.
    hits: Vec<ResortStorm<'w>>,
    biggest: ResortStorm<'w>,
    range: Option<&'static MountainRange>,
    id: String,
    start: NaiveDate,
    resorts: usize,
}

/// Groups hits and ranks the groups.
pub(super) fn grouped(mut hits: Vec<ResortStorm<'_>>) -> Vec<Group<'_>> {
    hits.sort_by_key(|hit| (hit.storm.start, hit.storm.end, hit.order));
    let systems = systems(&hits);
    let mut groups: BTreeMap<usize, Vec<ResortStorm<'_>>> = BTreeMap::new();
    for (hit, system) in hits.into_iter().zip(systems) {
        groups.entry(system).or_default().push(hit);
    }
    let mut groups: Vec<Group<'_>> = groups.into_values().filter_map(Group::from_hits).collect();
    groups.sort_by(|a, b| {
        let rank =
            |group: &Group<'_>| (Reverse(group.biggest.storm.total_cm), Reverse(group.resorts), group.start);
        rank(a).cmp(&rank(b)).then_with(|| a.id.cmp(&b.id)).then_with(|| a.biggest.order.cmp(&b.biggest.order))
    });
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    for group in &mut groups {
        let count = taken.entry(group.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            group.id = format!("{}-{count}", group.id);
        }
    }
    groups
}

/// Returns the system of each hit, as the position of one of its hits. The hits are in the order of their first days.
fn systems(hits: &[ResortStorm<'_>]) -> Vec<usize> {
    let ranges: Vec<_> = hits.iter().map(|hit| mountain_range(hit.resort)).collect();
    let mut systems: Vec<usize> = (0..hits.len()).collect();
    for (at, (one, range)) in hits.iter().zip(&ranges).enumerate() {
        let later = hits.iter().zip(&ranges).enumerate().skip(at + 1);
        for (next, (other, of_other)) in later.take_while(|(_, (hit, _))| hit.storm.start <= one.storm.end) {
            let is_of_range = || match (range, of_other) {
                (Some(range), Some(of_other)) => std::ptr::eq(*range, *of_other),
                _ => false,
            };
            let (Some(from), Some(to)) = (systems.get(next).copied(), systems.get(at).copied()) else { continue };
            if from != to && (one.state == other.state || is_of_range() && are_neighbours(one, other)) {
                systems.iter_mut().filter(|system| **system == from).for_each(|system| *system = to);
            }
        }
    }
    systems
}

/// Returns whether two storms that share a day share half of the shorter one, at resorts that are close together.
fn are_neighbours(one: &ResortStorm<'_>, other: &ResortStorm<'_>) -> bool {
    let days = |storm: &Storm| (storm.end - storm.start).num_days() + 1;
    let shared = (one.storm.end.min(other.storm.end) - other.storm.start).num_days() + 1;
    let place = |hit: &ResortStorm<'_>| (hit.resort.lat, hit.resort.lon);
    // Most pairs of a range are too far apart already by latitude, which is cheaper to check.
    let is_in_belt = (one.resort.lat - other.resort.lat).abs() * KM_PER_DEGREE <= NEIGHBOUR_KM;
    is_in_belt
        && shared * 2 >= days(one.storm).min(days(other.storm))
        && distance_km(place(one), place(other)) <= NEIGHBOUR_KM
}

impl<'w> Group<'w> {
    /// Makes a group of hits; returns `None` if there are none.
    fn from_hits(mut hits: Vec<ResortStorm<'w>>) -> Option<Self> {
        // One resort may have two storms that are a single storm elsewhere.
        hits.sort_unstable_by_key(|hit| (hit.order, hit.storm.start));
        let resorts = hits.chunk_by(|one, other| one.order == other.order).count();
        hits.sort_by_key(|hit| (Reverse(hit.storm.total_cm), hit.order));
        let biggest = *hits.first()?;
        let start = hits.iter().map(|hit| hit.storm.start).min()?;
        let range = mountain_range(biggest.resort);
        let id = id(range, biggest.resort, start);
        Some(Self { hits, biggest, range, id, start, resorts })
    }

    /// Returns the states of the resorts, most snow first.
    fn states(&self) -> Vec<&'w str> {
        let mut states: Vec<&'w str> = Vec::new();
        for Resort { country, state, .. } in self.hits.iter().map(|hit| hit.resort) {
            let state = state.as_deref().unwrap_or_else(|| nation(country));
            if !states.contains(&state) {
                states.push(state);
            }
        }
        states
    }

    fn name(&self, states: &[&str]) -> String {
        let Resort { country, state, .. } = self.biggest.resort;
        match (self.range, state) {
            (Some(range), _) => {
                let named: Vec<&str> = states.iter().take(NAMED_STATES).copied().collect();
                match states.len() - named.len() {
                    0 => format!("{} ({})", range.name, named.join(", ")),
                    more => format!("{} ({} and {more} more)", range.name, named.join(", ")),
                }
            }
            (None, Some(state)) => format!("{state}, {}", nation(country)),
            (None, None) => nation(country).to_owned(),
        }
    }

    /// Returns the event of the group.
    pub(super) fn event(&self) -> StormEvent<'w> {
        let Self { hits, biggest, range, start, resorts, .. } = self;
        let Resort { country, state, .. } = biggest.resort;
        let storms = || hits.iter().map(|hit| hit.storm);
        let first = biggest.storm;
        let states = self.states();
        StormEvent {
            id: self.id.clone(),
            name: self.name(&states),
            range: range.map(|range| range.name),
            country,
            state: state.as_deref(),
            states,
            region: biggest.resort.continent(),
            start: *start,
            end: storms().map(|storm| storm.end).fold(first.end, NaiveDate::max),
            lead_days: storms().map(|storm| storm.lead_days).fold(first.lead_days, u8::min),
            tier: storms().map(|storm| storm.tier).fold(first.tier, StormTier::max),
            max_total_cm: first.total_cm,
            resort_count: *resorts,
            resorts: hits.iter().take(MOST_RESORTS).map(row).collect(),
        }
    }
}

fn row<'w>(hit: &ResortStorm<'w>) -> StormRow<'w> {
    let storm = hit.storm;
    StormRow {
        slug: &hit.resort.slug,
        name: &hit.resort.name,
        start: storm.start,
        end: storm.end,
        open_ended: storm.open_ended,
        total_cm: storm.total_cm,
        low_cm: storm.spread_cm.map(|spread| spread.low),
        high_cm: storm.spread_cm.map(|spread| spread.high),
        models: storm.models,
        models_agreeing: storm.models_agreeing,
        tier: storm.tier,
    }
}

/// Returns the name of a country.
fn nation(country: &str) -> &str {
    catalogue::country(country).map_or(country, |known| known.name)
}

fn id(range: Option<&MountainRange>, resort: &Resort, start: NaiveDate) -> String {
    let Resort { country, state, .. } = resort;
    let place = match range {
        Some(range) => range.slug.to_owned(),
        None => {
            let names = [Some(country), state.as_ref()].into_iter().flatten().map(|name| id_part(name));
            names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join("-")
        }
    };
    format!("{place}-{start}")
}

/// Makes a part of an id from a name: ASCII letters and digits in lower case, one dash for the rest.
fn id_part(name: &str) -> String {
    let folded = catalogue::folded(name);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests;
