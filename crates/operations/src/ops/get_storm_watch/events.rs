//! Storms at single resorts to storms of a region: those of one state whose days overlap are one event.
//!
//! A resort without a state counts to its country. Overlap is by local dates and passes on: a storm that hits one resort
//! after the other is one. An event is as sure as the surest of its resorts, and as big as the biggest.

use std::cmp::Reverse;

use catalogue::Resort;
use chrono::NaiveDate;
use conditions_core::forecast::{Storm, StormTier};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

/// Resorts listed with one event, at most; the event says how many there are.
const MOST_RESORTS: usize = 20;

/// A storm at one resort.
pub(super) struct Hit<'w> {
    pub(super) resort: &'w Resort,
    pub(super) storm: Storm,
}

/// A storm over the resorts of one state.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StormEvent<'w> {
    /// Country, state and first day; stays as long as they do.
    pub id: String,
    /// State and country.
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: &'w str,
    /// State, province, canton or prefecture.
    pub state: Option<&'w str>,
    /// Continent.
    pub region: &'w str,
    /// First local day.
    pub start: NaiveDate,
    /// Last local day.
    pub end: NaiveDate,
    /// Days from today to the first.
    pub lead_days: u8,
    /// Surest of the resorts' tiers.
    pub tier: StormTier,
    /// Highest blended total of any resort, centimetres.
    pub max_total_cm: Tenths,
    /// Resorts hit.
    pub resort_count: usize,
    /// Most snow first; at most 20.
    pub resorts: Vec<StormRow<'w>>,
}

/// A storm at one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StormRow<'w> {
    /// Slug.
    pub slug: &'w str,
    /// Name.
    pub name: &'w str,
    /// First local day.
    pub start: NaiveDate,
    /// Last local day.
    pub end: NaiveDate,
    /// Whether it reaches the last day that was looked at, and may go on.
    pub open_ended: bool,
    /// Blended snow at mid mountain, centimetres: the sum of the daily rows.
    pub total_cm: Tenths,
    /// Lowest total of a model, centimetres.
    pub low_cm: Option<Tenths>,
    /// Highest total of a model, centimetres.
    pub high_cm: Option<Tenths>,
    /// Models that report every day of it.
    pub models: u8,
    /// Of those, models that make it a storm by themselves.
    pub models_agreeing: u8,
    /// How sure it is here.
    pub tier: StormTier,
}

/// The events of some hits, ranked.
pub(super) fn grouped(mut hits: Vec<Hit<'_>>) -> Vec<StormEvent<'_>> {
    hits.sort_by_key(|hit| (place(hit.resort), hit.storm.start, hit.storm.end, &*hit.resort.slug));
    let mut groups: Vec<Vec<Hit<'_>>> = Vec::new();
    // The last day of the newest group.
    let mut until = NaiveDate::MIN;
    for hit in hits {
        let end = hit.storm.end;
        match groups.last_mut() {
            Some(group)
                if group.first().is_some_and(|first| place(first.resort) == place(hit.resort))
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
    let mut events: Vec<StormEvent<'_>> = groups.into_iter().filter_map(event).collect();
    events.sort_by(|a, b| {
        let rank = |event: &StormEvent<'_>| (Reverse(event.max_total_cm), Reverse(event.resort_count), event.start);
        rank(a).cmp(&rank(b)).then_with(|| a.id.cmp(&b.id))
    });
    events
}

fn place(resort: &Resort) -> (&str, Option<&str>) {
    (&resort.country, resort.state.as_deref())
}

/// The event of some hits; `None` of none.
fn event(mut hits: Vec<Hit<'_>>) -> Option<StormEvent<'_>> {
    hits.sort_by_key(|hit| (Reverse(hit.storm.total_cm), &*hit.resort.slug));
    let biggest = hits.first()?;
    let resort = biggest.resort;
    let start = hits.iter().map(|hit| hit.storm.start).min()?;
    let (country, state) = place(resort);
    let nation = catalogue::country(country).map_or(country, |known| known.name);
    // One resort may be hit twice by what is one storm elsewhere.
    let mut slugs: Vec<&str> = hits.iter().map(|hit| hit.resort.slug.as_str()).collect();
    slugs.sort_unstable();
    slugs.dedup();
    Some(StormEvent {
        id: format!("{}-{start}", [Some(country), state].into_iter().flatten().map(tame).collect::<Vec<_>>().join("-")),
        name: state.map_or_else(|| nation.to_owned(), |state| format!("{state}, {nation}")),
        country,
        state,
        region: resort.continent(),
        start,
        end: hits.iter().map(|hit| hit.storm.end).max()?,
        lead_days: hits.iter().map(|hit| hit.storm.lead_days).min()?,
        tier: hits.iter().map(|hit| hit.storm.tier).max()?,
        max_total_cm: biggest.storm.total_cm,
        resort_count: slugs.len(),
        resorts: hits.iter().take(MOST_RESORTS).map(row).collect(),
    })
}

fn row<'w>(hit: &Hit<'w>) -> StormRow<'w> {
    let storm = &hit.storm;
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

/// A name as part of an id: letters and digits in lower case, one dash for the rest.
fn tame(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests;
