//! TAWES, the semi-automatic stations of GeoSphere Austria: air, wind and snow depth every ten minutes.
//!
//! A response is columnar: `data[i]` of every parameter belongs to `timestamps[i]`, which is the end of the ten minutes
//! in UTC. It has no seconds, so RFC 3339 parsers reject it. Most stations have no snow gauge and report null. A depth
//! below zero is a fault and not a code for bare ground, which reads 0.0. Current values have no quality codes.

mod observations;

use chrono::{DateTime, NaiveDateTime};
use conditions_core::evidence::Site;
use conditions_core::time::{HOUR_MS, Timestamp};

use crate::credit::Credit;
use crate::doubt::Units;
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::{Number, Object, Raw};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule, SECOND_MS};
use crate::network::{DepthStep, Instruments, StationNetwork};
use crate::parsed_value::Observations;
use crate::station::{ParsedItems, Quantity, Reading, Reason, Request, Station, find, is_place};

pub const LANE: &str = "tawes";
/// Maximum number of stations in one request: all 228 identifiers fit in one URL.
pub const BATCH: usize = 400;

/// Maximum number of times of one response: only the newest one is requested.
const MOST_TIMES: usize = 1_000;

const PATH: &str = "/v1/station/current/tawes-v1-10min";
/// The requested parameters, the preferred one first if two have the same meaning.
const PARAMETERS: [(&str, Quantity); 5] = [
    ("TL", Quantity::Temp),
    ("TLAM", Quantity::Temp),
    ("FFAM", Quantity::Wind),
    ("FFX", Quantity::Gust),
    ("SCHNEE", Quantity::SnowDepth),
];

static META: Meta = Meta {
    id: LANE,
    title: "GeoSphere Austria TAWES",
    measures: "air temperature and wind at 230 stations in Austria, snow depth at some of them",
    rhythm: PollSchedule::minutes(20),
    bounds: Bounds::new(8, 5_000),
    allowance: Allowance {
        calls: &[(5, SECOND_MS), (240, HOUR_MS)],
        note: "roughly; the whole network is one request",
    },
    credit: Credit {
        name: "GeoSphere Austria",
        url: "https://data.hub.geosphere.at",
        licence: "CC BY 4.0",
        licence_url: Some("https://creativecommons.org/licenses/by/4.0/"),
        text: "Data source: GeoSphere Austria - https://data.hub.geosphere.at",
    },
    providers: &[],
    terms: "https://data.hub.geosphere.at/dataset/tawes-v1-10min",
    base_url: "https://dataset.api.hub.geosphere.at",
    docs: "https://dataset.api.hub.geosphere.at/v1/docs/",
};

#[derive(Debug, Clone, Copy)]
pub struct Tawes;

impl Lane for Tawes {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        observations::read(&document(body)?)
    }
}

impl StationNetwork for Tawes {
    fn instruments(&self) -> Instruments {
        Instruments { units: Units::Metric, depths: DepthStep::WholeCentimetres }
    }

    fn covers(&self, country: &str, _: Option<&str>) -> bool {
        country == "AT"
    }

    fn directory_requests(&self) -> Vec<Request> {
        vec![Request::get(format!("{PATH}/metadata"), &[])]
    }

    fn directory(&self, _: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError> {
        let object = document(body)?;
        let mut parsed = ParsedItems::default();
        for (index, record) in list(&object, "stations")?.into_iter().enumerate() {
            match station(record) {
                Ok(found) => parsed.items.extend(found),
                Err(kind) => parsed.fault(LANE, index, kind),
            }
        }
        parsed.unless_all_faults()
    }

    fn reading_requests(&self, wanted: &[Station], _: Timestamp) -> Vec<Request> {
        let ids: Vec<String> = wanted
            .iter()
            .filter(|station| station.network == LANE && is_id(&station.id))
            .map(|station| station.id.clone())
            .collect();
        let parameters: Vec<&str> = PARAMETERS.iter().map(|(name, _)| *name).collect();
        ids.chunks(BATCH)
            .map(|batch| Request {
                path: format!(
                    "{PATH}?parameters={}&station_ids={}&output_format=geojson",
                    parameters.join(","),
                    batch.join(",")
                ),
                headers: &[],
                stations: batch.to_vec(),
                valid_at: None,
            })
            .collect()
    }

    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError> {
        let object = document(body)?;
        let times = times(&object)?;
        let mut parsed = ParsedItems::default();
        for (index, record) in list(&object, "features")?.into_iter().enumerate() {
            match Feature::read(record) {
                Ok(feature) if find(stations, &feature.station).is_some() => {
                    feature.readings(index, &times, &mut parsed);
                }
                Ok(feature) if request.stations.contains(&feature.station) => {
                    parsed.fault(LANE, index, Kind::Missing);
                }
                Ok(_) => {}
                Err(kind) => parsed.fault(LANE, index, kind),
            }
        }
        parsed.unless_all_faults()
    }
}

/// One station's part of a response.
struct Feature<'a> {
    station: String,
    object: Object<'a>,
    parameters: Object<'a>,
}

impl<'a> Feature<'a> {
    fn read(record: Raw<'a>) -> Result<Self, Kind> {
        let feature = record.object()?;
        let malformed = |what: &str| Kind::Malformed(format!("a feature without {what}"));
        let properties = feature.get("properties").ok_or_else(|| malformed("properties"))?.object()?;
        let station = id(&properties, "station").ok_or_else(|| malformed("station"))?;
        let parameters = properties.get("parameters").ok_or_else(|| malformed("parameters"))?.object()?;
        Ok(Self { station, object: feature, parameters })
    }

