//! SWOB, the surface weather observations of Environment and Climate Change Canada and its partners: air, wind and snow
//! depth, hourly.
//!
//! One observation is one feature with about two hundred flat properties (GeoJSON, requested in bulk) or one document
//! (SWOB-ML, the same content): both become a `Record`. Each value has a quality code, see `value`.

mod geojson;
mod observations;
mod plan;
mod record;
mod value;
mod xml;

use std::collections::HashMap;

use conditions_core::evidence::Site;
use conditions_core::time::{DAY_MS, Timestamp};

use crate::credit::Credit;
use crate::doubt::Units;
use crate::error::{FaultPosition, Kind, ParseError};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::network::{DepthStep, Instruments, StationNetwork};
use crate::parsed_value::Observations;
use crate::station::{ParsedItems, Reading, Request, Station, is_place};
use record::Record;

pub const LANE: &str = "swob";

static META: Meta = Meta {
    id: LANE,
    title: "ECCC SWOB",
    measures: "air temperature, wind and, at some sites, snow depth at 2,000 stations in Canada",
    rhythm: PollSchedule::minutes(30),
    bounds: Bounds::new(32, 20_000),
    allowance: Allowance { calls: &[(86_399, DAY_MS)], note: "at most 10,000 observations a request" },
    credit: Credit {
        // Its forecasts have a separate credit with another text; credits with the same name would be merged.
        name: "Environment and Climate Change Canada, observations",
        url: "https://eccc-msc.github.io/open-data/licence/readme_en/",
        licence: "ECCC Data Servers End-use Licence",
        licence_url: Some("https://eccc-msc.github.io/open-data/licence/readme_en/"),
        text: "Data Source: Environment and Climate Change Canada",
    },
    providers: &[Credit {
        name: "NAV CANADA",
        url: "https://www.navcanada.ca/",
        licence: "all rights reserved; passed on by ECCC under its own licence",
        licence_url: None,
        text: "Observational data provided by NAV CANADA. All rights reserved.",
    }],
    terms: "https://eccc-msc.github.io/open-data/licence/readme_en/",
    base_url: "https://api.weather.gc.ca",
    docs: "https://eccc-msc.github.io/open-data/msc-data/obs_station/readme_obs_insitu_en/",
};

#[derive(Debug, Clone, Copy)]
pub struct Swob;

impl Lane for Swob {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        Ok(observations::read(records(body)?))
    }
}

impl StationNetwork for Swob {
    fn instruments(&self) -> Instruments {
        Instruments { units: Units::Metric, depths: DepthStep::WholeCentimetres }
    }

    fn covers(&self, country: &str, _: Option<&str>) -> bool {
        country == "CA"
    }

    fn directory_requests(&self) -> Vec<Request> {
        vec![plan::directory()]
    }

    /// Reads the stations from the newest observations: unlike the lists of stations, these always give the elevation.
    fn directory(&self, _: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError> {
        let records = records(body)?;
        let mut parsed = ParsedItems { items: Vec::<Station>::new(), faults: records.faults };
        let mut known: HashMap<String, usize> = HashMap::new();
        for (index, record) in records.items {
            match station(&record) {
                Ok(station) => match known.get(&station.id).and_then(|at| parsed.items.get_mut(*at)) {
                    // One observation with a depth proves that the station has a gauge.
                    Some(first) => first.measures_snow = first.measures_snow.or(station.measures_snow),
                    None => {
                        known.insert(station.id.clone(), parsed.items.len());
                        parsed.items.push(station);
                    }
                },
                Err(kind) => parsed.fault(LANE, index, kind),
            }
        }
        parsed.unless_all_faults()
    }

    fn reading_requests(&self, wanted: &[Station], now: Timestamp) -> Vec<Request> {
        plan::readings(wanted, now)
    }

    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError> {
        let records = records(body)?;
        let known: HashMap<&str, ()> = stations.iter().map(|station| (station.id.as_str(), ())).collect();
        let mut parsed = ParsedItems { items: Vec::new(), faults: records.faults };
        for (index, record) in records.items {
            let reading = record.station_id().and_then(|id| {
                if known.contains_key(id.as_str()) {
                    value::reading(&id, &record).map(Some)
                } else if request.stations.contains(&id) {
                    Err(Kind::Missing)
                } else {
                    Ok(None)
                }
            });
            match reading {
                Ok(reading) => parsed.items.extend(reading.filter(|reading| !reading.is_empty())),
                Err(kind) => parsed.fault(LANE, index, kind),
            }
        }
        parsed.unless_all_faults()
    }
}

/// Returns the observations of a response, each with its index.
fn records(body: &[u8]) -> Result<ParsedItems<(usize, Record)>, ParseError> {
    if xml::looks_like(body) { xml::read(body) } else { geojson::read(body) }
}

fn station(record: &Record) -> Result<Station, Kind> {
    let id = record.station_id()?;
    let (Some(lat), Some(lon)) = (record.lat, record.lon) else {
        return Err(Kind::Malformed(format!("{id} has no coordinates")));
    };
    if !is_place(lat, lon) {
        return Err(Kind::Malformed(format!("{id} has invalid coordinates {lat}, {lon}")));
    }
    Ok(Station {
        network: LANE,
        name: record.ident("stn_nam").unwrap_or(&id).into(),
        site: if is_airport(record) { Site::Airport } else { Site::Mountain },
        lat,
        lon,
        elevation_m: record.elevation_m.filter(|m| (-500.0..9_000.0).contains(m)),
        utc_offset_s: None,
        measures_snow: value::has_depth(record).then_some(true),
        id,
    })
}

/// Returns whether a station is at an airport. NAV CANADA observes at airports; among ICAO codes, CY and CZ are
/// airports, CV, CW and CX other stations.
fn is_airport(record: &Record) -> bool {
    record.ident("data_pvdr").is_some_and(|provider| provider.eq_ignore_ascii_case("NAV CANADA"))
        || record.ident("icao_stn_id").is_some_and(|icao| icao.starts_with("CY") || icao.starts_with("CZ"))
}

/// Returns an error that concerns the whole lane.
fn error(kind: Kind) -> ParseError {
    ParseError { lane: LANE, at: FaultPosition::Body, kind }
}

#[cfg(test)]
mod tests;
