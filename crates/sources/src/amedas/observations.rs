//! Every value of a national file or of the station table, under the agency's names. The files give no units.

use conditions_core::time::Timestamp;

use super::{LANE, stations, table, value};
use crate::error::{FaultPosition, Kind, ParseError, note};
use crate::json_cut::Object;
use crate::parsed_value::{Observations, ParsedValue, ValueTime};

/// Reads either file. `time` is the time from the file's name.
pub(super) fn read(time: Option<Timestamp>, body: &[u8]) -> Result<Observations, ParseError> {
    let parts = stations(body)?;
    let time = time.map_or(ValueTime::Unknown, ValueTime::Instant);
    let mut out = Vec::new();
    let mut faults = Vec::new();
    for (location, (id, record)) in parts.items.iter().enumerate() {
        match record.object() {
            Ok(object) if object.get("elems").is_some() => out.push(row(location, id, &object, time)),
            Ok(object) => values(location, id, &object, time, &mut out),
            Err(kind) => {
                note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Location(location), kind }])
            }
        }
    }
    if let Some(kind) = parts.fault {
        note(&mut faults, [ParseError { lane: LANE, at: FaultPosition::Location(parts.items.len()), kind }]);
    }
    match (out.is_empty(), faults.first()) {
        (true, Some(fault)) => Err(fault.clone()),
        (true, None) => Err(super::error(Kind::NothingReported)),
        _ => Ok(Observations::new(Box::new(out.into_iter()), faults)),
    }
}

fn row(location: usize, id: &str, object: &Object<'_>, time: ValueTime) -> ParsedValue {
    ParsedValue {
        lane: LANE,
        location,
        lat: table::degrees(object, "lat"),
        lon: table::degrees(object, "lon"),
        model: None,
        interval: format!("{id} station"),
        time,
        variable: "alt".to_owned(),
        value: object.number("alt").get(),
        unit: Some("m".to_owned()),
    }
}

/// A value and its quality code become two values here, so that both can be seen.
fn values(location: usize, id: &str, object: &Object<'_>, time: ValueTime, out: &mut Vec<ParsedValue>) {
    let one = |variable: String, value: Option<f64>| ParsedValue {
        lane: LANE,
        location,
        lat: None,
        lon: None,
        model: None,
        interval: format!("{id} 10min"),
        time,
        variable,
        value,
        unit: None,
    };
    for (name, raw) in object.members() {
        if let Some(pair) = value::pair(*raw) {
            out.push(one(name.clone(), pair.number.get()));
            out.push(one(format!("{name}:quality"), pair.quality.get()));
        } else {
            out.push(one(name.clone(), raw.number().get()));
        }
    }
}
