//! METAR and SPECI, airport reports decoded by the Aviation Weather Center: air temperature and wind, worldwide.
//! Without snow depth.
//!
//! The time of a report is `obsTime`; `reportTime` is rounded up to the hour and `receiptTime` is the time of receipt.
//! Wind is in knots. A value that was not reported is an absent member or null.

use std::collections::BTreeMap;
use std::io::Read;

use conditions_core::evidence::Site;
use conditions_core::time::{MINUTE_MS, Timestamp};

use crate::credit::Credit;
use crate::doubt::Units;
use crate::error::{FaultPosition, Kind, ParseError, Refusal, note};
use crate::json_cut::{Number, Object, Raw, records};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::network::{DepthStep, Instruments, StationNetwork};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::{Header, ParsedItems, Quantity, Reading, Request, Station, clock, find, is_place};

pub const LANE: &str = "metar";
/// Maximum number of stations in one request. A response has at most 400 reports, and special reports come on top.
pub const BATCH: usize = 100;

const HEADERS: &[Header] = &[Header::UserAgent];
/// Members of which every report has at least one.
const REPORTED: [&str; 6] = ["temp", "dewp", "wdir", "wspd", "altim", "visib"];
/// Number of reports that cannot all lack the same member by chance.
const MANY: usize = 5;
const MPS_PER_KNOT: f64 = 1_852.0 / 3_600.0;

static META: Meta = Meta {
    id: LANE,
    title: "METAR",
    measures: "air temperature, wind and gusts at airports all over the world",
    rhythm: PollSchedule::minutes(20),
    bounds: Bounds::new(8, 50_000),
    allowance: Allowance { calls: &[(100, MINUTE_MS)], note: "400 reports per response" },
    credit: Credit {
        name: "NOAA Aviation Weather Center",
        url: "https://aviationweather.gov/",
        licence: "public domain",
        licence_url: Some("https://www.weather.gov/disclaimer"),
        text: "Airport reports (METAR): NOAA / NWS Aviation Weather Center",
    },
    providers: &[],
    terms: "https://www.weather.gov/disclaimer",
    base_url: "https://aviationweather.gov",
    docs: "https://aviationweather.gov/data/api/",
};

#[derive(Debug, Clone, Copy)]
pub struct Metar;

impl Lane for Metar {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let answer = read(body)?;
        let values: Vec<ParsedValue> = answer.items.iter().flat_map(of_report).collect();
        Ok(Observations::new(Box::new(values.into_iter()), answer.faults))
    }
}

impl StationNetwork for Metar {
    fn instruments(&self) -> Instruments {
        Instruments { units: Units::Metric, depths: DepthStep::WholeCentimetres }
    }

    fn covers(&self, _: &str, _: Option<&str>) -> bool {
        true
    }

    fn directory_requests(&self) -> Vec<Request> {
        vec![Request::get("/data/cache/stations.cache.json.gz".to_owned(), HEADERS)]
    }

    fn directory(&self, _: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError> {
        let unpacked = unpack(body)?;
        let records = records(LANE, unpacked.as_deref().unwrap_or(body), META.bounds.records)?;
        let mut parsed = ParsedItems::from_records(LANE, &records, station);
        if parsed.items.is_empty() && parsed.faults.is_empty() && !records.items.is_empty() {
            parsed.fault(LANE, 0, Kind::Malformed("no station of the list sends METAR".to_owned()));
        }
        parsed.unless_all_faults()
    }

    fn reading_requests(&self, wanted: &[Station], _: Timestamp) -> Vec<Request> {
        let ids: Vec<String> = wanted
            .iter()
            .filter(|station| station.network == LANE)
            .map(|station| station.id.clone())
            .collect();
        let request = |batch: &[String]| Request {
            path: format!("/api/data/metar?ids={}&format=json", batch.join(",")),
            headers: HEADERS,
            stations: batch.to_vec(),
            valid_at: None,
        };
        ids.chunks(BATCH).map(request).collect()
    }

    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError> {
        let answer = read(body)?;
        let mut parsed = ParsedItems { items: Vec::new(), faults: answer.faults };
        let mut newest: BTreeMap<(&str, Timestamp), &Report<'_>> = BTreeMap::new();
        for report in &answer.items {
            if find(stations, &report.id).is_none() {
                if request.stations.contains(&report.id) {
                    parsed.fault(LANE, report.record, Kind::Missing);
                }
                continue;
            }
            // A correction repeats the time of the report that it corrects and comes in later.
            let known = newest.entry((&report.id, report.time)).or_insert(report);
            if report.received > known.received {
                *known = report;
            }
        }
        parsed.items.extend(newest.into_values().map(Report::reading).filter(|reading| !reading.is_empty()));
        parsed.unless_all_faults()
    }
}

struct Report<'a> {
    record: usize,
    id: String,
    time: Timestamp,
    received: Option<Timestamp>,
    object: Object<'a>,
}

impl Report<'_> {
    fn reading(&self) -> Reading {
        let mut reading = Reading::new(&self.id, self.time);
        reading.record(Quantity::Temp, self.object.number("temp"), |celsius| celsius);
        reading.record(Quantity::Wind, self.object.number("wspd"), |knots| knots * MPS_PER_KNOT);
        reading.record(Quantity::Gust, self.object.number("wgst"), |knots| knots * MPS_PER_KNOT);
        reading
    }
}

