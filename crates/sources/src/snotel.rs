//! SNOTEL and SNOLITE, through the AWDB REST service of the USDA: depth, water equivalent, air and wind in the US
//! mountains.
//!
//! All values are in inches, feet, degrees Fahrenheit and miles per hour. Times are local, with an offset that is given
//! in the station's record and is constant all year.

mod wire;

use std::collections::BTreeMap;

use conditions_core::evidence::Site;
use conditions_core::time::{HOUR_MS, Timestamp};

use crate::credit::Credit;
use crate::doubt::Units;
use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Number, Raw, records};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::network::{DepthStep, Instruments, StationNetwork};
use crate::parsed_value::Observations;
use crate::station::clock;
use crate::station::{ParsedItems, Quantity, Reading, Reason, Request, Station, find, is_place};
use wire::{Entry, Series};

pub const LANE: &str = "snotel";
/// Maximum number of stations in one request.
pub const BATCH: usize = 60;
/// Number of hours requested: two days for thaw and freeze and the change of a day, and a little for late
/// transmissions.
pub const HOURS_BACK: i64 = 50;

const PATH: &str = "/awdbRestApi/services/v1";
const ELEMENTS: &str = "SNWD,WTEQ,TOBS,WSPDV,WSPDX";
const CM_PER_INCH: f64 = 2.54;
const MM_PER_INCH: f64 = 25.4;
const M_PER_FOOT: f64 = 0.3048;
const MPS_PER_MPH: f64 = 0.447_04;

static META: Meta = Meta {
    id: LANE,
    title: "SNOTEL",
    measures: "snow depth, snow water equivalent, air temperature and, at some sites, wind at 900 stations in the \
               mountains of the western US and Alaska",
    rhythm: PollSchedule::minutes(60),
    bounds: Bounds::new(8, 5_000),
    allowance: Allowance::unstated("at most 60 stations a request"),
    credit: Credit {
        name: "USDA Natural Resources Conservation Service",
        url: "https://www.nrcs.usda.gov/wps/portal/wcc/home/",
        licence: "public domain",
        licence_url: Some("https://www.usda.gov/policies-and-links"),
        text: "SNOTEL data: USDA Natural Resources Conservation Service",
    },
    providers: &[],
    terms: "https://www.usda.gov/policies-and-links",
    base_url: "https://wcc.sc.egov.usda.gov",
    docs: "https://wcc.sc.egov.usda.gov/awdbRestApi/swagger-ui/index.html",
};

#[derive(Debug, Clone, Copy)]
pub struct Snotel;

impl Lane for Snotel {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        wire::observations(body)
    }
}

/// The states with stations of the network.
const STATES: [&str; 13] = [
    "Alaska",
    "Arizona",
    "California",
    "Colorado",
    "Idaho",
    "Montana",
    "Nevada",
    "New Mexico",
    "Oregon",
    "South Dakota",
    "Utah",
    "Washington",
    "Wyoming",
];

impl StationNetwork for Snotel {
    fn instruments(&self) -> Instruments {
        Instruments { units: Units::American, depths: DepthStep::WholeInches }
    }

    fn covers(&self, country: &str, state: Option<&str>) -> bool {
        country == "US" && state.is_some_and(|state| STATES.contains(&state))
    }

    fn directory_requests(&self) -> Vec<Request> {
        let path = format!("{PATH}/stations?stationTriplets=*:*:SNTL,*:*:SNTLT&activeOnly=true");
        vec![Request::get(path, &[])]
    }

