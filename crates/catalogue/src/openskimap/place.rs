//! Determines an area's country, region tags and time zone, only by rules that are certain.

use chrono_tz::Tz;

use super::area::Area;
use crate::country::{Country, country_by_name};
use conditions_core::geo::distance_km;

use crate::geo::{Point, inside};
use crate::resort::Resort;

/// Maximum distance of a known resort whose time zone or country is used, in kilometres.
const NEIGHBOUR_KM: f64 = 300.0;

/// The Ural divide by convention, degrees east.
const URAL_LON: f64 = 60.0;

/// Returns the country, or why it is unknown.
pub(super) fn country_of(area: &Area, at: Point, catalogue: &[Resort]) -> Result<&'static Country, String> {
    let known: Vec<&'static Country> =
        area.countries.iter().filter_map(|text| country_by_name(text)).collect();
    match (area.countries.as_slice(), known.as_slice()) {
        ([], _) => Err("no country".to_owned()),
        (named, []) => Err(format!("unknown country: {}", named.join(", "))),
        (_, [one]) => Ok(one),
        (named, several) => nearest(at, catalogue, |resort| several.iter().any(|c| c.code == resort.country))
            .and_then(|resort| several.iter().find(|c| c.code == resort.country).copied())
            .ok_or_else(|| format!("is in several countries ({}), no known resort near", named.join(", "))),
    }
}

/// Returns the country's only zone, else that of the nearest known resort in the same state, else in the same country:
/// zones follow state borders more often than distances.
pub(super) fn zone_of(
    country: &Country,
    state: Option<&str>,
    at: Point,
    catalogue: &[Resort],
) -> Result<Tz, String> {
    if let Some(zone) = country.zone {
        return Ok(zone);
    }
    let same_country = |resort: &Resort| resort.country == country.code;
    let same_state =
        |resort: &Resort| same_country(resort) && state.is_some() && resort.state.as_deref() == state;
    nearest(at, catalogue, same_state)
        .or_else(|| nearest(at, catalogue, same_country))
        .map(|resort| resort.timezone)
        .ok_or_else(|| {
            format!(
                "time zone unknown: {} has several and no known resort within {NEIGHBOUR_KM} km",
                country.name
            )
        })
}

fn nearest(at: Point, catalogue: &[Resort], fits: impl Fn(&Resort) -> bool) -> Option<&Resort> {
    catalogue
        .iter()
        .filter(|resort| fits(resort))
        .map(|resort| (distance_km(at, (resort.lat, resort.lon)), resort))
        .filter(|(km, _)| *km <= NEIGHBOUR_KM)
        .min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.slug.cmp(&b.1.slug)))
        .map(|(_, resort)| resort)
}

/// Returns the region tags, the continent first.
pub(super) fn tags(country: &Country, at: Point) -> Result<Vec<String>, String> {
    let continent = match (country.continent, country.code) {
        (Some(continent), _) => continent,
        (None, "RU") => {
            if at.1 < URAL_LON && at.1 > 0.0 {
                "europe"
            } else {
                "asia"
            }
        }
        (None, _) => return Err(format!("{} has no continent tag", country.name)),
    };
    let mut tags = vec![continent.to_owned()];
    tags.extend(
        RANGES.iter().filter(|range| range.contains(country.code, at)).map(|range| range.tag.to_owned()),
    );
    tags.dedup();
    Ok(tags)
}

/// A range tag with its certain extent. Every outline is drawn inside the range, so a resort at its edge does not get
/// the tag.
struct Range {
    tag: &'static str,
    countries: &'static [&'static str],
    /// Outline; empty for whole countries.
    outline: &'static [Point],
}

impl Range {
    fn contains(&self, country: &str, at: Point) -> bool {
        self.countries.contains(&country) && (self.outline.is_empty() || inside(self.outline, at))
    }
}

const RANGES: &[Range] = &[
    Range { tag: "alps", countries: &["AT", "CH", "DE", "FR", "IT", "LI", "SI"], outline: ALPS },
    Range { tag: "japan", countries: &["JP"], outline: &[] },
    // Without Svalbard and Jan Mayen.
    Range {
        tag: "scandinavia",
        countries: &["NO", "SE"],
        outline: &[(54.0, 3.0), (54.0, 32.0), (72.0, 32.0), (72.0, 3.0)],
    },
    Range {
        tag: "andes",
        countries: &["AR", "CL"],
        outline: &[(-30.0, -71.0), (-30.0, -69.0), (-43.0, -70.8), (-43.0, -72.3), (-37.0, -71.9)],
    },
    Range { tag: "rockies", countries: &["US"], outline: COLORADO },
    Range {
        tag: "rockies",
        countries: &["US"],
        outline: &[(36.0, -105.7), (37.0, -105.7), (37.0, -105.0), (36.0, -105.0)],
    },
    Range {
        tag: "rockies",
        countries: &["US"],
        outline: &[(40.2, -111.9), (41.5, -111.9), (41.5, -111.2), (40.2, -111.2)],
    },
    Range {
        tag: "rockies",
        countries: &["US"],
        outline: &[(43.2, -111.2), (45.8, -111.6), (45.8, -109.5), (43.2, -109.5)],
    },
    Range {
        tag: "rockies",
        countries: &["US"],
        outline: &[(47.5, -114.6), (49.0, -114.8), (49.0, -113.3), (47.5, -112.6)],
    },
    Range {
        tag: "rockies",
        countries: &["CA"],
        outline: &[
            (49.0, -114.9),
            (49.0, -114.0),
            (51.3, -115.0),
            (53.2, -117.6),
            (53.2, -119.0),
            (51.6, -116.5),
            (50.6, -115.5),
        ],
    },
];

/// From the Maritime Alps along the western and northern edge to the Styrian Alps, back along the southern edge.
const ALPS: &[Point] = &[
    (44.0, 7.6),
    (44.2, 6.4),
    (44.6, 5.9),
    (45.0, 5.7),
    (45.5, 5.9),
    (46.0, 6.3),
    (46.3, 6.8),
    (46.55, 7.1),
    (46.75, 7.6),
    (46.85, 8.2),
    (47.1, 8.8),
    (47.3, 9.4),
    (47.4, 10.0),
    (47.55, 10.5),
    (47.6, 11.5),
    (47.65, 12.5),
    (47.7, 13.3),
    (47.75, 14.2),
    (47.75, 15.6),
    (47.3, 15.6),
    (46.9, 15.0),
    (46.6, 14.6),
    (46.35, 14.5),
    (46.2, 13.9),
    (46.2, 13.0),
    (46.1, 12.4),
    (45.95, 11.8),
    (45.85, 11.2),
    (45.85, 10.6),
    (45.95, 10.0),
    (45.95, 9.3),
    (46.0, 8.6),
    (45.7, 8.0),
    (45.5, 7.6),
    (45.1, 7.2),
    (44.6, 7.2),
    (44.3, 7.5),
];

/// From the Front Range to the Elk and San Juan mountains, with the Park Range.
const COLORADO: &[Point] =
    &[(37.2, -108.1), (37.9, -108.2), (39.8, -107.6), (40.9, -107.1), (40.9, -105.3), (37.2, -105.1)];

#[cfg(test)]
mod tests;
