//! Links of resorts that are compiled by hand, each with its date: the page with the resort's webcams, and its category at
//! Wikimedia Commons. A resort that is not in the table has none that is known for certain.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::NaiveDate;
use serde::Deserialize;

use crate::CatalogueError;
use crate::resort::is_slug;

/// The embedded table.
const TABLE: &str = include_str!("../data/links.toml");

/// Links by slug. The tests read the table, so a build that passed them has a whole one.
static EMBEDDED: LazyLock<BTreeMap<String, Links>> = LazyLock::new(|| parse(TABLE).unwrap_or_default());

/// The links of a resort.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// The resort.
    pub slug: String,
    /// The page on which the resort shows its webcams.
    pub webcams: Option<String>,
    /// Name of its category at Wikimedia Commons, without `Category:`.
    pub commons: Option<String>,
    /// Date of the row: the day on which it was written down.
    pub dated: NaiveDate,
}

/// The links of a resort; `None` where none is known for certain.
#[must_use]
pub fn of(slug: &str) -> Option<&'static Links> {
    EMBEDDED.get(slug)
}

/// The links of a table, by slug.
///
/// # Errors
/// The first row that breaks a rule.
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
