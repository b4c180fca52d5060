//! The forecast of a zone: levels for three bands of elevation today and tomorrow, problems and texts.
//!
//! A forecast is added to its zone of the map only if both state the same highest level for today and the forecast
//! lasts as long as the map says: expired forecasts are still served, and a forecast may be newer or older than the map.
//! The centers divide the bands differently and do not state the elevations here. Tomorrow's levels are after the end of
//! the forecast, so they are only described in words. A summary, and a forecast without levels, add nothing.

use ::avalanche::{
    Aspects, Bound, Bulletin, Bulletins, Danger, Elevation, Level, Part, Problem, Rating, Region, Span,
    UnratedReason,
};
use chrono_tz::Tz;
use serde_json::Value;

use super::super::{ParsedBulletins, parse_time, plain};
use super::{LANE, SUBJECT};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::Raw;

/// Maximum number of days, problems or zones of one forecast.
const MOST: usize = 50;
/// The bands of elevation, from the top down.
const BANDS: [&str; 3] = ["upper", "middle", "lower"];
/// Avalanche problems of CAAML by the numbers of avalanche.org; other problems keep their own name.
const PROBLEMS: [(u64, &str); 7] = [
    (3, "wind_slab"),
    (4, "persistent_weak_layers"),
    (5, "persistent_weak_layers"),
    (6, "wet_snow"),
    (7, "wet_snow"),
    (8, "cornices"),
    (9, "gliding_snow"),
];
/// Names of the aspects, clockwise from north.
const ASPECTS: [&str; 8] =
    ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/// Reads a response with one forecast.
///
/// # Errors
/// Returns an error if it is not a complete forecast or summary.
pub(super) fn read(body: &[u8]) -> Result<ParsedBulletins, ParseError> {
    let value: Value = Raw::document(LANE, body)?.parse().map_err(|error| rejected(error.to_string()))?;
    let bulletin = product(&value).map_err(rejected)?;
    Ok(ParsedBulletins { bulletins: vec![bulletin], faults: Vec::new() })
}

fn rejected(why: String) -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind: Kind::Malformed(why) }
}

/// Adds the forecast of a zone to the map. A response without levels leaves the map unchanged.
///
/// # Errors
/// Returns an error if the forecast is unreadable, is for other zones, or contradicts the map.
pub(super) fn added(mut map: Bulletins, zone: &str, body: &[u8]) -> Result<Bulletins, ParseError> {
    let Some(forecast) = read(body)?.bulletins.into_iter().find(|stated| stated.highest().is_some()) else {
        return Ok(map);
    };
    if !forecast.regions.iter().any(|region| region.id == zone) {
        return Err(rejected(format!("the forecast is not for {zone}")));
    }
    let names = |stated: &&mut Bulletin| stated.regions.iter().any(|region| region.id == zone);
    let Some(stated) = map.bulletins.iter_mut().find(names) else { return Ok(map) };
    if stated.highest() != forecast.highest() {
        return Err(rejected(format!("the level of {zone} is not the one of the map")));
    }
    let lasts = stated.valid.zip(forecast.valid).is_some_and(|(map, forecast)| forecast.to >= map.to);
    if !lasts {
        return Err(rejected(format!("the forecast for {zone} ends before the map says")));
    }
    add(stated, forecast);
    Ok(map)
}

/// Returns the map with the forecasts that were added to the known one and still belong to it.
pub(super) fn kept(mut newer: Bulletins, known: &Bulletins) -> Bulletins {
    for zone in &mut newer.bulletins {
        let is_it = |stated: &&Bulletin| {
            let is_same = stated.regions == zone.regions && stated.valid == zone.valid;
            is_same && stated.issued_at.is_some() && stated.highest() == zone.highest()
        };
        if let Some(stated) = known.bulletins.iter().find(is_it).filter(|_| zone.valid.is_some()) {
            add(zone, stated.clone());
        }
    }
    newer
}

/// Adds what a forecast states to its zone. Area, validity, warning and travel advice are the map's.
fn add(zone: &mut Bulletin, forecast: Bulletin) {
    zone.issued_at = forecast.issued_at;
    zone.ratings = forecast.ratings;
    zone.problems = forecast.problems;
    zone.comment = forecast.comment;
    zone.outlook = forecast.outlook;
}

/// Parses a forecast or a summary, or returns why it is unreadable.
fn product(product: &Value) -> Result<Bulletin, String> {
    let kind = product["product_type"].as_str().ok_or("no type of product")?;
    if product["status"].as_str().is_some_and(|status| status != "published") {
        return Err("it is not published".to_owned());
    }
    let time = |name: &str| product[name].as_str().and_then(|text| parse_time(text, Tz::UTC));
    let issued_at = time("published_time").ok_or("no time of publication")?;
    let valid = match &product["expires_time"] {
        Value::Null => None,
        _ => {
            Some(time("expires_time").and_then(|end| Span::new(issued_at, end)).ok_or("it does not expire")?)
        }
    };
    let regions = list(&product["forecast_zone"])?.iter().map(region).collect::<Option<Vec<_>>>();
    let regions = regions.filter(|regions| !regions.is_empty()).ok_or("no zone")?;
    let is_forecast = kind == "forecast";
    let day = |name| if is_forecast { levels(&product["danger"], name) } else { Ok(None) };
    let current = day("current")?.filter(|levels| levels.iter().any(Option::is_some));
    let ratings = match current.filter(|_| valid.is_some()) {
        Some(levels) => ratings(levels),
        None => vec![Rating::everywhere(Danger::Unrated(UnratedReason::NoRating))],
    };
    let mut ranked: Vec<&Value> = list(&product["forecast_avalanche_problems"])?.iter().collect();
    ranked.sort_by_key(|problem| problem["rank"].as_u64().unwrap_or(u64::MAX));
    let issuer = product["avalanche_center"]["name"].as_str().and_then(plain).ok_or("no center")?;
    Ok(Bulletin {
        issuer: excerpt(&issuer, 120).into(),
        lang: Some("en".into()),
        issued_at: Some(issued_at),
        valid,
        regions,
        ratings,
        problems: ranked.into_iter().filter_map(problem).collect(),
        comment: product["bottom_line"].as_str().and_then(plain).map(Into::into),
        outlook: day("tomorrow")?.and_then(outlook).map(Into::into),
        ..Bulletin::default()
    })
}