    fn readings(&self, record: usize, times: &[Option<Timestamp>], parsed: &mut ParsedItems<Reading>) {
        let mut readings: Vec<Option<Reading>> =
            times.iter().map(|time| time.map(|time| Reading::new(&self.station, time))).collect();
        for (name, quantity) in PARAMETERS {
            let Some(parameter) = self.parameters.get(name) else { continue };
            let column = parameter.object().and_then(|parameter| Column::read(&parameter));
            match column {
                Ok(column) if column.data.len() == times.len() => {
                    for (reading, number) in readings.iter_mut().zip(&column.data) {
                        if let Some(reading) = reading {
                            add_value(reading, quantity, *number, column.unit.as_deref());
                        }
                    }
                }
                // The assignment of values to times is unknown.
                Ok(column) => {
                    let lengths = format!("{name}: {} values for {} times", column.data.len(), times.len());
                    parsed.fault(LANE, record, Kind::Times(lengths));
                }
                Err(kind) => parsed.fault(LANE, record, kind),
            }
        }
        parsed.items.extend(readings.into_iter().flatten().filter(|reading| !reading.is_empty()));
    }
}

/// One parameter of one station.
struct Column {
    unit: Option<String>,
    data: Vec<Number>,
}

impl Column {
    fn read(parameter: &Object<'_>) -> Result<Self, Kind> {
        let data = parameter.get("data").ok_or_else(|| Kind::Malformed("no data".to_owned()))?;
        let parts = data.elements().ok_or_else(|| data.mismatch("a list"))?;
        match parts.fault {
            Some(kind) => Err(kind),
            None => Ok(Self {
                unit: parameter.text("unit"),
                data: parts.items.into_iter().map(Raw::number).collect(),
            }),
        }
    }
}

fn add_value(reading: &mut Reading, quantity: Quantity, number: Number, unit: Option<&str>) {
    // The instantaneous temperature has been recorded; the ten-minute mean is only its substitute.
    if number == Number::Null || (quantity == Quantity::Temp && reading.temp_c.is_some()) {
        return;
    }
    match (quantity, unit.unwrap_or("not given")) {
        (Quantity::Temp, "°C") | (Quantity::Wind | Quantity::Gust, "m/s") | (Quantity::SnowDepth, "cm") => {
            reading.record(quantity, number, |value| value)
        }
        (_, unit) => reading.drop_value(quantity, number.get(), Reason::Unit(unit.to_owned())),
    }
}

fn document(body: &[u8]) -> Result<Object<'_>, ParseError> {
    Raw::document(LANE, body)?.object().map_err(error)
}

fn error(kind: Kind) -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind }
}

/// Returns the elements of a list of the response; if there is none, the error that the response reports instead.
fn list<'a>(object: &Object<'a>, name: &str) -> Result<Vec<Raw<'a>>, ParseError> {
    let raw = object.get(name).ok_or_else(|| error(object.refusal()))?;
    let parts = raw.elements_up_to(META.bounds.records).ok_or_else(|| error(raw.mismatch("a list")))?;
    parts.fault.map_or(Ok(parts.items), |kind| Err(error(kind)))
}

/// Returns the time axis; an unreadable time leaves its values without one.
fn times(object: &Object<'_>) -> Result<Vec<Option<Timestamp>>, ParseError> {
    let times: Vec<Option<Timestamp>> = list(object, "timestamps")?
        .into_iter()
        .map(|raw| raw.text().and_then(|text| parse_time(&text)))
        .collect();
    // Every station has a value for each.
    if times.len() > MOST_TIMES {
        return Err(error(Kind::Times(format!("more than {MOST_TIMES} times"))));
    }
    if times.iter().all(Option::is_none) {
        let first = list(object, "timestamps")?.first().and_then(|raw| raw.text()).unwrap_or_default();
        return Err(error(Kind::Times(excerpt(&first, 40))));
    }
    Ok(times)
}

/// Parses `2022-11-13T10:20+00:00`: a time with an offset and without seconds; seconds are accepted. `None` without an
/// offset.
fn parse_time(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    Timestamp::parse(text)
        .or_else(|| DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M%z").ok().map(|at| at.to_utc().into()))
        .or_else(|| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%MZ").ok().map(|at| at.and_utc().into()))
}

fn station(record: Raw<'_>) -> Result<Option<Station>, Kind> {
    let object = record.object()?;
    let missing = |name: &str| Kind::Malformed(format!("a station without {name}"));
    if object.get("is_active").is_some_and(Raw::is_false) {
        return Ok(None);
    }
    let id = id(&object, "id").ok_or_else(|| missing("id"))?;
    let lat = object.number("lat").get().ok_or_else(|| missing("lat"))?;
    let lon = object.number("lon").get().ok_or_else(|| missing("lon"))?;
    if !is_place(lat, lon) {
        return Err(Kind::Malformed(format!("{id} has invalid coordinates {lat}, {lon}")));
    }
    let name = object.text("name").unwrap_or_else(|| id.clone());
    Ok(Some(Station {
        network: LANE,
        // The names of airports contain the word.
        site: if name.to_uppercase().contains("FLUGHAFEN") { Site::Airport } else { Site::Mountain },
        name: name.into(),
        lat,
        lon,
        elevation_m: object.number("altitude").get().filter(|m| (-500.0..9_000.0).contains(m)),
        utc_offset_s: None,
        measures_snow: None,
        id,
    }))
}

/// Parses an identifier, written as text or as a number.
fn id(object: &Object<'_>, name: &str) -> Option<String> {
    let id = object.text(name).or_else(|| object.number(name).get().map(|number| format!("{number}")))?;
    is_id(&id).then_some(id)
}

fn is_id(id: &str) -> bool {
    (1..=12).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests;
