//! Whose lodging searches the trips link to: none unless it is written down.

use serde::Deserialize;
use world::lodging::{Partner, Vibe};

use super::{ConfigError, wrong};

/// Most partners: every trip has a link to each.
const MOST: usize = 5;

/// One entry of `[[lodging]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LodgingSetting {
    /// Name of the site, as it is shown.
    pub name: String,
    /// Address of its search, with placeholders.
    pub url: String,
    /// What the site is known for: `lux`, `hip`.
    #[serde(default)]
    pub vibes: Vec<Vibe>,
}

/// The partners of these settings.
///
/// # Errors
/// The first entry that cannot be one, two of one name, or too many.
pub(super) fn partners(settings: Vec<LodgingSetting>) -> Result<Vec<Partner>, ConfigError> {
    if settings.len() > MOST {
        return Err(wrong(
            "lodging",
            format!("{} sites are more than {MOST}; leave some out", settings.len()),
        ));
    }
    let mut partners: Vec<Partner> = Vec::with_capacity(settings.len());
    for LodgingSetting { name, url, vibes } in settings {
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().any(char::is_control) || name.chars().count() > 60 {
            return Err(wrong("lodging", "name must be 1 to 60 printable characters"));
        }
        if partners.iter().any(|known| known.name == name) {
            return Err(wrong("lodging", format!("two sites are named `{name}`; leave one")));
        }
        let partner = Partner::new(name.clone(), url, vibes);
        partners.push(partner.map_err(|why| wrong("lodging", format!("site `{name}`: {why}")))?);
    }
    Ok(partners)
}
