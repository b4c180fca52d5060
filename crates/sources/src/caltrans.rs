//! California's Department of Transportation (CWWP2): chain controls and road weather, one file per district, without a
//! key.
//!
//! A file is rewritten every few minutes and every record gives the time. A file that is no longer updated is still
//! served, so its newest record gives its age (`roads::Sheet`). Every value is text, "Not Reported" means missing, and
//! names repeat within a record only for repeated sensors. Records are cut out individually, so that a malformed one
//! does not affect the others. The cameras' lists are a separate lane, [`cameras`], because they rarely change.

pub mod cameras;
mod controls;
mod record;
mod weather;

use conditions_core::time::Timestamp;
use roads::Sheet;

use self::record::{Record, Tag};
use crate::credit::Credit;
use crate::document::{DocumentLane, Subject};
use crate::error::{Kind, ParseError};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::{Header, Request};

pub const LANE: &str = "caltrans";

const HEADERS: &[Header] = &[Header::UserAgent];
/// Districts with roads to ski areas that state chain controls.
const CONTROLS: [u8; 8] = [1, 2, 3, 6, 7, 8, 9, 10];
/// Districts that publish road weather.
const WEATHER: [u8; 6] = [2, 3, 6, 8, 9, 10];

const CREDIT: Credit = Credit {
    name: "Caltrans",
    url: "https://cwwp2.dot.ca.gov/",
    licence: "Caltrans conditions of use, no charge",
    licence_url: Some("https://dot.ca.gov/conditions-of-use"),
    text: "Road conditions: California Department of Transportation (Caltrans)",
};
const TERMS: &str = "https://dot.ca.gov/conditions-of-use";
const BASE_URL: &str = "https://cwwp2.dot.ca.gov";

static META: Meta = Meta {
    id: LANE,
    title: "Caltrans roads",
    measures: "chain controls and road weather of California, by checkpoint and roadside station",
    rhythm: PollSchedule::minutes(5),
    bounds: Bounds::new(16, 5_000),
    allowance: Allowance::unstated("files are written every 1 to 5 minutes"),
    credit: CREDIT,
    providers: &[],
    terms: TERMS,
    base_url: BASE_URL,
    docs: "https://cwwp2.dot.ca.gov/documentation/cc/cc.htm",
};

#[derive(Debug, Clone, Copy)]
pub struct Caltrans;

/// Returns whether these lanes cover a country or state.
#[must_use]
pub fn covers(country: &str, state: Option<&str>) -> bool {
    country == "US" && state == Some("California")
}

/// Returns the request for a file of a district: the folder has the bare number, the file has two digits.
fn subject(name: &str, tag: Tag, district: u8, ending: &str) -> Subject {
    let tag = tag.name();
    let path = format!("/data/d{district}/{tag}/{tag}StatusD{district:02}.{ending}");
    Subject::new(format!("{name}-d{district}"), Request::get(path, HEADERS))
}

impl DocumentLane for Caltrans {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        // XML, because the JSON of the road weather lacks commas between repeated sensors.
        let controls = CONTROLS.map(|district| subject("chains", Tag::Control, district, "xml"));
        let weather = WEATHER.map(|district| subject("road-weather", Tag::Weather, district, "xml"));
        controls.into_iter().chain(weather).collect()
    }

    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        let tag = if subject.name.starts_with("chains") { Tag::Control } else { Tag::Weather };
        sheet(LANE, tag, body).map(|(sheet, _)| sheet)
    }
}

impl Lane for Caltrans {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        observations(LANE, body)
    }
}

/// Reads a whole file, with the errors of its unreadable records.
fn sheet(lane: &'static str, tag: Tag, body: &[u8]) -> Result<(Sheet, Vec<ParseError>), ParseError> {
    let (records, mut faults) = record::split_records(lane, tag, body, META.bounds.records)?;
    let mut sheet = Sheet { lane: lane.to_owned(), ..Sheet::default() };
    sheet.written = Sheet::times(records.iter().filter_map(Record::written_at));
    for (index, record) in records.iter().enumerate() {
        let read = match tag {
            Tag::Control => controls::read(record).map(|control| sheet.controls.push(control)),
            Tag::Weather => weather::read(record).map(|station| sheet.stations.push(station)),
            Tag::Camera => cameras::read(record).map(|camera| sheet.cameras.push(camera)),
        };
        if let Err(kind) = read {
            crate::error::note(&mut faults, [record::fault(lane, index, kind)]);
        }
    }
    let is_empty = sheet.controls.is_empty() && sheet.stations.is_empty() && sheet.cameras.is_empty();
    match faults.first() {
        Some(fault) if is_empty => Err(fault.clone()),
        _ => Ok((sheet, faults)),
    }
}

/// Returns every value of a file of any of the three kinds.
fn observations(lane: &'static str, body: &[u8]) -> Result<Observations, ParseError> {
    let tag = Tag::detect(body).ok_or(ParseError {
        lane,
        at: crate::error::FaultPosition::Body,
        kind: Kind::Malformed("neither chain controls nor road weather nor cameras".to_owned()),
    })?;
    let (records, faults) = record::split_records(lane, tag, body, META.bounds.records)?;
    let values = records.into_iter().enumerate().flat_map(move |(location, record)| {
        let time = record.written_at().map_or(ValueTime::Unknown, ValueTime::Instant);
        let place = record.place();
        record.into_leaves().into_iter().map(move |(variable, text)| ParsedValue {
            lane,
            location,
            lat: place.map(|(lat, _)| lat),
            lon: place.map(|(_, lon)| lon),
            model: None,
            interval: tag.name().to_owned(),
            time,
            value: text.trim().parse().ok().filter(|value: &f64| value.is_finite()),
            // A text that is not a number goes into the unit, so that it is not lost.
            unit: text.trim().parse::<f64>().is_err().then_some(text),
            variable,
        })
    });
    Ok(Observations::new(Box::new(values), faults))
}

#[cfg(test)]
mod tests;
