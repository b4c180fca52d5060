//! Which part of the world a list is about: a region, a country, or both at once.

use catalogue::Resort;

use crate::arguments::shortened;
use crate::error::OpError;
use crate::shapes::Region;

/// A part of the world; without bounds the whole of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Part of the world.
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

    /// Whether a resort that lies there lies in it.
    #[must_use]
    pub fn holds(&self, lies: Whereabouts) -> bool {
        self.region.is_none_or(|region| lies.regions & bit(region) > 0)
            && self.country.is_none_or(|code| code.as_bytes() == lies.country)
    }
}

/// Where a resort lies, as far as a [`Place`] asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whereabouts {
    /// ISO 3166-1 alpha-2; zeros for what is no such code.
    country: [u8; 2],
    /// One bit a region.
    regions: u16,
}

impl Whereabouts {
    /// Of a resort.
    #[must_use]
    pub fn of(resort: &Resort) -> Self {
        let regions =
            Region::ALL.into_iter().filter(|region| resort.tags.iter().any(|tag| tag == region.tag()));
        Self {
            country: resort.country.as_bytes().try_into().unwrap_or_default(),
            regions: regions.map(bit).fold(0, std::ops::BitOr::bitor),
        }
    }
}

const fn bit(region: Region) -> u16 {
    1 << region as u16
}

/// Whether a state is called so, however the name is written.
#[must_use]
pub fn is_called(state: &str, asked: &str) -> bool {
    if state.is_ascii() && asked.is_ascii() {
        return state.eq_ignore_ascii_case(asked);
    }
    state.to_lowercase() == asked.to_lowercase()
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
