//! AMeDAS, the automatic stations of the Japan Meteorological Agency: air and wind every ten minutes, snow every hour.
//!
//! One national file holds every station at one instant; the instant stands in its name alone, in Japan Standard Time.
//! A value is a pair `[number or null, quality code]`. The format is undocumented; what is known of it is in `value`.

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
use crate::observed::Observations;
use crate::station::{ParsedItems, Quantity, Reading, Request, Station};

/// The lane's identifier.
pub const LANE: &str = "amedas";

/// Files are published within about ten minutes. Asking earlier is worse than useless: the agency's caches then keep
/// the "not found" for a while.
const PUBLISHED_AFTER_MS: i64 = 20 * MINUTE_MS;
const INTERVAL_MS: i64 = 10 * MINUTE_MS;

/// Japan Standard Time is nine hours ahead, all year, since 1951.
const AHEAD_MS: i64 = 9 * HOUR_MS;
/// The time in a file's name, in Japan Standard Time.
const FILE_TIME: &str = "%Y%m%d%H%M%S";
const FILE_TIME_DIGITS: usize = 14;

/// What is read of a station, by the file's own names. The file gives no units: they are those of the agency's page.
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
    bounds: Bounds::of(8, 10_000),
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

/// The lane.
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

    /// The newest file that is certain to be there, and the one of the last full hour, which alone has snow.
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
        // Japan is nine full hours ahead, so that full hours there are full hours here.
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

/// The request for the national file of the ten minutes that end at or before `at`.
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
            value::take(&mut reading, quantity, raw, station);
        }
    }
    reading
}

/// The members of a file that is an object by station. A file that breaks off keeps what is whole.
fn stations(body: &[u8]) -> Result<Parts<(String, Raw<'_>)>, ParseError> {
    let raw = Raw::document(LANE, body)?;
    let parts =
        raw.members_up_to(META.bounds.records).ok_or_else(|| error(raw.not("an object by station")))?;
    if let (true, Some(kind)) = (parts.items.is_empty(), &parts.fault) {
        return Err(error(kind.clone()));
    }
    // Not one key is a station's number: something else than a file by station.
    if !parts.items.is_empty() && !parts.items.iter().any(|(id, _)| table::is_id(id)) {
        return Err(error(raw.object().map_or_else(|kind| kind, |object| object.refusal())));
    }
    Ok(parts)
}

/// An error of this lane as a whole.
fn error(kind: Kind) -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind }
}

#[cfg(test)]
mod tests;
