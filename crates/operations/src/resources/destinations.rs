//! `service://destinations`: destinations of several mountains, with the slugs of their resorts.

use std::collections::BTreeSet;

use catalogue::Resort;
use serde::Serialize;

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use world::credits::SourceFamilies;
use world::destinations;
use crate::operation::{Page, Reply};
use world::View;

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
        Ok(answer(view, Reply::list(destinations, SourceFamilies::CATALOGUE, page), now))
    }),
    audience: &[Audience::Assistant],
    priority: 0.4,
    ttl_ms: REFERENCE_TTL_MS,
};

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Destination<'w> {
    slug: &'w str,
    name: &'w str,
    /// ISO codes of the countries of its resorts.
    countries: BTreeSet<&'w str>,
    /// Slugs of its resorts.
    resorts: BTreeSet<&'w str>,
}

/// Returns the destinations in the order of the world's list.
fn destinations<'w>(view: &View<'w>) -> Vec<Destination<'w>> {
    let members = |at: &[usize]| at.iter().filter_map(|at| view.at(*at)).map(|seen| seen.resort()).collect();
    let destination = |hub: &'w destinations::Destination| {
        let resorts: Vec<&'w Resort> = members(&hub.members);
        Destination {
            slug: &hub.slug,
            name: &hub.name,
            countries: resorts.iter().map(|resort| resort.country.as_str()).collect(),
            resorts: resorts.iter().map(|resort| resort.slug.as_str()).collect(),
        }
    };
    view.destinations().iter().map(destination).collect()
}
