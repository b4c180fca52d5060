//! Groups storms at single resorts into storms of a region: storms of one state whose days overlap are one event.
//!
//! A resort without a state counts to its country. Overlap is by local dates and is transitive: a storm that reaches
//! one resort after the other is one event. An event has the highest tier and the largest total among its resorts.

use std::cmp::Reverse;

use catalogue::Resort;
use chrono::NaiveDate;
use conditions_core::forecast::{Storm, StormTier};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

/// Maximum number of resorts listed with one event; the event has their total number.
const MOST_RESORTS: usize = 20;

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

/// A storm over the resorts of one state.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StormEvent<'w> {
    /// Identifier from country, state and first day; stable while these stay the same.
    pub id: String,
    /// Names of the state and the country.
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
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
    start: NaiveDate,
    resorts: usize,
}

/// Groups hits and ranks the groups.
pub(super) fn grouped(mut hits: Vec<ResortStorm<'_>>) -> Vec<Group<'_>> {
    hits.sort_by_key(|hit| (hit.state, hit.storm.start, hit.storm.end, hit.order));
    let mut groups: Vec<Vec<ResortStorm<'_>>> = Vec::new();
    // Last day of the newest group.
    let mut until = NaiveDate::MIN;
    for hit in hits {
        let end = hit.storm.end;
        match groups.last_mut() {
            Some(group)
                if group.first().is_some_and(|first| first.state == hit.state)
                    && hit.storm.start <= until =>
            {
                until = until.max(end);
                group.push(hit);
            }
            _ => {
                until = end;
                groups.push(vec![hit]);
            }
        }
    }
    let mut groups: Vec<Group<'_>> = groups.into_iter().filter_map(Group::of).collect();
    groups.sort_by(|a, b| {
        let rank =
            |group: &Group<'_>| (Reverse(group.biggest.storm.total_cm), Reverse(group.resorts), group.start);
        rank(a).cmp(&rank(b)).then_with(|| a.id().cmp(&b.id()))
    });
    groups
}

impl<'w> Group<'w> {
    /// Makes a group of hits; returns `None` if there are none.
    fn of(mut hits: Vec<ResortStorm<'w>>) -> Option<Self> {
        // One resort may have two storms that are a single storm elsewhere.
        hits.sort_unstable_by_key(|hit| (hit.order, hit.storm.start));
        let resorts = hits.chunk_by(|one, other| one.order == other.order).count();
        hits.sort_by_key(|hit| (Reverse(hit.storm.total_cm), hit.order));
        let biggest = *hits.first()?;
        let start = hits.iter().map(|hit| hit.storm.start).min()?;
        Some(Self { hits, biggest, start, resorts })
    }

    fn id(&self) -> String {
        let Resort { country, state, .. } = self.biggest.resort;
        let names = [Some(country), state.as_ref()].into_iter().flatten().map(|name| tame(name));
        format!("{}-{}", names.collect::<Vec<_>>().join("-"), self.start)
    }

    /// Returns the event of the group.
    pub(super) fn event(&self) -> StormEvent<'w> {
        let Self { hits, biggest, start, resorts } = self;
        let Resort { country, state, .. } = biggest.resort;
        let nation = catalogue::country(country).map_or(country.as_str(), |known| known.name);
        let storms = || hits.iter().map(|hit| hit.storm);
        let first = biggest.storm;
        StormEvent {
            id: self.id(),
            name: state.as_ref().map_or_else(|| nation.to_owned(), |state| format!("{state}, {nation}")),
            country,
            state: state.as_deref(),
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

/// Makes a part of an id from a name: letters and digits in lower case, one dash for the rest.
fn tame(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests;