/// Returns a list; an absent or null one is empty.
fn list(value: &Value) -> Result<&[Value], String> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) if items.len() <= MOST => Ok(items),
        other => Err(format!("not a list of at most {MOST}: {}", excerpt(&other.to_string(), 40))),
    }
}

fn region(zone: &Value) -> Option<Region> {
    let name = zone["name"].as_str().and_then(plain).map(|name| excerpt(&name, 120));
    Some(Region { id: format!("{SUBJECT}-{}", zone["id"].as_u64()?), name: name.map(Into::into) })
}

/// Returns the levels of a day by band. -1 and 0 are not levels.
fn levels(days: &Value, name: &str) -> Result<Option<[Option<Level>; 3]>, String> {
    let Some(day) = list(days)?.iter().find(|day| day["valid_day"].as_str() == Some(name)) else {
        return Ok(None);
    };
    let mut levels = [None; 3];
    for (level, band) in levels.iter_mut().zip(BANDS) {
        *level = match &day[band] {
            Value::Null => None,
            value => {
                let number = value.as_i64().filter(|number| (-1..=5).contains(number));
                Level::new(number.ok_or("a danger outside the scale")?)
            }
        };
    }
    Ok(Some(levels))
}

/// Returns a rating for each band, or one for all of them if they are equal.
fn ratings(levels: [Option<Level>; 3]) -> Vec<Rating> {
    let danger = |level: Option<Level>| level.map_or(Danger::Unrated(UnratedReason::NoRating), Danger::Level);
    if levels.iter().all(|level| *level == levels[0]) {
        return vec![Rating::everywhere(danger(levels[0]))];
    }
    let rating = |(level, band): (Option<Level>, &str)| Rating {
        elevation: elevation(&[band]),
        ..Rating::everywhere(danger(level))
    };
    levels.into_iter().zip(BANDS).map(rating).collect()
}

/// Returns the elevation of bands: everywhere if they are not adjacent.
fn elevation(bands: &[&str]) -> Elevation {
    let border = Some(Bound::Unstated);
    match BANDS.map(|band| bands.contains(&band)) {
        [true, _, false] => Elevation { from: border, to: None },
        [false, true, false] => Elevation { from: border, to: border },
        [false, _, true] => Elevation { from: None, to: border },
        [true, _, true] | [false, false, false] => Elevation::ALL,
    }
}

/// Describes tomorrow's levels in words.
fn outlook(levels: [Option<Level>; 3]) -> Option<String> {
    let word = |level: Option<Level>| {
        level.map_or_else(|| "no rating".to_owned(), |level| level.name().replace('_', " "))
    };
    let bands =
        levels.into_iter().zip(BANDS).map(|(level, band)| format!("{band} elevations {}", word(level)));
    let bands: Vec<String> = bands.collect();
    levels.iter().any(Option::is_some).then(|| format!("Tomorrow: {}", bands.join(", ")))
}

/// Parses a problem: its elevation and aspects are those that any of its places has.
fn problem(value: &Value) -> Option<Problem> {
    let number = value["avalanche_problem_id"].as_u64();
    let known = PROBLEMS.iter().find(|(known, _)| Some(*known) == number).map(|(_, kind)| (*kind).to_owned());
    let own = || value["name"].as_str().and_then(plain).map(|name| excerpt(&name, 60));
    let places = value["location"].as_array().map_or(&[][..], |places| places.as_slice());
    let places = || places.iter().take(MOST).filter_map(|place| place.as_str()?.rsplit_once(' '));
    let bit = |aspect: &str| ASPECTS.iter().position(|known| *known == aspect).map_or(0, |at| 1_u8 << at);
    let bands: Vec<&str> = places().map(|(_, band)| band).collect();
    let largest = match &value["size"][1] {
        Value::String(text) => text.trim().parse().ok(),
        number => number.as_f64(),
    };
    // Half sizes are outside the scale.
    let size =
        largest.filter(|size| (1.0..=5.0).contains(size) && size.fract() == 0.0).map(|size| size as u8);
    Some(Problem {
        kind: known.or_else(own)?.into(),
        elevation: elevation(&bands),
        aspects: Aspects::from_bits(places().fold(0, |bits, (aspect, _)| bits | bit(aspect))),
        part: Part::AllDay,
        size,
        stability: None,
        frequency: None,
    })
}

#[cfg(test)]
mod tests;
