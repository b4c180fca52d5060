//! Regions, countries and states that a query names, in any of the six languages.

use std::collections::BTreeMap;

use world::place::{Place, Region, folded};

use crate::ask::{Ask, encoded};
use crate::rankings::countries;
use crate::words::Language;

/// Shortest beginning of a name that finds it, in characters.
const SHORTEST: usize = 3;
/// Maximum number of sets.
const MOST: usize = 6;

/// A part of the world with resorts.
pub(super) struct Set {
    /// Name in the language of the page.
    pub(super) name: String,
    /// Number of its resorts.
    pub(super) count: usize,
    /// English address of its page.
    pub(super) to: String,
    /// Arguments by which operations know it.
    pub(super) filters: Vec<(&'static str, String)>,
    /// Whether the query is its whole name.
    pub(super) is_exact: bool,
}

/// Returns the sets whose name is the query or begins with it, exact ones first.
pub(super) fn sets(ask: &Ask<'_>, query: &str) -> Vec<Set> {
    let query = folded(query);
    let query = query.trim();
    let mut found: Vec<Set> = states(ask, query);
    for (code, _) in countries(ask) {
        let Ok(place) = Place::new(None, Some(code)) else { continue };
        let fit = fit(query, |language| language.words().country(code).to_owned());
        found.extend(fit.map(|is_exact| Set {
            name: ask.words().country(code).to_owned(),
            count: ask.view.within(place).count(),
            to: format!("/regions/{code}"),
            filters: vec![("country", code.to_owned())],
            is_exact,
        }));
    }
    for region in Region::ALL {
        let place = Place { region: Some(region), country: None };
        let fit = fit(query, |language| language.words().region(region).to_owned());
        found.extend(fit.map(|is_exact| Set {
            name: ask.words().region(region).to_owned(),
            count: ask.view.within(place).count(),
            to: format!("/regions/{}", region.tag()),
            filters: vec![("region", region.tag().to_owned())],
            is_exact,
        }));
    }
    found.retain(|set| set.count > 0);
    found.sort_by_key(|set| !set.is_exact);
    found.truncate(MOST);
    found
}

/// Returns the states that the query names.
fn states(ask: &Ask<'_>, query: &str) -> Vec<Set> {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for seen in ask.view.resorts() {
        let resort = seen.resort();
        if let Some(state) = resort.state.as_deref() {
            *counts.entry((resort.country.as_str(), state)).or_default() += 1;
        }
    }
    let set = |((country, state), count): ((&str, &str), usize)| {
        let is_exact = fit(query, |language| language.words().state(state).to_owned())?;
        let place = format!("country={country}&state={}", encoded(state));
        Some(Set {
            name: ask.words().state(state).to_owned(),
            count,
            to: format!("/rankings?sort=forecast&{place}"),
            filters: vec![("country", country.to_owned()), ("state", state.to_owned())],
            is_exact,
        })
    };
    counts.into_iter().filter_map(set).collect()
}

/// Returns whether a query is the whole name in any language; `None` if no name begins with it.
fn fit(query: &str, name: impl Fn(Language) -> String) -> Option<bool> {
    let names: Vec<String> =
        Language::ALL.into_iter().map(|language| folded(&name(language)).trim().to_owned()).collect();
    if names.iter().any(|name| name == query) {
        return Some(true);
    }
    let is_long = query.chars().count() >= SHORTEST;
    (is_long && names.iter().any(|name| name.starts_with(query))).then_some(false)
}
