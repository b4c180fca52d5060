//! AWDB's JSON: a list of stations, each with a list of elements, each with a list of dated values; or only the list of
//! stations.

use chrono::NaiveDate;

use super::{LANE, META, error};
use crate::error::{FaultPosition, Kind, MOST_FAULTS, ParseError, excerpt, note};
use crate::json_cut::{Number, Object, Raw, records};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::clock;

/// The offset of nearly every station, in seconds: Pacific Standard Time, all year.
pub(super) const USUAL_OFFSET_S: i32 = -8 * 3_600;

/// A response with data.
pub(super) struct Answer {
    pub(super) stations: Vec<StationData>,
    pub(super) faults: Vec<ParseError>,
}

/// One station's data.
pub(super) struct StationData {
    pub(super) record: usize,
    pub(super) triplet: String,
    pub(super) series: Vec<Series>,
}

/// One element over time.
pub(super) struct Series {
    pub(super) code: String,
    pub(super) ordinal: i64,
    pub(super) duration: String,
    pub(super) unit: Option<String>,
    pub(super) entries: Vec<Entry>,
}

pub(super) struct Entry {
    pub(super) date: Option<String>,
    pub(super) value: Number,
    pub(super) flag: Option<String>,
}

/// Returns whether `id` is `number:state:network`.
pub(super) fn is_triplet(id: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    id.split(':').count() == 3 && id.split(':').all(plain)
}

/// Reads a response with data.
///
/// # Errors
/// Returns an error if nothing in it is readable.
pub(super) fn read(body: &[u8]) -> Result<Answer, ParseError> {
    let parts = records(LANE, body, META.bounds.records)?;
    let mut answer = Answer { stations: Vec::new(), faults: Vec::new() };
    for (record, raw) in parts.items.iter().enumerate() {
        let fault = |kind| ParseError { lane: LANE, at: FaultPosition::Location(record), kind };
        match station_data(record, *raw) {
            Ok((data, faults)) => {
                note(&mut answer.faults, faults.into_iter().map(fault));
                answer.stations.push(data);
            }
            Err(kind) => note(&mut answer.faults, [fault(kind)]),
        }
    }
    note(&mut answer.faults, parts.fault.map(error));
    match answer.faults.first() {
        Some(fault) if answer.stations.is_empty() => Err(fault.clone()),
        _ => Ok(answer),
    }
}

fn station_data(record: usize, raw: Raw<'_>) -> Result<(StationData, Vec<Kind>), Kind> {
    let object = raw.object()?;
    let triplet = object
        .text("stationTriplet")
        .ok_or_else(|| Kind::Malformed("a station without stationTriplet".to_owned()))?;
    let mut data = StationData { record, triplet, series: Vec::new() };
    let mut faults = Vec::new();
    // A station without data has an empty list, null, or no member.
    let Some(list) = object.get("data").filter(|list| !list.is_null()) else { return Ok((data, faults)) };
    let parts = list.elements().ok_or_else(|| list.mismatch("a list of elements"))?;
    for raw in parts.items {
        match series(raw) {
            Ok((series, fault)) => {
                data.series.push(series);
                faults.extend(fault);
            }
            Err(kind) if faults.len() < MOST_FAULTS => faults.push(kind),
            Err(_) => {}
        }
    }
    faults.extend(parts.fault);
    Ok((data, faults))
}

