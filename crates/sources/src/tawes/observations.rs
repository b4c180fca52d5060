//! Every value of a response, and every station of the metadata, under GeoSphere's own names and units.

use super::{Column, Feature, LANE, id, list, parse_time, times};
use crate::error::{FaultPosition, Kind, ParseError, note};
use crate::json_cut::{Object, Raw};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};

/// Reads values or metadata.
pub(super) fn read(object: &Object<'_>) -> Result<Observations, ParseError> {
    if object.get("stations").is_some() { metadata(object) } else { values(object) }
}

/// Returns latitude and longitude of a feature, which has them in the opposite order.
fn place(feature: &Object<'_>) -> (Option<f64>, Option<f64>) {
    let coordinates = feature
        .get("geometry")
        .and_then(|geometry| geometry.object().ok())
        .and_then(|geometry| geometry.get("coordinates"))
        .and_then(Raw::elements)
        .map(|parts| parts.items)
        .unwrap_or_default();
    let at = |index: usize| coordinates.get(index).and_then(|raw| raw.number().get());
    (at(1), at(0))
}

fn values(object: &Object<'_>) -> Result<Observations, ParseError> {
    let times = times(object)?;
    let mut out = Vec::new();
    let mut faults = Vec::new();
    for (location, record) in list(object, "features")?.into_iter().enumerate() {
        let mut fault = |kind| {
            note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Location(location), kind }])
        };
        let feature = match Feature::read(record) {
            Ok(feature) => feature,
            Err(kind) => {
                fault(kind);
                continue;
            }
        };
        let (lat, lon) = place(&feature.object);
        for (name, parameter) in feature.parameters.members() {
            match parameter.object().and_then(|parameter| Column::read(&parameter)) {
                Ok(column) if column.data.len() == times.len() => {
                    for (time, number) in times.iter().zip(&column.data) {
                        out.push(ParsedValue {
                            lane: LANE,
                            location,
                            lat,
                            lon,
                            model: None,
                            interval: format!("{} 10min", feature.station),
                            time: time.map_or(ValueTime::Unknown, ValueTime::Instant),
                            variable: name.clone(),
                            value: number.get(),
                            unit: column.unit.clone(),
                        });
                    }
                }
                Ok(_) => fault(Kind::Times(format!("{name}: as many values as times"))),
                Err(kind) => fault(kind),
            }
        }
    }
    finish(out, faults)
}

fn metadata(object: &Object<'_>) -> Result<Observations, ParseError> {
    let time =
        object.text("time").and_then(|text| parse_time(&text)).map_or(ValueTime::Unknown, ValueTime::Instant);
    let mut out = Vec::new();
    let mut faults = Vec::new();
    for (location, record) in list(object, "stations")?.into_iter().enumerate() {
        match record.object() {
            Ok(station) => out.push(ParsedValue {
                lane: LANE,
                location,
                lat: station.number("lat").get(),
                lon: station.number("lon").get(),
                model: None,
                interval: format!("{} station", id(&station, "id").unwrap_or_default()),
                time,
                variable: "altitude".to_owned(),
                value: station.number("altitude").get(),
                unit: Some("m".to_owned()),
            }),
            Err(kind) => {
                note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Location(location), kind }])
            }
        }
    }
    finish(out, faults)
}

fn finish(out: Vec<ParsedValue>, faults: Vec<ParseError>) -> Result<Observations, ParseError> {
    match (out.is_empty(), faults.first()) {
        (true, Some(fault)) => Err(fault.clone()),
        _ => Ok(Observations::new(Box::new(out.into_iter()), faults)),
    }
}
