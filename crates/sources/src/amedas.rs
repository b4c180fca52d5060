//! AMeDAS, the automatic stations of the Japan Meteorological Agency: air and wind every ten minutes, snow every hour.
//!
//! One national file contains every station at one time. Only its name gives that time, in Japan Standard Time. A value
//! is a pair `[number or null, quality code]`. The format is undocumented; `value` describes what is known of it.

mod observations;
mod table;
mod value;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};

use crate::credit::Credit;
use crate::doubt::Units;
use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::network::{DepthStep, Instruments, StationNetwork};
use crate::parsed_value::Observations;
use crate::station::{ParsedItems, Quantity, Reading, Request, Station};

pub const LANE: &str = "amedas";

/// Delay after which a file is requested. Files are published within about ten minutes, and an earlier request does
/// harm: the agency's caches then return "not found" for a while.
const PUBLISHED_AFTER_MS: i64 = 20 * MINUTE_MS;
const INTERVAL_MS: i64 = 10 * MINUTE_MS;

/// Japan Standard Time has been nine hours ahead of UTC, all year, since 1951.
const AHEAD_MS: i64 = 9 * HOUR_MS;
/// Format of the time in a file name, in Japan Standard Time.
const FILE_TIME: &str = "%Y%m%d%H%M%S";
const FILE_TIME_DIGITS: usize = 14;

/// Fields that are read of a station, by their names in the file. The file gives no units; they are those of the
/// agency's page.
const FIELDS: [(&str, Quantity); 5] = [
    ("temp", Quantity::Temp),
    ("wind", Quantity::Wind),
    ("gust", Quantity::Gust),
    ("snow", Quantity::SnowDepth),
    ("snow24h", Quantity::NewSnow24h),
];

static META: Meta = Meta {
    id: LANE,
    title: "JMA AMeDAS",
    measures: "air temperature and wind at 930 stations in Japan, snow depth and new snow at 340",
    rhythm: PollSchedule::minutes(20),
    bounds: Bounds::new(8, 10_000),
    allowance: Allowance::unstated("the format is undocumented and may change"),
    credit: Credit {
        name: "Japan Meteorological Agency",
        url: "https://www.jma.go.jp/bosai/map.html#contents=amedas",
        licence: "see the agency's terms of use",
        licence_url: Some("https://www.jma.go.jp/jma/en/copyright.html"),
        text: "Source: Japan Meteorological Agency website (出典：気象庁ホームページ)",
    },
    providers: &[],
    terms: "https://www.jma.go.jp/jma/en/copyright.html",
    base_url: "https://www.jma.go.jp",
    docs: "https://www.jma.go.jp/jma/kishou/know/amedas/kaisetsu.html",
};

#[derive(Debug, Clone, Copy)]
pub struct Amedas;

impl Lane for Amedas {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        observations::read(None, body)
    }

    fn observations_of_file(&self, name: &str, body: &[u8]) -> Result<Observations, ParseError> {
        observations::read(time_of_file(name), body)
    }
}

impl StationNetwork for Amedas {
    fn instruments(&self) -> Instruments {
        Instruments { units: Units::Metric, depths: DepthStep::WholeCentimetres }
    }

    fn covers(&self, country: &str, _: Option<&str>) -> bool {
        country == "JP"
    }

    fn directory_requests(&self) -> Vec<Request> {
        vec![Request::get("/bosai/amedas/const/amedastable.json".to_owned(), &[])]
    }

