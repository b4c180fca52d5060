//! Destination hubs: names for the groups of mountains that rows refer to by slug.

use serde::{Deserialize, Serialize};

use crate::CatalogueError;
use crate::resort::is_slug;

const HUBS: &str = include_str!("../data/hubs.toml");

/// A destination of several mountains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hub {
    /// Identifier, as in the `hub` of rows.
    pub slug: String,
    /// Name in common international use.
    pub name: String,
    /// Other names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// ISO codes of the countries of its mountains.
    pub countries: Vec<String>,
}

/// Returns the embedded hubs, sorted by slug.
///
/// # Errors
/// Returns an error for an invalid table, which never happens in a build that passed the tests.
pub fn hubs() -> Result<Vec<Hub>, CatalogueError> {
    parse(HUBS)
}

fn parse(text: &str) -> Result<Vec<Hub>, CatalogueError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        hub: Vec<Hub>,
    }
    let file: File = toml::from_str(text)
        .map_err(|source| CatalogueError::Parse { country: "hubs".to_owned(), source: Box::new(source) })?;
    let mut hubs = file.hub;
    hubs.sort_by(|a, b| a.slug.cmp(&b.slug));
    let broken =
        |hub: &Hub, reason: &str| CatalogueError::Row { slug: hub.slug.clone(), reason: reason.to_owned() };
    for (index, hub) in hubs.iter().enumerate() {
        if !is_slug(&hub.slug) || hub.name.trim().is_empty() {
            return Err(broken(hub, "a hub needs a slug of lower-case ASCII words and a name"));
        }
        if hub.countries.is_empty() || hub.countries.iter().any(|code| crate::country(code).is_none()) {
            return Err(broken(hub, "a hub needs ISO codes of the country table"));
        }
        if hubs.get(index + 1).is_some_and(|next| next.slug == hub.slug) {
            return Err(broken(hub, "hub slug is used twice"));
        }
    }
    Ok(hubs)
}

#[cfg(test)]
mod tests;
