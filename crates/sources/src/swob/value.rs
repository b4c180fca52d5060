//! Selects the used values of an observation: the quality code, the unit, and the choice among several elements.
//!
//! A value is used if its quality code is 100, or if it has none and is not derived from an incomplete period (data
//! flag 1 or none). With a code below zero the network withholds the value or marks it as missing, even if a number is
//! present: a station in New Brunswick reports 10 cm of snow on the first of July with -10. Codes in between are
//! errors, suspects and doubts. The numbered elements (`snw_dpth_1` to `_3`) are single gauges before any check and are
//! never used. Neither is the wind at the precipitation gauge, which is not measured ten metres above the ground.

use super::record::{Element, Record};
use crate::error::Kind;
use crate::json_cut::Number;
use crate::station::{Quantity, Reading, Reason};

/// The only quality code of a good value.
const GOOD: f64 = 100.0;
/// The only data flag of a value from a complete period.
const COMPLETE: f64 = 1.0;

const MPS_PER_KMH: f64 = 1.0 / 3.6;
const MPS_PER_KNOT: f64 = 1_852.0 / 3_600.0;

/// The elements that are read, the best first.
pub(super) const ELEMENTS: [(Quantity, &[&str]); 4] = [
    (Quantity::Temp, &["air_temp", "avg_air_temp_pst10mts"]),
    (
        Quantity::Wind,
        &[
            "avg_wnd_spd_10m_pst10mts",
            "avg_wnd_spd_10m_pst2mts",
            "avg_wnd_spd_10m_pst1mt",
            "avg_wnd_spd_10m_pst1hr",
        ],
    ),
    (Quantity::Gust, &["max_wnd_gst_spd_10m_pst10mts", "max_wnd_spd_10m_pst10mts", "max_wnd_spd_10m_pst1hr"]),
    (Quantity::SnowDepth, &["snw_dpth", "avg_snw_dpth_pst5mts"]),
];

/// Converts the observation to a reading.
///
/// # Errors
/// Returns an error if it has no time.
pub(super) fn reading(station_id: &str, record: &Record) -> Result<Reading, Kind> {
    let mut reading = Reading::new(station_id, record.observed_at()?);
    for (quantity, names) in ELEMENTS {
        for name in names {
            if best(record, name).is_some_and(|element| record_element(&mut reading, quantity, element)) {
                break;
            }
        }
    }
    Ok(reading)
}

/// Returns whether the observation has a snow depth, good or not.
pub(super) fn has_depth(record: &Record) -> bool {
    ELEMENTS
        .iter()
        .filter(|(quantity, _)| *quantity == Quantity::SnowDepth)
        .flat_map(|(_, names)| names.iter())
        .any(|name| best(record, name).is_some())
}

/// Returns the first element with this name that is not missing: documents may contain the same one twice.
fn best<'a>(record: &'a Record, name: &str) -> Option<&'a Element> {
    record.elements.iter().find(|element| element.name == name && element.number != Number::Null)
}

/// Records the value, or notes why it is not used. Returns whether it was recorded.
fn record_element(reading: &mut Reading, quantity: Quantity, element: &Element) -> bool {
    let value = element.number.get();
    if let Some(reason) = distrust(element) {
        reading.drop_value(quantity, value, reason);
        return false;
    }
    let unit = element.unit.as_deref().unwrap_or("not given");
    let Some(factor) = factor(quantity, unit) else {
        reading.drop_value(quantity, value, Reason::Unit(unit.to_owned()));
        return false;
    };
    let notes = reading.dropped.len();
    reading.record(quantity, element.number, |value| value * factor);
    reading.dropped.len() == notes
}

fn distrust(element: &Element) -> Option<Reason> {
    match (element.quality, element.flag) {
        (Number::Is(GOOD), _) | (Number::Null, Number::Null | Number::Is(COMPLETE)) => None,
        (Number::Is(code), _) => Some(Reason::Quality(code.to_string())),
        (Number::Unreadable, _) => Some(Reason::Quality("unreadable".to_owned())),
        (Number::Null, Number::Is(flag)) => Some(Reason::Quality(format!("data flag {flag}"))),
        (Number::Null, Number::Unreadable) => Some(Reason::Quality("data flag unreadable".to_owned())),
    }
}

/// Returns the factor from the unit as written to the unit of the reading.
fn factor(quantity: Quantity, unit: &str) -> Option<f64> {
    match (quantity, unit) {
        (Quantity::Temp, "°C") | (Quantity::SnowDepth, "cm") => Some(1.0),
        (Quantity::Wind | Quantity::Gust, "km/h") => Some(MPS_PER_KMH),
        (Quantity::Wind | Quantity::Gust, "m/s") => Some(1.0),
        (Quantity::Wind | Quantity::Gust, "kn" | "kt") => Some(MPS_PER_KNOT),
        (Quantity::SnowDepth, "m") => Some(100.0),
        (Quantity::SnowDepth, "mm") => Some(0.1),
        _ => None,
    }
}
