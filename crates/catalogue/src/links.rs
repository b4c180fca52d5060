//! Manually compiled links of resorts, each with its date: the page with the resort's webcams, and its category at
//! Wikimedia Commons. A resort that is missing from the table has no known links.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::NaiveDate;
use serde::Deserialize;

use crate::CatalogueError;
use crate::resort::is_slug;

const TABLE: &str = include_str!("../data/links.toml");

/// Links by slug. The tests read the table, so a build that passed the tests has a valid one.
static EMBEDDED: LazyLock<BTreeMap<String, Links>> = LazyLock::new(|| parse(TABLE).unwrap_or_default());

/// The links of a resort.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// Slug of the resort.
    pub slug: String,
    /// Page on which the resort shows its webcams.
    pub webcams: Option<String>,
    /// Name of its category at Wikimedia Commons, without `Category:`.
    pub commons: Option<String>,
    /// Day on which the row was compiled.
    pub dated: NaiveDate,
}

/// Returns the links of a resort; `None` if none are known.
#[must_use]
pub fn for_slug(slug: &str) -> Option<&'static Links> {
    EMBEDDED.get(slug)
}

/// Returns the links of a table, by slug.
///
/// # Errors
/// Returns an error for the first row that violates a rule.
pub fn parse(text: &str) -> Result<BTreeMap<String, Links>, CatalogueError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        link: Vec<Links>,
    }
    let file: File = toml::from_str(text)
        .map_err(|source| CatalogueError::Parse { country: "links".to_owned(), source: Box::new(source) })?;
    let mut links = BTreeMap::new();
    for row in file.link {
        let slug = row.slug.clone();
        let broken = |reason: &str| CatalogueError::Row { slug: slug.clone(), reason: reason.to_owned() };
        if !is_slug(&row.slug) {
            return Err(broken("slug must be lower-case ASCII words joined by hyphens"));
        }
        if row.webcams.is_none() && row.commons.is_none() {
            return Err(broken("a row needs a link"));
        }
        if row.webcams.as_deref().is_some_and(|url| !url.starts_with("https://")) {
            return Err(broken("webcams must start with https://"));
        }
        if row.commons.as_deref().is_some_and(|name| name.trim().is_empty() || name.contains([':', '|', '_']))
        {
            return Err(broken("commons is the name of a category, with spaces and without its namespace"));
        }
        if links.insert(row.slug.clone(), row).is_some() {
            return Err(broken("slug is used twice"));
        }
    }
    Ok(links)
}

#[cfg(test)]
mod tests;
