//! Sites with a lodging search, to whose search pages answers may link. A deployment names partners in its
//! configuration; without any, public searches are linked and labelled as such. Nothing is booked, and neither prices
//! nor vacancies are known.
//!
//! A partner's URL is a template. The values of its placeholders come from the catalogue and from dates, each
//! percent-encoded, never from a caller's text.

use std::fmt::Write as _;
use std::sync::LazyLock;

use catalogue::Resort;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Kind of lodging that a partner is known for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Vibe {
    /// Luxury hotels.
    Lux,
    /// Design and lifestyle hotels.
    Hip,
}

/// The nights of a stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stay {
    /// Day of arrival.
    pub check_in: NaiveDate,
    /// Day of departure.
    pub check_out: NaiveDate,
    /// Number of guests.
    pub guests: u8,
}

/// Default number of guests of a search.
pub const USUAL_GUESTS: u8 = 2;

/// A site with a lodging search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partner {
    /// Name shown next to the link.
    pub name: String,
    /// Kinds that it is known for; empty for none in particular.
    pub vibes: Vec<Vibe>,
    template: String,
}

/// Public searches: name and template. All of them take a place and dates without an account.
const PUBLIC: [(&str, &str); 3] = [
    (
        "Booking.com",
        "https://www.booking.com/searchresults.html?ss={name}&dest_type=latlong&latitude={lat}&longitude={lon}&checkin={checkIn}&checkout={checkOut}&group_adults={guests}",
    ),
    (
        "Expedia",
        "https://www.expedia.com/Hotel-Search?destination={name}&latLong={lat}%2C{lon}&startDate={checkIn}&endDate={checkOut}&adults={guests}",
    ),
    ("Airbnb", "https://www.airbnb.com/s/{name}/homes?checkin={checkIn}&checkout={checkOut}&adults={guests}"),
];

/// Returns the sites to link: the configured partners, or else the public searches.
#[must_use]
pub fn searches(configured: &[Partner]) -> &[Partner] {
    static SITES: LazyLock<Vec<Partner>> = LazyLock::new(|| {
        let site =
            |(name, template): (&str, &str)| Partner::new(name.to_owned(), template.to_owned(), Vec::new());
        PUBLIC.into_iter().filter_map(|row| site(row).ok()).collect()
    });
    if configured.is_empty() { &SITES } else { configured }
}

/// Placeholders allowed in braces in a template.
pub const PLACEHOLDERS: [&str; 8] =
    ["name", "slug", "country", "lat", "lon", "checkIn", "checkOut", "guests"];

/// Maximum length of a template, in bytes.
const LONGEST: usize = 1_000;

/// The reason why a template cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The URL may not be shown.
    #[error(
        "url must be an https:// address of printable ASCII without spaces or quotes, with a host without placeholders"
    )]
    Address,
    /// The placeholder is unknown, or a brace is not closed.
    #[error("`{{{0}}}` is not a placeholder; use one of {{{all}}}", all = PLACEHOLDERS.join("}, {"))]
    Placeholder(String),
    /// The template does not identify the resort.
    #[error(
        "url must contain {{name}}, {{slug}}, or {{lat}} and {{lon}}: otherwise every resort has the same link"
    )]
    Same,
}

impl Partner {
    /// Creates a partner from its template.
    ///
    /// # Errors
    /// Returns a [`TemplateError`] if the template cannot be used.
    pub fn new(name: String, template: String, vibes: Vec<Vibe>) -> Result<Self, TemplateError> {
        let rest = template.strip_prefix("https://").ok_or(TemplateError::Address)?;
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let is_plain = template
            .bytes()
            .all(|b| b.is_ascii_graphic() && !matches!(b, b'"' | b'\'' | b'<' | b'>' | b'\\'));
        if host.is_empty() || host.contains(['{', '}', '@']) || !is_plain || template.len() > LONGEST {
            return Err(TemplateError::Address);
        }
        let mut named = Vec::new();
        let mut rest = template.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            let (_, from) = rest.split_at(at);
            let inner = from.strip_prefix('{').and_then(|from| from.split_once('}'));
            let (word, after) =
                inner.ok_or_else(|| TemplateError::Placeholder(from.chars().take(20).collect()))?;
            if !PLACEHOLDERS.contains(&word) {
                return Err(TemplateError::Placeholder(word.chars().take(20).collect()));
            }
            named.push(word.to_owned());
            rest = after;
        }
        let has = |word: &str| named.iter().any(|own| own == word);
        if !(has("name") || has("slug") || (has("lat") && has("lon"))) {
            return Err(TemplateError::Same);
        }
        Ok(Self { name, vibes, template })
    }

    /// Returns the URL of a search near a resort for a stay.
    #[must_use]
    pub fn search(&self, resort: &Resort, stay: Stay) -> String {
        let value = |word: &str| match word {
            "name" => resort.name.clone(),
            "slug" => resort.slug.clone(),
            "country" => resort.country.clone(),
            "lat" => resort.lat.to_string(),
            "lon" => resort.lon.to_string(),
            "checkIn" => stay.check_in.to_string(),
            "checkOut" => stay.check_out.to_string(),
            "guests" => stay.guests.to_string(),
            _ => String::new(),
        };
        let mut url = String::with_capacity(self.template.len() + 40);
        let mut rest = self.template.as_str();
        while let Some((before, (word, after))) =
            rest.split_once('{').and_then(|(before, from)| Some((before, from.split_once('}')?)))
        {
            url.push_str(before);
            encode(&mut url, &value(word));
            rest = after;
        }
        url.push_str(rest);
        url
    }

    /// Returns whether it matches a vibe; every partner matches `None`.
    #[must_use]
    pub fn suits(&self, vibe: Option<Vibe>) -> bool {
        vibe.is_none_or(|vibe| self.vibes.contains(&vibe))
    }
}

/// Percent-encodes everything but the unreserved characters of RFC 3986.
fn encode(url: &mut String, text: &str) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(url, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests;
