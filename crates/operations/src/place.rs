//! Which part of the world a list is about: a region, a country, or both at once.

use catalogue::Resort;

use crate::arguments::shortened;
use crate::error::OpError;
use crate::shapes::Region;

/// A part of the world; without bounds the whole of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Only this region.
    pub region: Option<Region>,
    /// Only this country, ISO 3166-1 alpha-2.
    pub country: Option<&'static str>,
}

impl Place {
    /// From arguments.
    ///
    /// # Errors
    /// As [`country_code`].
    pub fn new(region: Option<Region>, country: Option<&str>) -> Result<Self, OpError> {
        Ok(Self { region, country: country.map(country_code).transpose()? })
    }

    /// Whether a resort lies in it.
    #[must_use]
    pub fn holds(&self, resort: &Resort) -> bool {
        self.region.is_none_or(|region| resort.tags.iter().any(|tag| tag == region.tag()))
            && self.country.is_none_or(|code| resort.country == code)
    }
}

/// ISO code of a country argument.
///
/// # Errors
/// The argument names no country with ski areas.
pub fn country_code(text: &str) -> Result<&'static str, OpError> {
    catalogue::country_by_name(text).map(|country| country.code).ok_or_else(|| {
        let message = format!(
            "must be an ISO 3166-1 alpha-2 code or an English country name, not `{}`",
            shortened(text)
        );
        OpError::argument("country", message)
    })
}
