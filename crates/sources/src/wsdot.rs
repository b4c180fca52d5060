//! Washington State's Department of Transportation: mountain passes, roadside stations and cameras, with an access
//! code.
//!
//! A pass states a restriction for each direction, and explains it in a text about the road. Both are read by
//! `crate::phrases::road`: if the text reports a closure or the end of reporting, only a closure is stated. A statement
//! other than a closure is valid for a day, because records with timestamps three weeks old are still served. Roadside
//! stations are metric, unlike the passes. The unit of their winds and the codes of their surfaces are not documented
//! and are left out.

use conditions_core::time::{DAY_MS, Timestamp};
use roads::weather::{RoadReading, RoadStation, SurfaceTemp, TEMPERATURES_C, visibility, within};
use roads::{Camera, CameraState, Control, Level, RoadPolicy, Sheet, Spot, UnknownReason, camera};
use serde_json::Value;

use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::keyed::{identifier, list, metres, number, parse_time, place, text};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::phrases::road;
use crate::station::{Header, Request};

pub const LANE: &str = "wsdot";

const HEADERS: &[Header] = &[Header::UserAgent, Header::Accept("application/json")];
/// Maximum length of names and texts; longer ones are cut.
const LONGEST_NAME: usize = 120;
const LONGEST_WORDS: usize = 200;
/// Time for which a restriction other than a closure is valid after it was last stated.
const HOLDS_MS: i64 = DAY_MS;

static META: Meta = Meta {
    id: LANE,
    title: "WSDOT roads",
    measures: "mountain passes, road weather and cameras of Washington State; only with a key",
    rhythm: PollSchedule { note: "passes are reported from November to April", ..PollSchedule::minutes(15) },
    bounds: Bounds::new(16, 5_000),
    allowance: Allowance::unstated("a free access code by e-mail"),
    credit: Credit {
        name: "WSDOT",
        url: "https://wsdot.wa.gov/",
        licence: "WSDOT traveler information, free access code",
        licence_url: None,
        text: "Road conditions: Washington State Department of Transportation (WSDOT)",
    },
    providers: &[],
    terms: "https://wsdot.wa.gov/traffic/api/",
    base_url: "https://wsdot.wa.gov",
    docs: "https://wsdot.wa.gov/traffic/api/",
};

/// The requested lists, by subject.
const SUBJECTS: [(&str, &str); 3] = [
    (
        "wsdot-passes",
        "/Traffic/api/MountainPassConditions/MountainPassConditionsREST.svc/GetMountainPassConditionsAsJson",
    ),
    ("wsdot-weather", "/traffic/api/api/Scanweb"),
    ("wsdot-cameras", "/Traffic/api/HighwayCameras/HighwayCamerasREST.svc/GetCamerasAsJson"),
];

#[derive(Debug, Clone, Copy)]
pub struct Wsdot;

/// Returns whether this lane covers a country or state.
#[must_use]
pub fn covers(country: &str, state: Option<&str>) -> bool {
    country == "US" && state == Some("Washington")
}

impl Lane for Wsdot {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn key(&self) -> Option<&'static str> {
        Some("AccessCode")
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let (sheet, faults) = read(body)?;
        Ok(of_sheet(LANE, sheet, faults))
    }
}

impl DocumentLane for Wsdot {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let of = |(name, path): &(&str, &str)| {
            Subject::new((*name).to_owned(), Request::get((*path).to_owned(), HEADERS))
        };
        SUBJECTS.iter().map(of).collect()
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        let (sheet, faults) = read(body)?;
        whole(sheet, faults)
    }
}

/// Returns a sheet if any of it is readable, or if it is empty.
pub(crate) fn whole(sheet: Sheet, faults: Vec<ParseError>) -> Result<Sheet, ParseError> {
    let is_empty = sheet.controls.is_empty() && sheet.stations.is_empty() && sheet.cameras.is_empty();
    match faults.into_iter().next() {
        Some(fault) if is_empty => Err(fault),
        _ => Ok(sheet),
    }
}

