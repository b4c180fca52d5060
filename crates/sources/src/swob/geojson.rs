//! Observations from GeoMet: features with flat properties, `name`, `name-uom`, `name-qa`, `name-data_flag-value`;
//! identity and place as `name-value`.

use super::record::{MOST_PARTS, Record, number, too_much, unit};
use super::{LANE, META, error};
use crate::error::{Kind, ParseError};
use crate::json_cut::{Number, Object, Raw};
use crate::station::ParsedItems;

/// Maximum number of properties of one feature; it has about two hundred.
const MOST_PROPERTIES: usize = 1_000;

/// Reads a collection of features, or a single feature.
pub(super) fn read(body: &[u8]) -> Result<ParsedItems<(usize, Record)>, ParseError> {
    let object = Raw::document(LANE, body)?.object().map_err(error)?;
    let mut parsed = ParsedItems::default();
    if object.get("properties").is_some() {
        parsed.items.push((0, feature(&object).map_err(error)?));
        return Ok(parsed);
    }
    let raw = object.get("features").ok_or_else(|| error(object.refusal()))?;
    let mut parts = raw.elements_up_to(META.bounds.records).ok_or_else(|| error(raw.mismatch("a list")))?;
    let mut room = MOST_PARTS;
    for (index, part) in parts.items.iter().enumerate() {
        match part.object().and_then(|object| feature(&object)) {
            Ok(record) if record.parts() > room => {
                parts.fault = Some(too_much());
                break;
            }
            Ok(record) => {
                room -= record.parts();
                parsed.items.push((index, record));
            }
            Err(kind) => parsed.fault(LANE, index, kind),
        }
    }
    let matched = object.number("numberMatched").get();
    if let Some(kind) = parts.fault {
        parsed.fault(LANE, parts.items.len(), kind);
    } else if matched.is_some_and(|matched| matched > parts.items.len() as f64) {
        // There is another page.
        parsed.fault(LANE, parts.items.len(), Kind::Truncated);
    }
    parsed.unless_all_faults()
}

fn feature(object: &Object<'_>) -> Result<Record, Kind> {
    let mut record = Record::default();
    if let Some(geometry) = object.get("geometry").and_then(|geometry| geometry.object().ok()) {
        place(&geometry, &mut record);
    }
    let properties =
        object.get("properties").ok_or_else(|| Kind::Malformed("a feature without properties".to_owned()))?;
    let properties = properties.object_up_to(MOST_PROPERTIES)?;
    for (key, raw) in properties.members() {
        property(key, *raw, &mut record);
    }
    // Identifying texts have units too, `unitless`; only units of elements matter, after all elements have been read.
    for (key, raw) in properties.members() {
        let Some(name) = key.strip_suffix("-uom") else { continue };
        if let Some(element) = record.elements.iter_mut().find(|element| element.name == name) {
            element.unit = raw.text().map(|text| unit(&text));
        }
    }
    Ok(record)
}

/// Reads longitude, latitude and elevation, in that order.
fn place(geometry: &Object<'_>, record: &mut Record) {
    let Some(coordinates) = geometry.get("coordinates").and_then(Raw::elements) else { return };
    let mut numbers = coordinates.items.into_iter().map(|raw| value(raw).get());
    record.lon = numbers.next().flatten();
    record.lat = numbers.next().flatten();
    record.elevation_m = numbers.next().flatten();
}

fn property(key: &str, raw: Raw<'_>, record: &mut Record) {
    if let Some(name) = key.strip_suffix("-data_flag-value") {
        record.with_element(name, |element| element.flag = value(raw));
    } else if let Some(name) = key.strip_suffix("-qa") {
        record.with_element(name, |element| element.quality = value(raw));
    } else if let Some(name) = key.strip_suffix("-value") {
        record.idents.extend(text(raw).map(|text| (name.to_owned(), text)));
    } else if key == "obs_date_tm" {
        record.time = raw.text();
    } else if !key.contains('-') && !matches!(key, "id" | "dataset" | "url" | "processed_date_tm") {
        record.with_element(key, |element| element.number = value(raw));
    }
}

/// Parses a number, possibly written as text.
fn value(raw: Raw<'_>) -> Number {
    match raw.number() {
        Number::Unreadable => raw.text().map_or(Number::Unreadable, |text| number(&text)),
        number => number,
    }
}

/// Parses a text, or a number in the place of a text.
fn text(raw: Raw<'_>) -> Option<String> {
    raw.text().or_else(|| raw.number().get().map(|number| number.to_string()))
}
