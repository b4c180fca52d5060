//! IMIS, the mountain stations of the SLF in Switzerland: depth, snow-surface temperature, air and wind every half
//! hour.
//!
//! The measurement service answers in JSON without units (centimetres, degrees Celsius, metres per second); research
//! files of the same stations are SMET text, in kelvin and metres. A surface temperature above zero means a surface
//! without snow, or melting snow under a sensor with an error: the depth decides.

mod smet;
mod wire;

use conditions_core::evidence::Site;
use conditions_core::time::Timestamp;

use crate::credit::Credit;
use crate::doubt::Units;
use crate::error::{Kind, ParseError};
use crate::json_cut::{Number, Raw, records};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::network::{DepthStep, Instruments, StationNetwork};
use crate::parsed_value::Observations;
use crate::station::{Header, ParsedItems, Quantity, Reading, Reason, Request, Station, find, is_place};

pub use smet::Smet;

pub const LANE: &str = "slf";
/// Depth above which a surface above zero counts as melting snow, centimetres ...
pub const MELTING_DEPTH_CM: f64 = 20.0;
/// ... up to this temperature, degrees Celsius. Half-hours like that are common in the records of 2014.
pub const MELTING_CAP_C: f64 = 2.0;
/// Lowest depth that is read as bare ground, centimetres.
pub const BARE_GROUND_CM: f64 = -10.0;

const PATH: &str = "/public/api/imis";
const HEADERS: &[Header] = &[Header::UserAgent];

static META: Meta = Meta {
    id: LANE,
    title: "SLF IMIS",
    measures: "snow depth, snow-surface temperature, air temperature and wind at 200 stations in the Swiss mountains; \
               new snow of the day",
    rhythm: PollSchedule::minutes(30),
    bounds: Bounds::new(8, 50_000),
    allowance: Allowance::unstated("all stations in one call rather than many calls"),
    credit: Credit {
        name: "WSL Institute for Snow and Avalanche Research SLF",
        url: "https://www.slf.ch/",
        licence: "CC BY 4.0",
        licence_url: Some("https://creativecommons.org/licenses/by/4.0/"),
        text: "IMIS measurements: WSL Institute for Snow and Avalanche Research SLF",
    },
    providers: &[],
    terms: "https://www.slf.ch/en/services-and-products/slf-data-service/",
    base_url: "https://measurement-api.slf.ch",
    docs: "https://measurement-api.slf.ch/",
};

#[derive(Debug, Clone, Copy)]
pub struct Slf;

impl Lane for Slf {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        if smet::is_smet(body) { Ok(Smet::read(body)?.observations()) } else { wire::observations(body) }
    }
}

impl StationNetwork for Slf {
    fn instruments(&self) -> Instruments {
        Instruments { units: Units::Metric, depths: DepthStep::Finer }
    }

    fn covers(&self, country: &str, _: Option<&str>) -> bool {
        country == "CH"
    }

    fn directory_requests(&self) -> Vec<Request> {
        vec![Request::get(format!("{PATH}/stations"), HEADERS)]
    }

    fn directory(&self, _: &Request, body: &[u8]) -> Result<ParsedItems<Station>, ParseError> {
        let records = records(LANE, body, META.bounds.records)?;
        ParsedItems::from_records(LANE, &records, |record| station(record).map(Some)).unless_all_faults()
    }

    fn reading_requests(&self, wanted: &[Station], _: Timestamp) -> Vec<Request> {
        if !wanted.iter().any(|station| station.network == LANE) {
            return Vec::new();
        }
        ["measurements", "daily-snow"].map(|what| Request::get(format!("{PATH}/{what}"), HEADERS)).to_vec()
    }

    fn readings(
        &self,
        request: &Request,
        stations: &[Station],
        body: &[u8],
    ) -> Result<ParsedItems<Reading>, ParseError> {
        if smet::is_smet(body) {
            let smet = Smet::read(body)?;
            let known = find(stations, &smet.station.id).is_some();
            return Ok(if known { smet.readings() } else { ParsedItems::default() });
        }
        let answer = wire::read(body)?;
        let mut parsed = ParsedItems { items: Vec::new(), faults: answer.faults };
        for row in answer.rows {
            if find(stations, &row.station_id).is_none() {
                if request.stations.contains(&row.station_id) {
                    parsed.fault(LANE, row.record, Kind::Missing);
                }
                continue;
            }
            let mut reading = Reading::new(&row.station_id, row.time);
            let values = row.values();
            fill(&mut reading, &values);
            if !reading.is_empty() {
                parsed.items.push(reading);
            }
        }
        parsed.unless_all_faults()
    }
}

fn station(record: Raw<'_>) -> Result<Station, Kind> {
    let object = record.object()?;
    let missing = |name: &str| Kind::Malformed(format!("a station without {name}"));
    let id = object.text("code").ok_or_else(|| missing("code"))?;
    let lat = object.number("lat").get().ok_or_else(|| missing("lat"))?;
    let lon = object.number("lon").get().ok_or_else(|| missing("lon"))?;
    if !is_place(lat, lon) {
        return Err(Kind::Malformed(format!("{id} has invalid coordinates {lat}, {lon}")));
    }
    Ok(Station {
        network: LANE,
        name: object.text("label").unwrap_or_else(|| id.clone()).into(),
        site: Site::Mountain,
        lat,
        lon,
        elevation_m: object.number("elevation").get().filter(|metres| (-500.0..9_000.0).contains(metres)),
        utc_offset_s: None,
        // SNOW_FLAT and SNOW_SLOPE, as opposed to WIND and FLOWCAPT.
        measures_snow: object.text("type").map(|kind| kind.starts_with("SNOW")),
        id,
    })
}

/// The values of a row or a line, in centimetres, degrees Celsius, percent and metres per second.
struct Values {
    depth_cm: Number,
    new_snow_cm: Number,
    temp_c: Number,
    humidity_pct: Number,
    surface_c: Number,
    wind_mps: Number,
    gust_mps: Number,
}

fn fill(reading: &mut Reading, values: &Values) {
    let Values { depth_cm, new_snow_cm, temp_c, humidity_pct, surface_c, wind_mps, gust_mps } = *values;
    let same = |value: f64| value;
    reading.record(
        Quantity::SnowDepth,
        depth_cm,
        |cm| if (BARE_GROUND_CM..0.0).contains(&cm) { 0.0 } else { cm },
    );
    reading.record(Quantity::NewSnow24h, new_snow_cm, same);
    reading.record(Quantity::Temp, temp_c, same);
    reading.record(Quantity::Humidity, humidity_pct, same);
    reading.record(Quantity::Wind, wind_mps, same);
    reading.record(Quantity::Gust, gust_mps, same);
    reading.record(Quantity::SurfaceTemp, surface_c, same);
    if let Some(surface) = reading.surface_temp_c {
        match surface_of_snow(surface, reading.snow_depth_cm) {
            Some(snow) => reading.surface_temp_c = Some(snow),
            None => reading.drop_value(Quantity::SurfaceTemp, Some(surface), Reason::NotSnow),
        }
    }
}

/// Returns the temperature of the snow surface; `None` if the surface is not snow, judging by the depth.
fn surface_of_snow(surface_c: f64, depth_cm: Option<f64>) -> Option<f64> {
    let deep = depth_cm.is_some_and(|depth| depth > MELTING_DEPTH_CM);
    let bare = depth_cm.is_some_and(|depth| depth <= 0.0);
    if surface_c > 0.0 {
        (deep && surface_c <= MELTING_CAP_C).then_some(0.0)
    } else {
        (!bare).then_some(surface_c)
    }
}

#[cfg(test)]
mod tests;
