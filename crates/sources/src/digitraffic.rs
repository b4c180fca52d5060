//! Finland's roads (Fintraffic, digitraffic.fi): measurements and locations of roadside stations.
//!
//! Locations and measurements come in two responses, which are joined later by the station's number. A station names
//! every sensor with unit and time; a unit of three signs denotes codes, which are explained in words. The time of a
//! station in the list of locations is the last change of its record, which may be years ago. The cameras are a
//! separate lane, [`cameras`].

pub mod cameras;

use conditions_core::time::{MINUTE_MS, Timestamp};
use roads::weather::{
    PRECIPITATIONS_MM, RoadReading, RoadStation, SurfaceTemp, TEMPERATURES_C, WINDS_MPS, direction,
    visibility, within,
};
use roads::{RoadPolicy, Sheet, Spot};

use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};
use crate::json_cut::{Object, Parts, Raw};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::{Header, ParsedItems, Request, is_place};

pub const LANE: &str = "digitraffic";

const HEADERS: &[Header] = &[Header::UserAgent];
/// Maximum length of a name; longer ones are cut.
const LONGEST_NAME: usize = 120;
/// Maximum number of sensors of one station.
const MOST_SENSORS: usize = 1_000;
/// Maximum age difference between a sensor and the station's newest one, milliseconds; older sensors are left out.
const LAG_MS: i64 = 30 * MINUTE_MS;

const CREDIT: Credit = Credit {
    name: "Fintraffic",
    url: "https://www.digitraffic.fi/en/",
    licence: "CC BY 4.0",
    licence_url: Some("https://creativecommons.org/licenses/by/4.0/"),
    text: "Source: Fintraffic / digitraffic.fi, CC BY 4.0",
};
const TERMS: &str = "https://www.digitraffic.fi/en/terms-of-service/";
const BASE_URL: &str = "https://tie.digitraffic.fi";
const PER_MINUTE: &[(u32, i64)] = &[(60, MINUTE_MS)];

static META: Meta = Meta {
    id: LANE,
    title: "Digitraffic road weather",
    measures: "road and air temperature, visibility, wind and precipitation along roads of Finland",
    rhythm: PollSchedule::minutes(10),
    bounds: Bounds::new(24, 5_000),
    allowance: Allowance { calls: PER_MINUTE, note: "responses are always gzip" },
    credit: CREDIT,
    providers: &[],
    terms: TERMS,
    base_url: BASE_URL,
    docs: "https://www.digitraffic.fi/en/road-traffic/",
};

#[derive(Debug, Clone, Copy)]
pub struct Digitraffic;

/// Returns whether these lanes cover a country or state.
#[must_use]
pub fn covers(country: &str, _state: Option<&str>) -> bool {
    country == "FI"
}

const PLACES: &str = "fi-road-stations";

impl DocumentLane for Digitraffic {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let of =
            |name: &str, path: &str| Subject::new(name.to_owned(), Request::get(path.to_owned(), HEADERS));
        vec![of(PLACES, "/api/weather/v1/stations"), of("fi-road-weather", "/api/weather/v1/stations/data")]
    }

    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        let parsed = if subject.name == PLACES {
            let places = features(LANE, body)?.unless_all_faults()?.items.into_iter();
            places.map(|(id, spot, _)| RoadStation { id, spot: Some(spot), reading: None }).collect()
        } else {
            stations(body)?.unless_all_faults()?.items
        };
        Ok(Sheet { lane: LANE.to_owned(), stations: parsed, ..Sheet::default() })
    }
}

impl Lane for Digitraffic {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        if whole(LANE, body)?.get("features").is_some() {
            return located(LANE, body);
        }
        let mut values = Vec::new();
        for (location, record) in records(body)?.items.iter().enumerate() {
            let Ok(station) = record.object() else { continue };
            for sensor in sensors(&station) {
                values.push(ParsedValue {
                    lane: LANE,
                    location,
                    lat: None,
                    lon: None,
                    model: None,
                    interval: "sensor".to_owned(),
                    time: sensor.time.map_or(ValueTime::Unknown, ValueTime::Instant),
                    variable: sensor.name,
                    value: Some(sensor.value),
                    unit: sensor.words.or(Some(sensor.unit)),
                });
            }
        }
        Ok(Observations::new(Box::new(values.into_iter()), Vec::new()))
    }
}

