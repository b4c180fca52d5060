//! Destination hubs: groups resorts of the world, and finds the hub that a text names.

use std::collections::{BTreeMap, HashMap};

use catalogue::search::SearchIndex;
use catalogue::{Resort, comparable};

/// Maximum number of hubs suggested for an unknown name.
const SUGGESTIONS: usize = 3;

/// Minimum similarity of a suggested hub, 0–1.
const LEAST_SIMILAR: f64 = 0.6;

/// Several mountains under one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Slug, as in the resorts' `hub`.
    pub slug: String,
    /// Name; the slug if the catalogue has no name.
    pub name: String,
    /// Positions of its resorts in the world.
    pub members: Vec<usize>,
    /// Slug, name and other names in comparable form.
    keys: Vec<String>,
}

/// Every destination that has a resort in the world, by slug.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Destinations(Vec<Destination>);

impl Destinations {
    /// Groups the hubs of resorts given in the world's order.
    #[must_use]
    pub fn new<'a>(resorts: impl IntoIterator<Item = &'a Resort>) -> Self {
        // The tests have parsed the embedded table; only names would be missing.
        let known = catalogue::hubs().unwrap_or_default();
        let mut names: HashMap<String, (String, Vec<String>)> =
            known.into_iter().map(|hub| (hub.slug, (hub.name, hub.aliases))).collect();
        let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, resort) in resorts.into_iter().enumerate() {
            if let Some(hub) = &resort.hub {
                members.entry(hub).or_default().push(at);
            }
        }
        let destination = |(slug, members): (&str, Vec<usize>)| {
            let (name, aliases) = names.remove(slug).unwrap_or_else(|| (slug.to_owned(), Vec::new()));
            let others = aliases.iter().map(String::as_str);
            let keys = [slug, &name].into_iter().chain(others).map(comparable).collect();
            Destination { slug: slug.to_owned(), name, members, keys }
        };
        Self(members.into_iter().map(destination).collect())
    }

    /// Returns every destination.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Destination> {
        self.0.iter()
    }

    /// Finds the destination that a text names by its slug or one of its names.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<&Destination> {
        if let Ok(at) = self.0.binary_search_by(|known| known.slug.as_str().cmp(text)) {
            return self.0.get(at);
        }
        let asked = comparable(text);
        let mut named = self.0.iter().filter(|known| !asked.is_empty() && known.keys.contains(&asked));
        named.next().filter(|_| named.next().is_none())
    }

    /// Returns slugs that a text may have meant: hubs with a similar name, then the hubs of resorts that it names.
    #[must_use]
    pub fn suggest(&self, text: &str, index: &SearchIndex) -> Vec<String> {
        let asked = comparable(text);
        let of_resorts = index
            .search(text, SUGGESTIONS)
            .into_iter()
            .filter_map(|hit| self.0.iter().find(|known| known.members.contains(&hit.index)));
        let similarity = |known: &Destination| {
            known
                .keys
                .iter()
                .map(|key| strsim::normalized_damerau_levenshtein(key, &asked))
                .fold(0.0, f64::max)
        };
        let mut similar: Vec<(f64, &Destination)> = self
            .0
            .iter()
            .map(|known| (similarity(known), known))
            .filter(|(similarity, _)| *similarity >= LEAST_SIMILAR)
            .collect();
        similar.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.slug.cmp(&b.1.slug)));
        let mut slugs: Vec<String> = Vec::new();
        for known in similar.into_iter().map(|(_, known)| known).chain(of_resorts) {
            if !slugs.contains(&known.slug) {
                slugs.push(known.slug.clone());
            }
        }
        slugs.truncate(SUGGESTIONS);
        slugs
    }
}

#[cfg(test)]
mod tests;