/// Returns the content of a sheet for display.
pub(crate) fn of_sheet(lane: &'static str, sheet: Sheet, faults: Vec<ParseError>) -> Observations {
    let row =
        move |location: usize, kind: &str, spot: &Spot, time: Option<Timestamp>, words: String| ParsedValue {
            lane,
            location,
            lat: Some(spot.lat),
            lon: Some(spot.lon),
            model: None,
            interval: kind.to_owned(),
            time: time.map_or(ValueTime::Unknown, ValueTime::Instant),
            variable: spot.name.clone().into(),
            value: None,
            unit: Some(words),
        };
    let mut rows = Vec::new();
    for (at, control) in sheet.controls.iter().enumerate() {
        let words = control.stated.map_or_else(UnknownReason::words, Level::words).to_owned();
        rows.push(row(at, "control", &control.spot, control.as_of, words));
    }
    for (at, station) in sheet.stations.iter().enumerate() {
        let (Some(spot), Some(reading)) = (&station.spot, &station.reading) else { continue };
        let air = reading.air_temp_c.map(|value| ParsedValue {
            value: Some(value.get()),
            ..row(at, "air temperature", spot, reading.observed_at, "°C".to_owned())
        });
        let surface = reading.surface_temp_c.map(|value| ParsedValue {
            value: Some(value.celsius().get()),
            ..row(at, "surface temperature", spot, reading.observed_at, "°C".to_owned())
        });
        rows.extend([air, surface].into_iter().flatten());
    }
    for (at, camera) in sheet.cameras.iter().enumerate() {
        rows.push(row(at, "camera", &camera.spot, None, camera.still_url.clone().unwrap_or_default()));
    }
    Observations::new(Box::new(rows.into_iter()), faults)
}

/// Reads any of the three lists: its records state what they are.
fn read(body: &[u8]) -> Result<(Sheet, Vec<ParseError>), ParseError> {
    let mut sheet = Sheet { lane: LANE.to_owned(), ..Sheet::default() };
    let mut faults = Vec::new();
    for (index, item) in list(LANE, body, META.bounds.records)?.into_iter().enumerate() {
        let read = item
            .parse::<Value>()
            .map_err(|error| Kind::Malformed(error.to_string()))
            .and_then(|value| record(&value, &mut sheet));
        if let Err(kind) = read {
            note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Row(index), kind }]);
        }
    }
    Ok((sheet, faults))
}

fn record(value: &Value, sheet: &mut Sheet) -> Result<(), Kind> {
    if !value["MountainPassId"].is_null() {
        sheet.controls.extend(pass(value)?);
    } else if !value["CameraID"].is_null() {
        sheet.cameras.push(view(value)?);
    } else {
        sheet.stations.push(station(value)?);
    }
    Ok(())
}

/// Parses a pass, by direction.
fn pass(value: &Value) -> Result<Vec<Control>, Kind> {
    let missing = |what: &str| Kind::Malformed(format!("no {what}"));
    let id = identifier(&value["MountainPassId"]).ok_or_else(|| missing("identifier"))?;
    let name = text(&value["MountainPassName"]).ok_or_else(|| missing("name"))?;
    let (lat, lon) = place(&value["Latitude"], &value["Longitude"])?;
    let condition = text(&value["RoadCondition"]).unwrap_or_default();
    let directions = ["RestrictionOne", "RestrictionTwo"].into_iter().zip(1..);
    let control = |(restriction, nth): (&str, u8)| {
        let restriction = &value[restriction];
        let words = text(&restriction["RestrictionText"])?;
        let stated = stated_level(words, condition);
        Some(Control {
            id: format!("{id}-{nth}"),
            spot: Spot {
                lat,
                lon,
                elevation_m: number(&value["ElevationInFeet"]).and_then(metres),
                road: trailing_road(name).map(Into::into),
                direction: text(&restriction["TravelDirection"])
                    .map(|way| excerpt(way, LONGEST_NAME))
                    .map(Into::into),
                name: excerpt(name, LONGEST_NAME).into(),
                near: None,
            },
            stated,
            said: Some(excerpt(&format!("{words}. {condition}"), LONGEST_WORDS).into()),
            since: None,
            as_of: parse_time(&value["DateUpdated"]),
            // The closure of a pass for the season is not restated until it opens.
            holds_ms: (stated != Ok(Level::Closed)).then_some(HOLDS_MS),
        })
    };
    Ok(directions.filter_map(control).collect())
}