/// Returns the location of each feature of a list, or of a single one, as values.
fn located(lane: &'static str, body: &[u8]) -> Result<Observations, ParseError> {
    let parsed = features(lane, body)?;
    let places: Vec<(String, Spot)> = parsed.items.into_iter().map(|(id, spot, _)| (id, spot)).collect();
    let values = places.into_iter().enumerate().map(move |(location, (id, spot))| ParsedValue {
        lane,
        location,
        lat: Some(spot.lat),
        lon: Some(spot.lon),
        model: None,
        interval: "place".to_owned(),
        time: ValueTime::Unknown,
        variable: id,
        value: None,
        unit: Some(spot.name.into()),
    });
    Ok(Observations::new(Box::new(values), parsed.faults))
}

/// Parses the whole response as an object.
fn whole<'a>(lane: &'static str, body: &'a [u8]) -> Result<Object<'a>, ParseError> {
    Raw::document(lane, body)?.object().map_err(|kind| ParseError { lane, at: FaultPosition::Body, kind })
}

/// Identifier, location and the other members of a feature.
type Feature<'a> = (String, Spot, Object<'a>);

/// Returns every feature of a list, or a single one.
fn features<'a>(lane: &'static str, body: &'a [u8]) -> Result<ParsedItems<Feature<'a>>, ParseError> {
    let answer = whole(lane, body)?;
    let single = answer.get("properties").and_then(|_| Raw::document(lane, body).ok());
    let list = answer.get("features").and_then(|list| list.elements_up_to(META.bounds.records));
    let error = |kind| ParseError { lane, at: FaultPosition::Body, kind };
    let mut parsed = ParsedItems::default();
    let records = match (list, single) {
        (Some(list), _) => list.fault.map_or(Ok(list.items), |kind| Err(error(kind)))?,
        (None, Some(one)) => vec![one],
        (None, None) => return Err(error(answer.refusal())),
    };
    for (index, record) in records.into_iter().enumerate() {
        match feature(record) {
            Ok(feature) => parsed.items.push(feature),
            Err(kind) => parsed.fault(lane, index, kind),
        }
    }
    Ok(parsed)
}

fn feature(record: Raw<'_>) -> Result<Feature<'_>, Kind> {
    let missing = |what: &str| Kind::Malformed(format!("no {what}"));
    let feature = record.object()?;
    let geometry = feature.get("geometry").ok_or_else(|| missing("geometry"))?.object()?;
    let coordinates =
        geometry.get("coordinates").and_then(Raw::elements).ok_or_else(|| missing("coordinates"))?;
    let mut numbers = coordinates.items.iter().map(|raw| raw.number().get());
    let (Some(Some(lon)), Some(Some(lat))) = (numbers.next(), numbers.next()) else {
        return Err(missing("coordinates"));
    };
    let properties = feature.get("properties").ok_or_else(|| missing("properties"))?.object()?;
    if !is_place(lat, lon) {
        return Err(missing("place"));
    }
    let id = identifier(&properties).ok_or_else(|| missing("id"))?;
    let name = properties.text("name").ok_or_else(|| missing("name"))?;
    let name = excerpt(&name.replace('_', " "), LONGEST_NAME);
    let road =
        name.split(' ').next().filter(|word| word.chars().any(|c| c.is_ascii_digit())).map(str::to_owned);
    let spot = Spot {
        lat,
        lon,
        elevation_m: None,
        road: road.map(Into::into),
        direction: None,
        name: name.into(),
        near: None,
    };
    Ok((id, spot, properties))
}

/// Returns `id` of a record, a number or a text.
fn identifier(record: &Object<'_>) -> Option<String> {
    let number = record.number("id").get().map(|id| format!("{id:.0}"));
    number.or_else(|| record.text("id")).map(|id| excerpt(&id, LONGEST_NAME))
}

/// Returns the stations of a response with measurements: a list, or one.
fn records(body: &[u8]) -> Result<Parts<Raw<'_>>, ParseError> {
    let answer = whole(LANE, body)?;
    if answer.get("sensorValues").is_some() {
        return Ok(Parts { items: vec![Raw::document(LANE, body)?], fault: None, left: 0 });
    }
    let error = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
    let list = answer.get("stations").and_then(|list| list.elements_up_to(META.bounds.records));
    let list = list.ok_or_else(|| error(answer.refusal()))?;
    // A truncated list is not the whole response.
    if let Some(kind) = list.fault { Err(error(kind)) } else { Ok(list) }
}

