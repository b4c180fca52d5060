//! Reference data that ships with the service: real resorts, with values that are true to their sources or absent.
//!
//! One file per country under `data/`, embedded at build time. `data/LICENSE.md` states the terms for using the rows:
//! facts from OpenStreetMap keep its licence.

pub mod agreement;
pub mod airports;
pub mod barriers;
mod country;
mod fill;
mod geo;
mod hubs;
pub mod links;
mod name_text;
pub mod openskimap;
pub mod passes;
mod ranges;
mod resort;
pub mod search;
mod selection;
pub mod state;
mod terrain;

use std::collections::BTreeSet;

pub use country::{Country, country, country_by_name};
pub use fill::enrich;
pub use geo::Point;
pub use hubs::{Hub, hubs};
pub use name_text::{compact as comparable, fold as folded};
pub use ranges::{MountainRange, mountain_range};
pub use resort::{Resort, Season};
pub use selection::{Selection, SelectionError};
pub use terrain::{LiftKinds, LiftType, LongestRunRow, MappedTerrain, TerrainInUse};

/// All embedded country files: ISO code and text.
const COUNTRIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/countries.rs"));

/// An error in catalogue data.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A file with an invalid format.
    #[error("catalogue file {country}: {source}")]
    Parse {
        /// ISO code of the file.
        country: String,
        /// Error of the parser.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// A row that violates a rule.
    #[error("resort `{slug}`: {reason}")]
    Row {
        /// Slug of the row.
        slug: String,
        /// Violated rule.
        reason: String,
    },
}

/// Returns the embedded resorts, sorted by slug.
///
/// # Errors
/// Returns an error for an invalid file or row, which never happens in a build that passed the tests.
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

/// Returns the resorts of one country file.
///
/// # Errors
/// Returns errors like [`embedded`].
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
