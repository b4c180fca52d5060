//! A winter out of its stored texts: the days as the archive told them, and the snow that was modelled of them before.
//!
//! The model takes some hundred microseconds a winter, seven seconds for thirty winters of every resort. So what it makes is kept
//! beside the days, and made anew where it was made by another model, for another site, or not at all.

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
    /// The winter, judged.
    pub days: WinterDays,
    /// The modelled snow as text, to be kept beside the days, where it was made anew.
    pub made: Option<String>,
}

/// The stored texts of a winter.
#[derive(Debug, Clone, Copy)]
pub struct StoredTexts<'a> {
    /// Its days.
    pub days: &'a str,
    /// The snow that was modelled from these days, if any is stored.
    pub modelled: Option<&'a str>,
}

/// Reads a winter, known since `known_since`, out of its days and of what was modelled of these very days at `site`.
///
/// # Errors
/// [`PackError`] of the days. Modelled snow that does not read is made anew.
pub fn read(
    policy: &Policy,
    site: &Site,
    winter: Winter,
    known_since: Timestamp,
    texts: StoredTexts<'_>,
) -> Result<StoredWinter, PackError> {
    let StoredTexts { days, modelled } = texts;
    if let Some(known) = modelled.and_then(|text| form::read(policy, site, winter, text)) {
        // Half of the work of a start is reading columns: the archive's snowfall is none where ours is known.
        let snow = pack::read_snow(winter, days, known.snowfall.is_none())?;
        return Ok(StoredWinter {
            days: raw::judged(policy, winter, known_since, &snow, Some(known)),
            made: None,
        });
    }
    let raw = pack::read(winter, days)?;
    let made = raw.made(policy, site);
    let text = made.as_ref().map(|made| form::write(policy, site, made));
    Ok(StoredWinter { days: raw.judged_with(policy, known_since, made), made: text })
}

#[cfg(test)]
mod tests;
