//! Settings of the lodging searches that trips link to. Only listed searches are used.

use serde::Deserialize;
use world::lodging::{Partner, Vibe};

use super::{ConfigError, wrong};

/// Maximum number of partners: every trip has a link to each.
const MOST: usize = 5;

/// One entry of `[[lodging]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LodgingSetting {
    /// Display name of the site.
    pub name: String,
    /// Address of the search, with placeholders.
    pub url: String,
    /// Categories that the site is known for: `lux`, `hip`.
    #[serde(default)]
    pub vibes: Vec<Vibe>,
}

/// Validates the lodging settings.
///
/// # Errors
/// Returns an error for the first invalid entry, for two entries of one name, or for too many entries.
pub(super) fn partners(settings: Vec<LodgingSetting>) -> Result<Vec<Partner>, ConfigError> {
    if settings.len() > MOST {
        return Err(wrong(
            "lodging",
            format!("{} sites are more than the limit of {MOST}; remove some", settings.len()),
        ));
    }
    let mut partners: Vec<Partner> = Vec::with_capacity(settings.len());
    for LodgingSetting { name, url, vibes } in settings {
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().any(char::is_control) || name.chars().count() > 60 {
            return Err(wrong("lodging", "name must be 1 to 60 printable characters"));
        }
        if partners.iter().any(|known| known.name == name) {
            return Err(wrong("lodging", format!("two sites are named `{name}`; remove one")));
        }
        let partner = Partner::new(name.clone(), url, vibes);
        partners.push(partner.map_err(|why| wrong("lodging", format!("site `{name}`: {why}")))?);
    }
    Ok(partners)
}
