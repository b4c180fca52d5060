//! The part of the world that a list covers: a region, a country, or both.

use catalogue::Resort;
pub use catalogue::folded;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::unknown::{UnknownCountry, shortened};

/// A part of the world to filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    /// Resorts in Europe.
    Europe,
    /// North America.
    NorthAmerica,
    /// Resorts in Asia.
    Asia,
    /// Resorts in Oceania.
    Oceania,
    /// South America.
    SouthAmerica,
    /// Resorts in Africa.
    Africa,
    /// The Alps.
    Alps,
    /// The Rocky Mountains.
    Rockies,
    /// Resorts in Japan.
    Japan,
    /// The Andes.
    Andes,
    /// Resorts in Scandinavia.
    Scandinavia,
}

impl Region {
    /// Every region, in the documented order.
    pub const ALL: [Self; 11] = [
        Self::Europe,
        Self::NorthAmerica,
        Self::Asia,
        Self::Oceania,
        Self::SouthAmerica,
        Self::Africa,
        Self::Alps,
        Self::Rockies,
        Self::Japan,
        Self::Andes,
        Self::Scandinavia,
    ];

    /// Returns the catalogue's tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Europe => "europe",
            Self::NorthAmerica => "north-america",
            Self::Asia => "asia",
            Self::Oceania => "oceania",
            Self::SouthAmerica => "south-america",
            Self::Africa => "africa",
            Self::Alps => "alps",
            Self::Rockies => "rockies",
            Self::Japan => "japan",
            Self::Andes => "andes",
            Self::Scandinavia => "scandinavia",
        }
    }
}

/// A part of the world; all of it without bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    pub region: Option<Region>,
    /// Only this country, ISO 3166-1 alpha-2.
    pub country: Option<&'static str>,
}

impl Place {
    /// Creates a place from arguments.
    ///
    /// # Errors
    /// Returns the errors of [`country_code`].
    pub fn new(region: Option<Region>, country: Option<&str>) -> Result<Self, UnknownCountry> {
        Ok(Self { region, country: country.map(country_code).transpose()? })
    }

    /// Returns whether the place contains a resort at this location.
    #[must_use]
    pub fn contains(&self, lies: Whereabouts) -> bool {
        self.region.is_none_or(|region| lies.regions & bit(region) > 0)
            && self.country.is_none_or(|code| code.as_bytes() == lies.country)
    }
}

/// The location of a resort, in the detail that a [`Place`] needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whereabouts {
    /// ISO 3166-1 alpha-2; zeros for an invalid code.
    country: [u8; 2],
    /// One bit per region.
    regions: u16,
}

impl Whereabouts {
    /// Returns the location of a resort.
    #[must_use]
    pub fn from_resort(resort: &Resort) -> Self {
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

/// Returns whether a state has this name, in English or locally, however it is written.
#[must_use]
pub fn is_called(state: &str, asked: &str) -> bool {
    is_same(state, asked) || catalogue::state::other_names(state).any(|name| is_same(name, asked))
}

fn is_same(name: &str, asked: &str) -> bool {
    if name.is_ascii() && asked.is_ascii() {
        return name.eq_ignore_ascii_case(asked);
    }
    name.to_lowercase() == asked.to_lowercase()
}

/// Returns the ISO code of a country argument.
///
/// # Errors
/// Returns [`UnknownCountry`] if the text does not name a country with ski areas.
pub fn country_code(text: &str) -> Result<&'static str, UnknownCountry> {
    catalogue::country_by_name(text)
        .map(|country| country.code)
        .ok_or_else(|| UnknownCountry { asked: shortened(text) })
}
