//! Parses an argument that names either a region or a country.

use world::place::{Place, Region, country_code};
use world::unknown::shortened;

use crate::error::OpError;

/// Finds the place that a text names: a region by its word, otherwise a country by ISO code or English name.
///
/// # Errors
/// Returns [`OpError::InvalidArguments`] under the argument's name, with the allowed values.
pub(crate) fn region_or_country(argument: &str, text: &str) -> Result<Place, OpError> {
    let text = text.trim();
    if let Some(region) = Region::ALL.into_iter().find(|region| region.tag().eq_ignore_ascii_case(text)) {
        return Ok(Place { region: Some(region), country: None });
    }
    let country = country_code(text).map_err(|_| {
        let asked = shortened(text);
        let message =
            format!("must be one of {}, or a country by ISO code or English name, not `{asked}`", regions());
        OpError::argument(argument, message)
    })?;
    Ok(Place { region: None, country: Some(country) })
}

/// Lists every region's word.
pub(crate) fn regions() -> String {
    Region::ALL.map(Region::tag).join(", ")
}
