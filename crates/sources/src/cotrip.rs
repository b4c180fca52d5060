//! COtrip, Colorado's Department of Transportation: segments of road that are closed or require chains, and roadside
//! stations, with a key.
//!
//! A segment describes its surface, and states the chain law only while it is in effect. A segment that only describes
//! its surface is therefore left out: "dry" does not mean that nothing is required. A segment whose text may contain a
//! requirement that was not understood is listed with an unknown level and its text. A station names every sensor by
//! its type. Wind and visibility are left out because their units are not documented.

use conditions_core::time::{HOUR_MS, Timestamp};
use roads::weather::{RoadReading, RoadStation, SurfaceTemp, TEMPERATURES_C, within};
use roads::{Control, RoadPolicy, Sheet, Spot};
use serde_json::Value;

use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::keyed::{features, identifier, number, parse_time, place, text};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;
use crate::phrases::road;
use crate::station::{Header, Request};
use crate::wsdot::of_sheet;

pub const LANE: &str = "cotrip";

const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/json")];
/// Maximum length of names and texts; longer ones are cut.
const LONGEST_NAME: usize = 120;
const LONGEST_WORDS: usize = 200;
/// Time for which a statement is valid after its last update.
const HOLDS_MS: i64 = 6 * HOUR_MS;
/// Maximum number of sensors or conditions of one record.
const MOST: usize = 500;

static META: Meta = Meta {
    id: LANE,
    title: "COtrip roads",
    measures: "closures and chain requirements by segment of road, and road weather, of Colorado; only with a key",
    rhythm: PollSchedule::minutes(15),
    bounds: Bounds::new(32, 5_000),
    allowance: Allowance::unstated("a free key"),
    credit: Credit {
        name: "COtrip (CDOT)",
        url: "https://www.cotrip.org/",
        licence: "CDOT's terms, free key",
        licence_url: None,
        text: "Road conditions: Colorado Department of Transportation (CDOT), COtrip",
    },
    providers: &[],
    terms: "https://manage-api.cotrip.org/login",
    base_url: "https://data.cotrip.org",
    docs: "https://manage-api.cotrip.org/login",
};

const SEGMENTS: &str = "cotrip-segments";

#[derive(Debug, Clone, Copy)]
pub struct Cotrip;

/// Returns whether this lane covers a country or state.
#[must_use]
pub fn covers(country: &str, state: Option<&str>) -> bool {
    country == "US" && state == Some("Colorado")
}

impl Lane for Cotrip {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn key(&self) -> Option<&'static str> {
        Some("apiKey")
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let (sheet, faults) = read(body)?;
        Ok(of_sheet(LANE, sheet, faults))
    }
}

impl DocumentLane for Cotrip {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let of =
            |name: &str, path: &str| Subject::new(name.to_owned(), Request::get(path.to_owned(), HEADERS));
        vec![
            of(SEGMENTS, "/api/v1/roadConditions?limit=500&skipGeometry=true"),
            of("cotrip-weather", "/api/v1/weatherStations"),
        ]
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        let (sheet, faults) = read(body)?;
        match faults.into_iter().next() {
            // An empty list is a valid response; a list without a readable element is not.
            Some(fault) if sheet == blank() => Err(fault),
            _ => Ok(sheet),
        }
    }
}

fn blank() -> Sheet {
    Sheet { lane: LANE.to_owned(), ..Sheet::default() }
}

/// Reads either list: its features state what they are.
fn read(body: &[u8]) -> Result<(Sheet, Vec<ParseError>), ParseError> {
    let (mut sheet, mut faults) = (blank(), Vec::new());
    for (index, item) in features(LANE, body, META.bounds.records)?.into_iter().enumerate() {
        let read = item
            .parse::<Value>()
            .map_err(|error| Kind::Malformed(error.to_string()))
            .and_then(|value| feature(&value, &mut sheet));
        if let Err(kind) = read {
            note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Row(index), kind }]);
        }
    }
    Ok((sheet, faults))
}

