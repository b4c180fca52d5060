//! Stored winters: the days from the archive, and the snow that was modelled from them earlier.
//!
//! The model takes some hundred microseconds per winter, seven seconds for thirty winters of every resort. So its
//! result is stored with the days, and computed again if it belongs to another version of the model or to another site,
//! or is missing.

use conditions_core::time::Timestamp;

use crate::modelled::form;
use crate::pack::{self, PackError};
use crate::policy::Policy;
use crate::raw;
use crate::site::Site;
use crate::winter::Winter;
use crate::winter_days::WinterDays;

/// A winter that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredWinter {
    /// The evaluated winter.
    pub days: WinterDays,
    /// The modelled snow as text, to be stored with the days, if it was computed again.
    pub made: Option<String>,
}

/// The stored texts of a winter.
#[derive(Debug, Clone, Copy)]
pub struct StoredTexts<'a> {
    /// Text of its days.
    pub days: &'a str,
    /// Text of the snow that was modelled from these days, if any is stored.
    pub modelled: Option<&'a str>,
}

/// Reads a winter, known since `known_since`, from its days and the snow that was modelled from them at `site`.
///
/// # Errors
/// Returns [`PackError`] if the days are malformed. Malformed modelled snow is computed again.
pub fn read(
    policy: &Policy,
    site: &Site,
    winter: Winter,
    known_since: Timestamp,
    texts: StoredTexts<'_>,
) -> Result<StoredWinter, PackError> {
    let StoredTexts { days, modelled } = texts;
    if let Some(known) = modelled.and_then(|text| form::read(policy, site, winter, text)) {
        // Half of the time of a start is reading columns: the archive's snowfall is not needed if the modelled one is
        // known.
        let snow = pack::read_snow(winter, days, known.snowfall.is_none())?;
        return Ok(StoredWinter {
            days: raw::evaluate(policy, winter, known_since, &snow, Some(known)),
            made: None,
        });
    }
    let raw = pack::read(winter, days)?;
    let made = raw.made(policy, site);
    let text = made.as_ref().map(|made| form::write(policy, site, made));
    Ok(StoredWinter { days: raw.evaluate_with(policy, known_since, made), made: text })
}

#[cfg(test)]
mod tests;
