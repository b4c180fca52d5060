//! The part of the catalogue that a deployment serves: resorts by slug and by region.

use std::collections::BTreeSet;

use crate::search::SearchIndex;
use crate::{Resort, comparable, country_by_name};

/// Resorts chosen by slug or region; the default chooses all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    slugs: BTreeSet<String>,
    regions: BTreeSet<String>,
}

/// A choice that fits no resort.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// No resort has this slug.
    #[error("no resort has the slug `{slug}`{}", suggestion_text(.suggestions))]
    Resort {
        /// Slug as given.
        slug: String,
        /// Slugs that may be meant.
        suggestions: Vec<String>,
    },
    /// No resort is in this region.
    #[error("no resort is in `{0}`; use a country code (CH), a state (Colorado), a tag (alps) or a hub")]
    Region(String),
}

fn suggestion_text(suggestions: &[String]) -> String {
    if suggestions.is_empty() { String::new() } else { format!("; did you mean {}?", suggestions.join(", ")) }
}

impl Selection {
    /// Chooses by comma-separated slugs and regions.
    #[must_use]
    pub fn parse(slugs: &str, regions: &str) -> Self {
        let items = |text: &str| {
            text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
        };
        Self { slugs: items(slugs), regions: items(regions) }
    }

    /// Returns whether every resort is chosen.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.slugs.is_empty() && self.regions.is_empty()
    }

    /// Returns the chosen resorts, in their order.
    ///
    /// # Errors
    /// Returns an error for the first slug or region that fits no resort.
    pub fn apply(&self, resorts: Vec<Resort>) -> Result<Vec<Resort>, SelectionError> {
        if self.is_everything() {
            return Ok(resorts);
        }
        if let Some(slug) = self.slugs.iter().find(|slug| resorts.iter().all(|resort| resort.slug != **slug))
        {
            let index = SearchIndex::new(&resorts);
            let suggestions = index.suggest(slug).into_iter().map(str::to_owned).collect();
            return Err(SelectionError::Resort { slug: slug.clone(), suggestions });
        }
        if let Some(region) = self.regions.iter().find(|region| !resorts.iter().any(|one| is_in(one, region)))
        {
            return Err(SelectionError::Region(region.clone()));
        }
        let is_chosen = |resort: &Resort| {
            self.slugs.contains(&resort.slug) || self.regions.iter().any(|region| is_in(resort, region))
        };
        Ok(resorts.into_iter().filter(is_chosen).collect())
    }
}

/// Returns whether a resort is in the country, state, tagged region or hub of this name.
fn is_in(resort: &Resort, region: &str) -> bool {
    let name = comparable(region);
    country_by_name(region).is_some_and(|country| country.code == resort.country)
        || [&resort.state, &resort.hub].into_iter().flatten().any(|own| comparable(own) == name)
        || resort.tags.iter().any(|tag| comparable(tag) == name)
}

#[cfg(test)]
mod tests;
