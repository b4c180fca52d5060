//! Every value of a response under the network's own names and units, with its quality code.

use super::LANE;
use super::record::Record;
use crate::json_cut::Number;
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::ParsedItems;

/// Returns every element of every observation.
pub(super) fn read(records: ParsedItems<(usize, Record)>) -> Observations {
    let values = records.items.into_iter().flat_map(|(location, record)| values(location, record));
    Observations::new(Box::new(values), records.faults)
}

fn values(location: usize, record: Record) -> Vec<ParsedValue> {
    let time = record.observed_at().map_or(ValueTime::Unknown, ValueTime::Instant);
    let station = record.station_id().unwrap_or_default();
    let interval = format!("{station} observation");
    let mut out = Vec::with_capacity(record.elements.len() * 2);
    for element in record.elements {
        let one = |variable: String, number: Number, unit: Option<String>| ParsedValue {
            lane: LANE,
            location,
            lat: record.lat,
            lon: record.lon,
            model: None,
            interval: interval.clone(),
            time,
            variable,
            value: number.get(),
            unit,
        };
        out.push(one(element.name.clone(), element.number, element.unit));
        for (suffix, number) in [("qa", element.quality), ("data_flag", element.flag)] {
            if number != Number::Null {
                out.push(one(format!("{}-{suffix}", element.name), number, Some("code".to_owned())));
            }
        }
    }
    out
}