/// Reads a response with reports. The service sends an empty response if it has no reports: a rejection, not an error.
fn read(body: &[u8]) -> Result<ParsedItems<Report<'_>>, ParseError> {
    if body.trim_ascii().is_empty() {
        let reason = "no report of these stations".to_owned();
        return Err(ParseError {
            lane: LANE,
            at: FaultPosition::Body,
            kind: Kind::Refused { refusal: Refusal::NoData, reason },
        });
    }
    let mut parsed = ParsedItems::default();
    let parts = records(LANE, body, META.bounds.records)?;
    for (record, raw) in parts.items.iter().enumerate() {
        match report(record, *raw) {
            Ok(report) => parsed.items.push(report),
            Err(kind) => parsed.fault(LANE, record, kind),
        }
    }
    if let Some(kind) = parts.fault {
        parsed.fault(LANE, parts.items.len(), kind);
    }
    let said = |name: &str| parsed.items.iter().any(|report: &Report<'_>| report.object.get(name).is_some());
    if !parsed.items.is_empty() && !REPORTED.into_iter().any(said) {
        let text = format!("no report has any of {}", REPORTED.join(", "));
        return Err(ParseError { lane: LANE, at: FaultPosition::Body, kind: Kind::Malformed(text) });
    }
    // One report may lack a thermometer. If many lack the member, it has been renamed.
    let lost = ["temp", "wspd"].into_iter().filter(|name| parsed.items.len() >= MANY && !said(name));
    let lost: Vec<Kind> = lost
        .map(|name| Kind::Malformed(format!("none of {} reports has a member {name}", parsed.items.len())))
        .collect();
    note(
        &mut parsed.faults,
        lost.into_iter().map(|kind| ParseError { lane: LANE, at: FaultPosition::Body, kind }),
    );
    parsed.unless_all_faults()
}

fn report(record: usize, raw: Raw<'_>) -> Result<Report<'_>, Kind> {
    let object = raw.object()?;
    let lacks = |name: &str| Kind::Malformed(format!("a report without {name}"));
    let id = object.text("icaoId").ok_or_else(|| lacks("icaoId"))?;
    let time = match object.number("obsTime") {
        Number::Is(seconds) => {
            clock::unix(seconds).ok_or_else(|| Kind::Times(format!("obsTime {seconds} of {id}")))?
        }
        Number::Null | Number::Unreadable => {
            return Err(Kind::Times(format!("a report of {id} without obsTime")));
        }
    };
    let received = object.text("receiptTime").and_then(|text| clock::parse_time(&text, 0));
    Ok(Report { record, id, time, received, object })
}

/// Parses a line of the station table; `None` for places that send no METAR.
fn station(record: Raw<'_>) -> Result<Option<Station>, Kind> {
    let object = record.object()?;
    if let Some(kinds) = object.get("siteType").and_then(Raw::elements)
        && !kinds.items.iter().any(|kind| kind.text().as_deref() == Some("METAR"))
    {
        return Ok(None);
    }
    // Places without an ICAO code send no METAR either.
    let Some(id) = object.text("icaoId").filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    else {
        return if object.get("id").is_some() || object.get("icaoId").is_some() {
            Ok(None)
        } else {
            Err(Kind::Malformed("a station without icaoId".to_owned()))
        };
    };
    let (lat, lon) = (object.number("lat").get(), object.number("lon").get());
    let Some((lat, lon)) = lat.zip(lon).filter(|(lat, lon)| is_place(*lat, *lon)) else {
        return Err(Kind::Malformed(format!("{id} has no coordinates")));
    };
    Ok(Some(Station {
        network: LANE,
        name: object.text("site").or_else(|| object.text("name")).unwrap_or_else(|| id.clone()).into(),
        site: Site::Airport,
        lat,
        lon,
        elevation_m: object.number("elev").get().filter(|metres| (-500.0..9_000.0).contains(metres)),
        utc_offset_s: None,
        measures_snow: Some(false),
        id,
    }))
}

/// Unpacks the table, if it is a gzip file.
fn unpack(body: &[u8]) -> Result<Option<Vec<u8>>, ParseError> {
    if !body.starts_with(&[0x1f, 0x8b]) {
        return Ok(None);
    }
    let mut out = Vec::new();
    let read = flate2::read::MultiGzDecoder::new(body).take(META.bounds.bytes as u64).read_to_end(&mut out);
    // Data unpacked before an error are used, as with any truncated response.
    match read {
        Err(_) if out.is_empty() => {
            Err(ParseError { lane: LANE, at: FaultPosition::Body, kind: Kind::Truncated })
        }
        Ok(_) | Err(_) => Ok(Some(out)),
    }
}

fn of_report(report: &Report<'_>) -> Vec<ParsedValue> {
    let object = &report.object;
    let kind = object.text("metarType").unwrap_or_else(|| "METAR".to_owned());
    let one = |(variable, unit): &(&str, &str)| ParsedValue {
        lane: LANE,
        location: report.record,
        lat: object.number("lat").get(),
        lon: object.number("lon").get(),
        model: None,
        interval: format!("{} {kind}", report.id),
        time: ValueTime::Instant(report.time),
        variable: (*variable).to_owned(),
        value: object.number(variable).get(),
        unit: Some((*unit).to_owned()),
    };
    const VARIABLES: [(&str, &str); 8] = [
        ("temp", "°C"),
        ("dewp", "°C"),
        ("wdir", "°"),
        ("wspd", "kt"),
        ("wgst", "kt"),
        ("altim", "hPa"),
        ("slp", "hPa"),
        ("elev", "m"),
    ];
    VARIABLES.iter().filter(|(variable, _)| object.get(variable).is_some()).map(one).collect()
}

#[cfg(test)]
mod tests;