    fn directory(&self, _: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError> {
        let records = records(LANE, body, META.bounds.records)?;
        ParsedItems::from_records(LANE, &records, |record| station(record).map(Some)).unless_all_faults()
    }

    fn reading_requests(&self, wanted: &[Station], now: Timestamp) -> Vec<Request> {
        // Times in a request are local, so stations of different offsets are requested separately.
        let mut by_offset: BTreeMap<i32, Vec<&Station>> = BTreeMap::new();
        for station in wanted.iter().filter(|station| station.network == LANE) {
            by_offset.entry(station.utc_offset_s.unwrap_or(wire::USUAL_OFFSET_S)).or_default().push(station);
        }
        let batches = by_offset.iter().flat_map(|(offset, stations)| {
            stations.chunks(BATCH).map(move |batch| request(batch, *offset, now))
        });
        batches.collect()
    }

    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError> {
        let answer = wire::read(body)?;
        let mut parsed = ParsedItems { items: Vec::new(), faults: answer.faults };
        for data in &answer.stations {
            let offset = find(stations, &data.triplet).map(|station| station.utc_offset_s);
            match offset {
                Some(Some(offset)) => {
                    of_station(&data.triplet, &data.series, offset, data.record, &mut parsed)
                }
                Some(None) => {
                    parsed.fault(LANE, data.record, Kind::Times("the directory has no offset".to_owned()));
                }
                None if request.stations.contains(&data.triplet) => {
                    parsed.fault(LANE, data.record, Kind::Missing);
                }
                None => {}
            }
        }
        parsed.unless_all_faults()
    }
}

fn request(batch: &[&Station], offset_s: i32, now: Timestamp) -> Request {
    let triplets: Vec<String> = batch.iter().map(|station| station.id.clone()).collect();
    let wall = |hours: i64| {
        let local = now.plus_millis(i64::from(offset_s) * 1_000 + hours * HOUR_MS).utc();
        local.format("%Y-%m-%d%%20%H:%M").to_string()
    };
    // The service does not accept triplets with percent-encoded colons.
    let path = format!(
        "{PATH}/data?stationTriplets={}&elements={ELEMENTS}&duration=HOURLY&beginDate={}&endDate={}&periodRef=END\
         &returnFlags=true",
        triplets.join(","),
        wall(-HOURS_BACK),
        wall(1),
    );
    Request { path, headers: &[], stations: triplets, valid_at: None }
}

fn station(record: Raw<'_>) -> Result<Station, Kind> {
    let object = record.object()?;
    let missing = |name: &str| Kind::Malformed(format!("a station without {name}"));
    let id = object
        .text("stationTriplet")
        .filter(|id| wire::is_triplet(id))
        .ok_or_else(|| missing("stationTriplet"))?;
    let lat = object.number("latitude").get().ok_or_else(|| missing("latitude"))?;
    let lon = object.number("longitude").get().ok_or_else(|| missing("longitude"))?;
    if !is_place(lat, lon) {
        return Err(Kind::Malformed(format!("{id} has invalid coordinates {lat}, {lon}")));
    }
    // SNOLITE transmits every four to six hours.
    let site = if id.ends_with(":SNTLT") { Site::Snow } else { Site::Mountain };
    Ok(Station {
        network: LANE,
        name: object.text("name").unwrap_or_else(|| id.clone()).into(),
        site,
        lat,
        lon,
        elevation_m: object
            .number("elevation")
            .get()
            .map(|feet| feet * M_PER_FOOT)
            .filter(|m| (-500.0..9_000.0).contains(m)),
        utc_offset_s: object.number("dataTimeZone").get().and_then(clock::offset),
        measures_snow: Some(true),
        id,
    })
}

fn of_station(
    triplet: &str,
    series: &[Series],
    offset_s: i32,
    record: usize,
    parsed: &mut ParsedItems<Reading>,
) {
    let mut by_time: BTreeMap<Timestamp, Reading> = BTreeMap::new();
    let mut undated = 0usize;
    for series in series.iter().filter(|series| series.ordinal == 1) {
        let Some(quantity) = quantity(&series.code) else { continue };
        for entry in &series.entries {
            let Some(time) = entry.date.as_deref().and_then(|date| clock::parse_time(date, offset_s)) else {
                undated += 1;
                continue;
            };
            let reading = by_time.entry(time).or_insert_with(|| Reading::new(triplet, time));
            add_value(reading, quantity, series.unit.as_deref(), entry);
        }
    }
    if undated > 0 {
        parsed.fault(
            LANE,
            record,
            Kind::Times(format!("{undated} values of {triplet} have no readable time")),
        );
    }
    parsed.items.extend(by_time.into_values().filter(|reading| !reading.is_empty()));
}

fn quantity(code: &str) -> Option<Quantity> {
    match code {
        "SNWD" => Some(Quantity::SnowDepth),
        "WTEQ" => Some(Quantity::Swe),
        "TOBS" => Some(Quantity::Temp),
        "WSPDV" => Some(Quantity::Wind),
        "WSPDX" => Some(Quantity::Gust),
        _ => None,
    }
}

fn add_value(reading: &mut Reading, quantity: Quantity, unit: Option<&str>, entry: &Entry) {
    if let Number::Is(value) = entry.value {
        if value <= -99.0 {
            return reading.drop_value(quantity, Some(value), Reason::Sentinel);
        }
        if let Some(flag) = entry.flag.as_deref().filter(|flag| !measured(flag)) {
            return reading.drop_value(quantity, Some(value), Reason::Quality(flag.to_owned()));
        }
    }
    let unit = unit.unwrap_or("not given");
    match (quantity, unit) {
        (Quantity::SnowDepth, "in") => {
            reading.record(quantity, entry.value, |inches| bare(inches, 1.0) * CM_PER_INCH)
        }
        (Quantity::Swe, "in") => {
            reading.record(quantity, entry.value, |inches| bare(inches, 0.3) * MM_PER_INCH)
        }
        (Quantity::Temp, "degF") => reading.record(quantity, entry.value, |f| (f - 32.0) * 5.0 / 9.0),
        (Quantity::Wind | Quantity::Gust, "mph") => {
            reading.record(quantity, entry.value, |mph| mph * MPS_PER_MPH)
        }
        (Quantity::SnowDepth, "cm") | (Quantity::Swe, "mm") | (Quantity::Temp, "degC") => {
            reading.record(quantity, entry.value, |value| value);
        }
        _ if entry.value == Number::Null => {}
        _ => reading.drop_value(quantity, entry.value.get(), Reason::Unit(unit.to_owned())),
    }
}

/// Sets slightly negative values to zero: bare ground reads as a little below zero, by up to an inch of depth or a
/// third of an inch of water.
fn bare(inches: f64, jitter: f64) -> f64 {
    if inches < 0.0 && inches >= -jitter { 0.0 } else { inches }
}

/// Returns whether a quality-control flag leaves the value a measurement: valid, edited for noise, or without a profile
/// to be checked against. Estimates (`K`, `X`, `B`), suspects (`S`) and unknown flags do not.
fn measured(flag: &str) -> bool {
    matches!(flag, "V" | "E" | "N")
}

/// Returns an error that concerns the whole lane.
fn error(kind: Kind) -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind }
}

#[cfg(test)]
mod tests;