/// Returns the road at the end of a pass's name: `US 97`, `SR 410`, `I-90`.
fn trailing_road(name: &str) -> Option<String> {
    let mut words = name.split_whitespace().rev();
    let (last, before) = (words.next()?, words.next());
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if last.strip_prefix("I-").is_some_and(is_number) {
        return Some(last.to_owned());
    }
    before.filter(|kind| matches!(*kind, "US" | "SR") && is_number(last)).map(|kind| format!("{kind}-{last}"))
}

/// Returns the requirement of a restriction, checked against the text about the road. "No restrictions" without such a
/// text means that the road was not inspected.
fn stated_level(restriction: &str, condition: &str) -> Result<Level, UnknownReason> {
    let is_looked_at = |level: &Level| *level > Level::NoRestriction || !condition.is_empty();
    road::stated_level(restriction, condition)
        .and_then(|level| Some(level).filter(is_looked_at).ok_or(UnknownReason::NotReported))
}

fn station(value: &Value) -> Result<RoadStation, Kind> {
    let missing = |what: &str| Kind::Malformed(format!("no {what}"));
    let id = identifier(&value["StationId"]).ok_or_else(|| missing("identifier"))?;
    let name = text(&value["StationName"]).ok_or_else(|| missing("name"))?;
    let (lat, lon) = place(&value["Latitude"], &value["Longitude"])?;
    let elevation = number(&value["Elevation"]).filter(|metres| (-500.0..6_000.0).contains(metres));
    let surfaces = value["SurfaceMeasurements"].as_array().into_iter().flatten();
    let surfaces = surfaces.filter_map(|sensor| number(&sensor["SurfaceTemperature"]));
    let air_temp_c = number(&value["AirTemperature"]).and_then(|value| within(value, TEMPERATURES_C));
    let reading = RoadReading {
        observed_at: parse_time(&value["ReadingTime"]),
        surface_temp_c: SurfaceTemp::new(&RoadPolicy::DEFAULT, surfaces, air_temp_c),
        air_temp_c,
        visibility_m: number(&value["Visibility"]).and_then(visibility),
        ..RoadReading::default()
    };
    let name = name.split_once(" - ").map_or(name, |(_, name)| name);
    let spot = Spot {
        lat,
        lon,
        elevation_m: elevation.map(|metres| metres.round() as i32),
        road: None,
        direction: None,
        name: excerpt(name, LONGEST_NAME).into(),
        near: None,
    };
    let tells = reading.observed_at.is_some() && !reading.is_empty();
    Ok(RoadStation { id, spot: Some(spot), reading: tells.then_some(reading) })
}

fn view(value: &Value) -> Result<Camera, Kind> {
    let missing = |what: &str| Kind::Malformed(format!("no {what}"));
    let location = &value["CameraLocation"];
    let (lat, lon) = place(&location["Latitude"], &location["Longitude"])
        .or_else(|_| place(&value["DisplayLatitude"], &value["DisplayLongitude"]))?;
    let state = match value["IsActive"].as_bool() {
        Some(true) => CameraState::InService,
        Some(false) => CameraState::OutOfService,
        None => CameraState::Unknown,
    };
    let still = text(&value["ImageURL"]).and_then(camera::link);
    Ok(Camera {
        id: identifier(&value["CameraID"]).ok_or_else(|| missing("identifier"))?,
        spot: Spot {
            lat,
            lon,
            elevation_m: None,
            road: text(&location["RoadName"]).map(|road| excerpt(road, LONGEST_NAME)).map(Into::into),
            direction: text(&location["Direction"]).map(|way| excerpt(way, LONGEST_NAME)).map(Into::into),
            name: excerpt(text(&value["Title"]).ok_or_else(|| missing("title"))?, LONGEST_NAME).into(),
            near: None,
        },
        state,
        still_url: still.filter(|_| state != CameraState::OutOfService),
        every_minutes: None,
        changed_at: None,
    })
}

#[cfg(test)]
mod tests;