    fn directory(&self, _: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError> {
        let parts = stations(body)?;
        let mut parsed = ParsedItems::default();
        for (index, (id, record)) in parts.items.iter().enumerate() {
            match table::station(id, *record) {
                Ok(station) => parsed.items.push(station),
                Err(kind) => parsed.fault(LANE, index, kind),
            }
        }
        if let Some(kind) = parts.fault {
            parsed.fault(LANE, parts.items.len(), kind);
        }
        parsed.unless_all_faults()
    }

    /// Returns the requests for the newest file that certainly exists and for the file of the last full hour, the only
    /// one with snow.
    fn reading_requests(&self, wanted: &[Station], now: Timestamp) -> Vec<Request> {
        let ids: Vec<String> = wanted
            .iter()
            .filter(|station| station.network == LANE)
            .map(|station| station.id.clone())
            .collect();
        if ids.is_empty() {
            return Vec::new();
        }
        let published = now.plus_millis(-PUBLISHED_AFTER_MS);
        // Japan is nine full hours ahead of UTC, so its full hours are full hours here.
        let newest = floor(published, INTERVAL_MS);
        let hourly = floor(published, HOUR_MS);
        let mut requests = vec![national(newest, ids.clone())];
        if hourly != newest {
            requests.push(national(hourly, ids));
        }
        requests
    }

    fn readings(
        &self,
        request: &Request,
        directory: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError> {
        let time = request
            .valid_at
            .or_else(|| time_of_file(&request.path))
            .ok_or_else(|| error(Kind::Times("the file's name does not say when it was".to_owned())))?;
        let parts = stations(body)?;
        let by_id: HashMap<&str, &Station> =
            directory.iter().map(|station| (station.id.as_str(), station)).collect();
        let mut parsed = ParsedItems::default();
        for (index, (id, record)) in parts.items.iter().enumerate() {
            let Some(station) = by_id.get(id.as_str()) else {
                if request.stations.contains(id) {
                    parsed.fault(LANE, index, Kind::Missing);
                }
                continue;
            };
            match record.object() {
                Ok(object) => {
                    parsed.items.extend(Some(reading(station, &object, time)).filter(|r| !r.is_empty()));
                }
                Err(kind) => parsed.fault(LANE, index, kind),
            }
        }
        if let Some(kind) = parts.fault {
            parsed.fault(LANE, parts.items.len(), kind);
        }
        parsed.unless_all_faults()
    }
}

/// Returns the request for the national file of the ten minutes that end at or before `at`.
#[must_use]
pub fn national(at: Timestamp, wanted: Vec<String>) -> Request {
    let at = floor(at, INTERVAL_MS);
    let path = format!("/bosai/amedas/data/map/{}.json", file_name(at));
    Request { path, headers: &[], stations: wanted, valid_at: Some(at) }
}

/// Returns the name of the file of a time, without its extension.
fn file_name(at: Timestamp) -> String {
    at.plus_millis(AHEAD_MS).utc().format(FILE_TIME).to_string()
}

/// Parses the time from the last run of exactly fourteen digits in a name or path.
fn time_of_file(name: &str) -> Option<Timestamp> {
    name.split(|c: char| !c.is_ascii_digit())
        .rfind(|run| run.len() == FILE_TIME_DIGITS)
        .and_then(|run| NaiveDateTime::parse_from_str(run, FILE_TIME).ok())
        .map(|wall| Timestamp::from(wall.and_utc()).plus_millis(-AHEAD_MS))
}

fn floor(at: Timestamp, step_ms: i64) -> Timestamp {
    at.plus_millis(-at.millis().rem_euclid(step_ms))
}

fn reading(station: &Station, object: &Object<'_>, time: Timestamp) -> Reading {
    let mut reading = Reading::new(&station.id, time);
    for (name, quantity) in FIELDS {
        if let Some(raw) = object.get(name) {
            value::record(&mut reading, quantity, raw, station);
        }
    }
    reading
}

/// Returns the members of a file that is an object keyed by station. Complete members of a truncated file are returned.
fn stations(body: &[u8]) -> Result<Parts<(String, Raw<'_>)>, ParseError> {
    let raw = Raw::document(LANE, body)?;
    let parts =
        raw.members_up_to(META.bounds.records).ok_or_else(|| error(raw.mismatch("an object by station")))?;
    if let (true, Some(kind)) = (parts.items.is_empty(), &parts.fault) {
        return Err(error(kind.clone()));
    }
    // None of the keys is a station number, so this is not a file keyed by station.
    if !parts.items.is_empty() && !parts.items.iter().any(|(id, _)| table::is_id(id)) {
        return Err(error(raw.object().map_or_else(|kind| kind, |object| object.refusal())));
    }
    Ok(parts)
}

/// Returns an error that concerns the whole lane.
fn error(kind: Kind) -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind }
}

#[cfg(test)]
mod tests;
