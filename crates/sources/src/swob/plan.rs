//! Plans the requests: hourly observations of the boxes that contain wanted stations, and only the properties that are
//! read.
//!
//! A feature has about two hundred properties and 12 KB; the properties that are read take 1 KB. The quality codes are
//! among them: without them every value would count as good.

use std::collections::BTreeMap;

use conditions_core::time::{HOUR_MS, Timestamp};

use super::LANE;
use super::value::ELEMENTS;
use crate::station::{Header, Request, Station, is_place};

/// Maximum number of observations in one response, as the service allows.
const LIMIT: usize = 10_000;
/// Number of hours requested. Readings older than three hours are not shown; the rest bridges an outage.
const HOURS_BACK: i64 = 6;
/// Edge of a box, degrees.
const BOX_DEG: f64 = 4.0;
/// Margin around the stations of a box, degrees: coordinates in the directory are rounded.
const MARGIN_DEG: f64 = 0.02;

const PATH: &str = "/collections/swob-realtime/items?f=json";
const IDENTS: [&str; 9] = [
    "msc_id-value",
    "clim_id-value",
    "wmo_synop_id-value",
    "icao_stn_id-value",
    "tc_id-value",
    "stn_nam-value",
    "data_pvdr-value",
    "date_tm-value",
    "obs_date_tm",
];
const HEADERS: &[Header] = &[Header::UserAgent];

/// Returns the request for the newest hourly observations of all Canada: a few hours' worth, every station several
/// times.
pub(super) fn directory() -> Request {
    Request::get(format!("{PATH}&limit={LIMIT}&sortby=-obs_date_tm&{}", common()), HEADERS)
}

/// Returns one request for every box of `BOX_DEG` degrees that contains wanted stations.
pub(super) fn readings(wanted: &[Station], now: Timestamp) -> Vec<Request> {
    let mut boxes: BTreeMap<(i32, i32), Vec<&Station>> = BTreeMap::new();
    for station in
        wanted.iter().filter(|station| station.network == LANE && is_place(station.lat, station.lon))
    {
        let cell = |degrees: f64| (degrees / BOX_DEG).floor() as i32;
        boxes.entry((cell(station.lat), cell(station.lon))).or_default().push(station);
    }
    let since = now.plus_millis(-HOURS_BACK * HOUR_MS).utc().format("%Y-%m-%dT%H:%M:%SZ");
    boxes
        .values()
        .map(|stations| {
            let (west, east) = span(stations, |station| station.lon);
            let (south, north) = span(stations, |station| station.lat);
            Request {
                path: format!(
                    "{PATH}&limit={LIMIT}&bbox={west:.2},{south:.2},{east:.2},{north:.2}&datetime={since}/..&{}",
                    common()
                ),
                headers: HEADERS,
                stations: stations.iter().map(|station| station.id.clone()).collect(),
                valid_at: None,
            }
        })
        .collect()
}

/// Returns the lowest and highest value, with the margin.
fn span(stations: &[&Station], of: impl Fn(&Station) -> f64) -> (f64, f64) {
    let values = stations.iter().map(|station| of(station));
    let (low, high) =
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    (low - MARGIN_DEG, high + MARGIN_DEG)
}

fn common() -> String {
    let elements = ELEMENTS
        .iter()
        .flat_map(|(_, names)| names.iter())
        .flat_map(|name| ["", "-uom", "-qa", "-data_flag-value"].map(|suffix| format!("{name}{suffix}")));
    let names: Vec<String> = IDENTS.into_iter().map(str::to_owned).chain(elements).collect();
    format!("_is-minutely_obs-value=false&properties={}", names.join(","))
}
