//! `stations`: prints the stored measuring stations around one resort, whether and why each one counts, and its last
//! reading. Sends no requests.

use std::fmt::Write as _;
use std::io::Write as _;

use ::ingest::stations::directory::Directory;
use catalogue::search::SearchIndex;
use conditions_core::evidence::StationReading;
use conditions_core::policy::Policy;
use conditions_core::time::{MINUTE_MS, Timestamp};
use evidence::{Form as _, Stations};
use ingest_runner::station_lanes::place;
use runtime::clock;
use sources::matching::{self, Height, Match};
use sources::station::Station;
use storage::evidence::EvidenceRow;
use storage::{Store, StoreError, evidence as rows_of_evidence, settings};

use crate::config::Config;
use crate::database;
use crate::error::one_line;
use publication::resorts;

/// Stored data about the stations around one resort.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StationsOfResort {
    /// Lane and cached station list of every network.
    directories: Vec<(&'static str, Option<String>)>,
    /// Newest evidence of the resort, for every lane.
    rows: Vec<EvidenceRow>,
}

/// Returns the cached station lists of these lanes and the newest evidence of one resort.
///
/// # Errors
/// Returns the database error if they cannot be read.
fn stations_of_resort(
    store: &Store,
    lanes: Vec<&'static str>,
    slug: String,
) -> Result<StationsOfResort, StoreError> {
    let now = clock::now();
    store.read_blocking(move |conn| {
        let kept = lanes
            .iter()
            .map(|lane| Ok((*lane, settings::get(conn, &::ingest::stations::directory::key(lane))?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        Ok(StationsOfResort { directories: kept, rows: rows_of_evidence::as_of(conn, &slug, now)? })
    })
}

/// Prints the stations around a resort.
///
/// # Errors
/// Returns an error if the resort is unknown or the storage cannot be read.
pub fn run(slug: &str, config: &Config) -> Result<(), String> {
    let store = database::existing(config).map_err(one_line)?;
    let resorts = resorts::all_blocking(&store).map_err(one_line)?;
    let Some(resort) = resorts.iter().find(|resort| resort.slug == slug) else {
        return Err(resorts::not_on_record(slug, &SearchIndex::new(resorts.iter())));
    };
    let lanes = config.stations.iter().map(|upstream| upstream.lane).collect();
    let known = stations_of_resort(&store, lanes, slug.to_owned()).map_err(one_line)?;
    let mut stations: Vec<Station> = Vec::new();
    let mut moved: Vec<(&str, String)> = Vec::new();
    let mut out = String::new();
    for (lane, kept) in &known.directories {
        match kept.as_deref().and_then(|text| Directory::decode(lane, text)) {
            Some(directory) => {
                moved.extend(directory.moved.into_keys().map(|id| (*lane, id)));
                stations.extend(directory.stations);
            }
            None => {
                let _ =
                    writeln!(out, "{lane}: no list of stations yet; it is fetched while the service runs");
            }
        }
    }
    let readings: Vec<StationReading> = known
        .rows
        .iter()
        .filter(|row| row.kind == Stations::NAME)
        .filter_map(|row| Stations::decode(&row.payload).ok())
        .flatten()
        .collect();
    let places = [place(resort)];
    let matches = matching::matches(&places, &stations, &Policy::contract());
    if matches.is_empty() {
        let _ = writeln!(out, "no station is within reach of {slug}");
    }
    let now = clock::now();
    for one in &matches {
        if let Some(station) = stations.get(one.station) {
            let waits = moved.iter().any(|(lane, id)| *lane == station.network && *id == station.id);
            let verdict = match (waits, one.accepted) {
                (true, _) => "moved: waiting for the next list of stations",
                (false, true) => "counts ",
                (false, false) => "ignored",
            };
            line(&mut out, verdict, one, station, &readings, now);
        }
    }
    std::io::stdout().lock().write_all(out.as_bytes()).map_err(|error| format!("cannot write: {error}"))
}

fn line(
    out: &mut String,
    verdict: &str,
    one: &Match,
    station: &Station,
    readings: &[StationReading],
    now: Timestamp,
) {
    let elevation =
        station.elevation_m.map_or_else(|| "elevation unknown".to_owned(), |metres| format!("{metres:.0} m"));
    let _ = writeln!(
        out,
        "{verdict}  {:<7} {:<14} {:>5.1} km  {elevation} ({}): {}  {}",
        station.network,
        station.id,
        one.distance_km,
        words(one.height),
        one.reason,
        station.name.as_str(),
    );
    let of_station = readings
        .iter()
        .filter(|reading| reading.network == station.network && reading.station_id == station.id);
    for reading in of_station {
        let _ = writeln!(out, "         {}", reading_text(reading, now));
    }
}

const fn words(height: Height) -> &'static str {
    match height {
        Height::Inside => "within the resort's heights",
        Height::Slack => "a little outside the resort's heights",
        Height::TooLow => "too low",
        Height::TooHigh => "too high",
        Height::Unknown => "heights not known",
    }
}

fn reading_text(reading: &StationReading, now: Timestamp) -> String {
    let minutes = now.since(reading.observed_at) / MINUTE_MS;
    let mut text = format!("{} ({minutes} min ago)", reading.observed_at);
    let values = [
        ("air", reading.temp_c, "°C"),
        ("wind", reading.wind_mps, "m/s"),
        ("depth", reading.snow_depth_cm, "cm"),
        ("water", reading.swe_mm, "mm"),
        ("surface", reading.surface_temp_c, "°C"),
        ("new snow 24 h", reading.new_snow24h_cm, "cm"),
    ];
    for (name, value, unit) in values {
        if let Some(value) = value {
            let _ = write!(text, ", {name} {value:.1} {unit}");
        }
    }
    if reading.doubted {
        text.push_str("; an impossible value of the past hours was left out");
    }
    text
}