fn stations(body: &[u8]) -> Result<ParsedItems<RoadStation>, ParseError> {
    let records = records(body)?;
    Ok(ParsedItems::from_records(LANE, &records, |record| {
        let station = record.object()?;
        let id = identifier(&station).ok_or_else(|| Kind::Malformed("no id".to_owned()))?;
        let reading = reading(&sensors(&station));
        Ok((!reading.is_empty()).then_some(RoadStation { id, spot: None, reading: Some(reading) }))
    }))
}

struct Sensor {
    name: String,
    unit: String,
    value: f64,
    time: Option<Timestamp>,
    words: Option<String>,
}

fn sensors(station: &Object<'_>) -> Vec<Sensor> {
    let list = station.get("sensorValues").and_then(|list| list.elements_up_to(MOST_SENSORS));
    let read = |raw: &Raw<'_>| {
        let sensor = raw.object().ok()?;
        Some(Sensor {
            name: sensor.text("name")?,
            unit: sensor.text("unit").unwrap_or_default(),
            value: sensor.number("value").get()?,
            time: sensor.text("measuredTime").and_then(|text| Timestamp::parse(&text)),
            words: sensor.text("sensorValueDescriptionEn").map(|words| excerpt(&words, LONGEST_NAME)),
        })
    };
    list.map(|list| list.items.iter().filter_map(read).collect()).unwrap_or_default()
}

fn reading(sensors: &[Sensor]) -> RoadReading {
    let newest = sensors.iter().filter_map(|sensor| sensor.time).max();
    let is_current =
        |sensor: &&Sensor| newest.zip(sensor.time).is_some_and(|(newest, time)| newest.since(time) <= LAG_MS);
    let current: Vec<&Sensor> = sensors.iter().filter(is_current).collect();
    let named = |name: &str| current.iter().find(|sensor| sensor.name == name).copied();
    let number =
        |name: &str, unit: &str| named(name).filter(|sensor| sensor.unit == unit).map(|sensor| sensor.value);
    let is_road = |name: &str| name.strip_prefix("TIE_").is_some_and(|rest| rest.parse::<u8>().is_ok());
    let roads = current.iter().filter(|sensor| is_road(&sensor.name) && sensor.unit == "°C");
    let air_temp_c = number("ILMA", "°C").and_then(|value| within(value, TEMPERATURES_C));
    let words = |name: &str| named(name).and_then(|sensor| sensor.words.clone());
    RoadReading {
        observed_at: newest,
        surface_temp_c: SurfaceTemp::new(&RoadPolicy::DEFAULT, roads.map(|sensor| sensor.value), air_temp_c),
        air_temp_c,
        visibility_m: number("NÄKYVYYS_KM", "km").and_then(|km| visibility(km * 1_000.0)),
        wind_mps: number("KESKITUULI", "m/s").and_then(|value| within(value, WINDS_MPS)),
        gust_mps: number("MAKSIMITUULI", "m/s").and_then(|value| within(value, WINDS_MPS)),
        wind_from_deg: number("TUULENSUUNTA", "°").and_then(direction),
        precipitation_mm_per_h: number("SADE_INTENSITEETTI", "mm/h")
            .and_then(|value| within(value, PRECIPITATIONS_MM)),
        precipitation: words("SADE").map(Into::into),
        surface: words("KELI_1").map(Into::into),
    }
}

#[cfg(test)]
mod tests;