fn feature(value: &Value, sheet: &mut Sheet) -> Result<(), Kind> {
    let properties = &value["properties"];
    if properties["sensors"].is_array() {
        sheet.stations.push(station(value, properties)?);
    } else if properties["currentConditions"].is_array() {
        sheet.controls.extend(segment(value, properties)?);
    } else {
        return Err(Kind::Malformed("neither sensors nor conditions".to_owned()));
    }
    Ok(())
}

/// Returns the location: from its own members, else from the first point of its geometry.
fn spot(value: &Value, properties: &Value, names: &[&str]) -> Result<(String, Spot), Kind> {
    let missing = |what: &str| Kind::Malformed(format!("no {what}"));
    let coordinates = &value["geometry"]["coordinates"];
    let first = if coordinates[0].is_array() { &coordinates[0] } else { coordinates };
    let (lat, lon) = place(&properties["primaryLatitude"], &properties["primaryLongitude"])
        .or_else(|_| place(&first[1], &first[0]))?;
    let named = |name: &str| text(&properties[name]).map(|text| excerpt(text, LONGEST_NAME));
    let id = ["id", "nameId", "nativeId"].iter().find_map(|name| identifier(&properties[*name]));
    let spot = Spot {
        lat,
        lon,
        elevation_m: None,
        road: named("routeName").map(Into::into),
        direction: named("direction").map(Into::into),
        name: names.iter().find_map(|name| named(name)).ok_or_else(|| missing("name"))?.into(),
        near: None,
    };
    Ok((id.ok_or_else(|| missing("identifier"))?, spot))
}

/// Parses a segment; `None` if it states nothing that a driver must heed.
fn segment(value: &Value, properties: &Value) -> Result<Option<Control>, Kind> {
    let conditions = properties["currentConditions"].as_array().into_iter().flatten().take(MOST);
    let words: Vec<&str> = conditions.filter_map(|one| text(&one["conditionDescription"])).collect();
    let words = words.join("; ");
    let Some(stated) = road::demanded(&words) else { return Ok(None) };
    let (id, spot) = spot(value, properties, &["name", "nameId", "routeName"])?;
    Ok(Some(Control {
        id,
        spot,
        stated,
        said: Some(excerpt(&words, LONGEST_WORDS).into()),
        since: None,
        as_of: parse_time(&properties["lastUpdated"]),
        holds_ms: Some(HOLDS_MS),
    }))
}

fn station(value: &Value, properties: &Value) -> Result<RoadStation, Kind> {
    let (id, spot) = spot(value, properties, &["publicName", "name"])?;
    let sensors = || properties["sensors"].as_array().into_iter().flatten().take(MOST);
    let of = |kind: &'static str| {
        sensors()
            .filter(move |sensor| sensor["type"].as_str() == Some(kind))
            .map(|sensor| &sensor["currentReading"])
    };
    let temperatures = |kind| of(kind).filter_map(number);
    let air_temp_c = temperatures("temperature").find_map(|value| within(value, TEMPERATURES_C));
    let reading = RoadReading {
        observed_at: parse_time(&properties["lastUpdated"]),
        surface_temp_c: SurfaceTemp::new(
            &RoadPolicy::DEFAULT,
            temperatures("road surface temperature"),
            air_temp_c,
        ),
        air_temp_c,
        precipitation: of("precipitation situation")
            .find_map(text)
            .map(|words| excerpt(words, LONGEST_NAME))
            .map(Into::into),
        ..RoadReading::default()
    };
    let works = text(&properties["communicationStatus"]).is_none_or(|status| status == "operational");
    let tells = works && reading.observed_at.is_some() && !reading.is_empty();
    Ok(RoadStation { id, spot: Some(spot), reading: tells.then_some(reading) })
}

#[cfg(test)]
mod tests;
