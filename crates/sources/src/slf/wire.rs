//! The measurement service's JSON: a flat list of rows, one per station and half-hour, or one per station and day.

use conditions_core::time::Timestamp;

use super::{LANE, META, Values};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::json_cut::{Object, Raw, records};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::clock;

const STATION: &str = "station_code";
const DATE: &str = "measure_date";

/// A response with measurements.
pub(super) struct Answer<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) faults: Vec<ParseError>,
}

pub(super) struct Row<'a> {
    pub(super) record: usize,
    pub(super) station_id: String,
    pub(super) time: Timestamp,
    object: Object<'a>,
}

impl Row<'_> {
    /// Returns the values of the row. A station without a sensor has no member for it.
    pub(super) fn values(&self) -> Values {
        let number = |name| self.object.number(name);
        Values {
            depth_cm: number("HS"),
            new_snow_cm: number("HN_1D"),
            temp_c: number("TA_30MIN_MEAN"),
            humidity_pct: number("RH_30MIN_MEAN"),
            surface_c: number("TSS_30MIN_MEAN"),
            wind_mps: number("VW_30MIN_MEAN"),
            gust_mps: number("VW_30MIN_MAX"),
        }
    }

    fn is_daily(&self) -> bool {
        self.object.get("HN_1D").is_some()
    }
}

/// Reads a response with measurements.
///
/// # Errors
/// Returns an error if nothing in it is readable.
pub(super) fn read(body: &[u8]) -> Result<Answer<'_>, ParseError> {
    let parts = records(LANE, body, META.bounds.records)?;
    let mut answer = Answer { rows: Vec::with_capacity(parts.items.len()), faults: Vec::new() };
    for (record, raw) in parts.items.iter().enumerate() {
        match row(record, *raw) {
            Ok(row) => answer.rows.push(row),
            Err(kind) => note(
                &mut answer.faults,
                [ParseError { lane: LANE, at: FaultPosition::Location(record), kind }],
            ),
        }
    }
    note(
        &mut answer.faults,
        parts.fault.map(|kind| ParseError { lane: LANE, at: FaultPosition::Body, kind }),
    );
    match answer.faults.first() {
        Some(fault) if answer.rows.is_empty() => Err(fault.clone()),
        _ => Ok(answer),
    }
}

fn row(record: usize, raw: Raw<'_>) -> Result<Row<'_>, Kind> {
    let object = raw.object()?;
    let lacks = |name: &str| Kind::Malformed(format!("a row without {name}"));
    let station_id = object.text(STATION).ok_or_else(|| lacks(STATION))?;
    let date = object.text(DATE).ok_or_else(|| lacks(DATE))?;
    // Half-hours have a `Z`; days come without an offset and count as UTC like the rest of the service.
    let time = clock::parse_time(&date, 0).ok_or_else(|| Kind::Times(excerpt(&date, 40)))?;
    if !object.members().iter().any(|(name, _)| is_known(name)) {
        return Err(Kind::Malformed(format!("a row of {station_id} without any measurement that is known")));
    }
    Ok(Row { record, station_id, time, object })
}

/// Returns whether a member is a measurement of this service: `HS`, `HN_1D`, `TA_30MIN_MEAN` and similar.
fn is_known(name: &str) -> bool {
    matches!(name, "HS" | "HN_1D") || name.contains("_30MIN_") || name.contains("_10MIN_")
}

/// Returns the unit of a member; the service does not write it.
fn unit(name: &str) -> Option<&'static str> {
    let quantity = name.split('_').next().unwrap_or_default();
    match quantity {
        "HS" | "HN" => Some("cm"),
        "RH" => Some("%"),
        "VW" => Some("m/s"),
        "DW" => Some("°"),
        "RSWR" => Some("W/m²"),
        "RR" => Some("mm"),
        _ if quantity.starts_with('T') => Some("°C"),
        _ => None,
    }
}

/// Returns every value of a response.
pub(super) fn observations(body: &[u8]) -> Result<Observations, ParseError> {
    let answer = read(body)?;
    let values: Vec<ParsedValue> = answer.rows.iter().flat_map(of_row).collect();
    Ok(Observations::new(Box::new(values.into_iter()), answer.faults))
}

fn of_row(row: &Row<'_>) -> Vec<ParsedValue> {
    let daily = row.is_daily();
    let interval = format!("{} {}", row.station_id, if daily { "daily" } else { "half-hourly" });
    let time =
        if daily { ValueTime::Date(row.time.utc().date_naive()) } else { ValueTime::Instant(row.time) };
    let members = row.object.members().iter().filter(|(name, _)| name != STATION && name != DATE);
    let one = |(name, value): &(String, Raw<'_>)| ParsedValue {
        lane: LANE,
        location: row.record,
        lat: None,
        lon: None,
        model: None,
        interval: interval.clone(),
        time,
        variable: name.clone(),
        value: value.number().get(),
        unit: unit(name).map(str::to_owned),
    };
    members.map(one).collect()
}
