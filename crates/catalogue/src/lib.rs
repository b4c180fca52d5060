//! Reference data that ships with the service: real resorts, each value true to its sources or absent.
//!
//! One file per country under `data/`, embedded at build. `data/LICENSE.md` says under which terms the rows may be
//! used: facts that come from OpenStreetMap keep its licence.

pub mod agreement;
pub mod airports;
pub mod barriers;
mod country;
mod geo;
mod hubs;
pub mod links;
pub mod openskimap;
pub mod passes;
mod resort;
pub mod search;
mod text;

use std::collections::BTreeSet;

pub use country::{Country, country, country_by_name};
pub use geo::Point;
pub use hubs::{Hub, hubs};
pub use resort::{LongestRunRow, Resort, Season};
pub use text::{compact as comparable, fold as folded};

/// Every embedded country file: ISO code and text.
const COUNTRIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/countries.rs"));

/// What is wrong with catalogue data.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A file that is not of the format.
    #[error("catalogue file {country}: {source}")]
    Parse {
        /// ISO code of the file.
        country: String,
        /// What the parser says.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// A row that breaks a rule.
    #[error("resort `{slug}`: {reason}")]
    Row {
        /// Slug of the row.
        slug: String,
        /// Which rule.
        reason: String,
    },
}

/// The embedded resorts, sorted by slug.
///
/// # Errors
/// A file or row that breaks the format; the tests read every file, so a build that passed them has none.
pub fn embedded() -> Result<Vec<Resort>, CatalogueError> {
    let mut resorts = Vec::with_capacity(1024);
    for (country, text) in COUNTRIES {
        resorts.extend(parse(country, text)?);
    }
    resorts.sort_by(|a, b| a.slug.cmp(&b.slug));
    let mut seen = BTreeSet::new();
    for resort in &resorts {
        if !seen.insert(&resort.slug) {
            return Err(resort.broken("slug is used twice"));
        }
    }
    Ok(resorts)
}

/// The resorts of one country file.
///
/// # Errors
/// As [`embedded`].
pub fn parse(country: &str, text: &str) -> Result<Vec<Resort>, CatalogueError> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        resort: Vec<Resort>,
    }
    let file: File = toml::from_str(text)
        .map_err(|source| CatalogueError::Parse { country: country.to_owned(), source: Box::new(source) })?;
    file.resort
        .into_iter()
        .map(|mut resort| {
            country.clone_into(&mut resort.country);
            resort.validate()?;
            Ok(resort)
        })
        .collect()
}
