//! `service://destinations`: destinations of several mountains, with the slugs of their resorts.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use crate::credits::Carries;
use crate::operation::{Page, Reply};
use crate::world::View;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://destinations",
    name: "destinations",
    title: "Destination hubs",
    description: "Destinations that resorts on record belong to, with the slugs of those resorts. Reference data without \
        conditions: for those give the slugs to get_conditions.",
    kind: Kind::Data(|view, now| {
        let destinations = destinations(view);
        let total = destinations.len();
        let page = Page { total, limit: u32::try_from(total).unwrap_or(u32::MAX), offset: 0 };
        Ok(answer(view, Reply::list(destinations, Carries::CATALOGUE, page), now))
    }),
    audience: &[Audience::Assistant],
    priority: 0.4,
    ttl_ms: REFERENCE_TTL_MS,
};

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Destination<'w> {
    slug: &'w str,
    /// Null for a hub that a resort names and the table does not.
    name: Option<&'static str>,
    /// ISO codes of the countries its resorts lie in.
    countries: Vec<&'w str>,
    /// Slugs of its resorts.
    resorts: Vec<&'w str>,
}

/// By slug.
fn destinations<'w>(view: &View<'w>) -> Vec<Destination<'w>> {
    let mut hubs: BTreeMap<&'w str, Destination<'w>> = BTreeMap::new();
    for seen in view.resorts() {
        let resort = seen.resort();
        let Some(slug) = resort.hub.as_deref() else { continue };
        let hub = hubs.entry(slug).or_insert_with(|| Destination {
            slug,
            name: catalogue::hub(slug).map(|hub| hub.name.as_str()),
            countries: Vec::new(),
            resorts: Vec::new(),
        });
        hub.resorts.push(&resort.slug);
        if !hub.countries.contains(&resort.country.as_str()) {
            hub.countries.push(&resort.country);
        }
    }
    let mut destinations: Vec<Destination<'w>> = hubs.into_values().collect();
    for destination in &mut destinations {
        destination.resorts.sort_unstable();
        destination.countries.sort_unstable();
    }
    destinations
}