fn series(raw: Raw<'_>) -> Result<(Series, Option<Kind>), Kind> {
    let object = raw.object()?;
    let lacks = |name: &str| Kind::Malformed(format!("an element without {name}"));
    let element = object.get("stationElement").ok_or_else(|| lacks("stationElement"))?.object()?;
    let code = element.text("elementCode").ok_or_else(|| lacks("elementCode"))?;
    let list = object.get("values").ok_or_else(|| lacks("values"))?;
    let parts = list.elements().ok_or_else(|| list.mismatch("a list of values"))?;
    let mut fault = parts.fault;
    let mut entries = Vec::new();
    let mut has_values = parts.items.is_empty();
    for raw in parts.items {
        match raw.object() {
            Ok(entry) => {
                has_values |= entry.get("value").is_some();
                let date = entry.text("date");
                let (value, flag) = (entry.number("value"), entry.text("qcFlag"));
                // An empty entry carries no information, not even a time.
                if date.is_some() || value != Number::Null {
                    entries.push(Entry { date, value, flag });
                }
            }
            Err(kind) => fault = Some(kind),
        }
    }
    if !has_values {
        fault = Some(Kind::Malformed(format!("{code}: no entry has a member `value`")));
    }
    let series = Series {
        ordinal: element.number("ordinal").get().map_or(1, |ordinal| ordinal as i64),
        duration: element.text("durationName").unwrap_or_else(|| "values".to_owned()).to_lowercase(),
        unit: element.text("storedUnitCode"),
        entries,
        code,
    };
    Ok((series, fault))
}

/// Returns every value of a response. Without the list of stations the offset is unknown: local times count as Pacific
/// Standard Time, which nearly every station uses.
pub(super) fn observations(body: &[u8]) -> Result<Observations, ParseError> {
    if let Some(list) = directory(body)? {
        return Ok(list);
    }
    let answer = read(body)?;
    let mut faults = answer.faults;
    let mut out = Vec::new();
    for data in answer.stations {
        for series in data.series {
            let interval = format!("{} {}", data.triplet, series.duration);
            let variable = match series.ordinal {
                1 => series.code,
                ordinal => format!("{}:{ordinal}", series.code),
            };
            for entry in series.entries {
                let date = entry.date.unwrap_or_default();
                let Some(time) = when(&date) else {
                    let kind = Kind::Times(excerpt(&date, 40));
                    note(
                        &mut faults,
                        [ParseError { lane: LANE, at: FaultPosition::Location(data.record), kind }],
                    );
                    continue;
                };
                out.push(ParsedValue {
                    lane: LANE,
                    location: data.record,
                    lat: None,
                    lon: None,
                    model: None,
                    interval: interval.clone(),
                    time,
                    variable: variable.clone(),
                    value: entry.value.get(),
                    unit: series.unit.clone(),
                });
            }
        }
    }
    Ok(Observations::new(Box::new(out.into_iter()), faults))
}

fn when(date: &str) -> Option<ValueTime> {
    match NaiveDate::parse_from_str(date, "%Y-%m-%d") {
        Ok(day) => Some(ValueTime::Date(day)),
        Err(_) => clock::parse_time(date, USUAL_OFFSET_S).map(ValueTime::Instant),
    }
}

/// Reads the list of stations: elevation and offset, each since the day the station began. `None` if the response is
/// not that list.
fn directory(body: &[u8]) -> Result<Option<Observations>, ParseError> {
    let parts = records(LANE, body, META.bounds.records)?;
    let mut out = Vec::new();
    let mut faults: Vec<ParseError> = parts.fault.map(error).into_iter().collect();
    let mut is_directory = false;
    for (location, raw) in parts.items.into_iter().enumerate() {
        let Ok(object) = raw.object() else {
            let kind = raw.mismatch("a station");
            note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Location(location), kind }]);
            continue;
        };
        if object.get("latitude").is_some() && object.get("data").is_none() {
            is_directory = true;
            out.extend(of_station(location, &object));
        }
    }
    Ok(is_directory.then(|| Observations::new(Box::new(out.into_iter()), faults)))
}

fn of_station(location: usize, object: &Object<'_>) -> Vec<ParsedValue> {
    let began = object.text("beginDate").and_then(|text| clock::parse_time(&text, 0));
    let (Some(id), Some(began)) = (object.text("stationTriplet"), began) else { return Vec::new() };
    let one = |variable: &str, unit: &str| ParsedValue {
        lane: LANE,
        location,
        lat: object.number("latitude").get(),
        lon: object.number("longitude").get(),
        model: None,
        interval: format!("{id} station"),
        time: ValueTime::Date(began.utc().date_naive()),
        variable: variable.to_owned(),
        value: object.number(variable).get(),
        unit: Some(unit.to_owned()),
    };
    vec![one("elevation", "ft"), one("dataTimeZone", "h")]
}
