//! `service://regions`: how many resorts each region and country has.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Audience, Kind, REFERENCE_TTL_MS, Resource, answer};
use world::credits::SourceFamilies;
use crate::operation::Reply;
use world::place;
use world::View;

pub(super) const RESOURCE: Resource = Resource {
    uri: "service://regions",
    name: "regions",
    title: "Regions and countries",
    description: "Continents with their countries and the number of resorts in each, and the areas across countries that \
        `region` arguments take besides. Counts of resorts on record, not of open ones.",
    kind: Kind::Data(|view, now| Ok(answer(view, Reply::one(regions(view), SourceFamilies::CATALOGUE), now))),
    audience: &[Audience::Assistant],
    priority: 0.4,
    ttl_ms: REFERENCE_TTL_MS,
};

/// Areas that are not continents: a resort may be in several, or in none.
const AREAS: [place::Region; 5] = {
    use place::Region::{Alps, Andes, Japan, Rockies, Scandinavia};
    [Alps, Rockies, Japan, Andes, Scandinavia]
};

/// Resorts by place.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Regions<'w> {
    /// Total number of resorts.
    resorts: usize,
    /// Continents; each resort is in exactly one.
    regions: Vec<Region<'w>>,
    /// Areas that are not continents; a resort may be in several.
    areas: [Area; AREAS.len()],
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Region<'w> {
    /// Word for `region` arguments.
    region: &'w str,
    resorts: usize,
    /// Sorted by number of resorts, most first; ties by code.
    countries: Vec<Country<'w>>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Country<'w> {
    /// ISO 3166-1 alpha-2.
    country: &'w str,
    name: Option<&'static str>,
    resorts: usize,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Area {
    /// Word for `region` arguments.
    region: &'static str,
    resorts: usize,
}

fn regions<'w>(view: &View<'w>) -> Regions<'w> {
    let mut continents: BTreeMap<&'w str, BTreeMap<&'w str, usize>> = BTreeMap::new();
    let mut areas = AREAS.map(|area| Area { region: area.tag(), resorts: 0 });
    for seen in view.resorts() {
        let resort = seen.resort();
        *continents.entry(resort.continent()).or_default().entry(&resort.country).or_default() += 1;
        for area in areas.iter_mut().filter(|area| resort.tags.iter().any(|tag| tag == area.region)) {
            area.resorts += 1;
        }
    }
    let regions = continents.into_iter().map(|(region, countries)| {
        let mut countries: Vec<Country<'w>> = countries
            .into_iter()
            .map(|(code, resorts)| Country {
                country: code,
                name: catalogue::country(code).map(|country| country.name),
                resorts,
            })
            .collect();
        countries.sort_by(|a, b| b.resorts.cmp(&a.resorts).then_with(|| a.country.cmp(b.country)));
        Region { region, resorts: countries.iter().map(|country| country.resorts).sum(), countries }
    });
    Regions {
        resorts: view.resorts().len(),
        regions: regions.collect(),
        areas,
    }
}
