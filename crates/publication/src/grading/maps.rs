//! Maps of past winters to stations: fitted by the grader from the days that stations measured, and put into force like
//! weights.
//!
//! A map is fitted to whole winters, so it changes about once a year and not every day; the maps in force are stored
//! with the time from which they apply.

use std::collections::BTreeMap;
use std::sync::Arc;

use climate::paired::MapError;
use climate::station::{StationDay, mapped};
use climate::{StationMap, Winters};
use conditions_core::time::Timestamp;
use serde_json::Value;
use storage::verification::MeasuredSnow;
use storage::{Conn, Store, StoreError, verification as rows};
use verification::Grading;
use world::{CLIMATE, World};

use super::{date_of, day_number};

/// Name of the results with maps.
const MAPS: &str = "maps";

/// The maps in force, by slug.
pub type Maps = BTreeMap<String, Arc<StationMap>>;

/// Returns the winters of every resort that has any.
#[must_use]
pub fn winters_of(world: &World) -> Vec<(String, Winters)> {
    let known = world.resorts().filter(|held| !held.winters.is_empty());
    known.map(|held| (held.resort.slug.clone(), held.winters.clone())).collect()
}

/// Returns the maps in force at `at`. An unreadable map is logged and left out.
///
/// # Errors
/// Returns an error if the database fails.
pub fn maps_at(conn: &mut Conn, at: Timestamp) -> Result<Maps, StoreError> {
    Ok(rows::in_force(conn, MAPS, at)?.map(|(_, text)| read(&text)).unwrap_or_default())
}

fn read(text: &str) -> Maps {
    let all: BTreeMap<String, Value> = serde_json::from_str(text).unwrap_or_else(|error| {
        tracing::warn!(%error, "stored maps to stations cannot be read");
        BTreeMap::new()
    });
    let one = |(slug, value): (String, Value)| {
        let map = serde_json::from_value::<StationMap>(value);
        let map = map.inspect_err(|error| tracing::warn!(slug, %error, "a stored map cannot be read"));
        Some((slug, Arc::new(map.ok()?)))
    };
    all.into_iter().filter_map(one).collect()
}

/// Fits the map of every resort, one after the other, puts them into force, and returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn map(
    store: &Store,
    winters: Vec<(String, Winters)>,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let mut maps = Maps::new();
    let since = oldest_measured(now);
    for (slug, winters) in winters {
        let of = slug.clone();
        let days = store.read(move |conn| rows::measured_of(conn, &of, since)).await?;
        // Takes milliseconds for ten winters, for which no request should wait.
        let fitted = tokio::task::spawn_blocking(move || fitted(&winters, days)).await;
        let Ok(fitted) = fitted else {
            return Err(StoreError::Invalid("fitting a map ended without a result".to_owned()));
        };
        match fitted {
            Ok(map) => drop(maps.insert(slug, Arc::new(map))),
            // True for nearly every resort of a young deployment.
            Err(MapError::TooFew { .. }) => {}
            Err(
                why @ (MapError::OtherDays
                | MapError::TooLittleSnow
                | MapError::NoBetter
                | MapError::Contradicted),
            ) => {
                tracing::info!(slug, %why, "past winters are not mapped to a station")
            }
        }
    }
    let count = maps.len();
    store.run(move |conn| maps_concluded(conn, &maps, now)).await?;
    Ok(count)
}

/// Fits the map of a resort's winters to one of the stations that measured these days.
///
/// # Errors
/// Returns a [`MapError`] if no station has enough data.
pub fn fitted(winters: &Winters, days: Vec<MeasuredSnow>) -> Result<StationMap, MapError> {
    let day = |row: MeasuredSnow| {
        Some(StationDay {
            network: row.network,
            station: row.station,
            elevation_m: row.elevation_m.map(|metres| metres as f64),
            date: date_of(row.day)?,
            cm: row.new_snow_mm as f64 / 10.0,
        })
    };
    let days: Vec<StationDay> = days.into_iter().filter_map(day).collect();
    mapped(&CLIMATE, winters, Grading::STANDARD.truth_elevation_m, &days)
}

/// Stores the maps if they differ from those in force.
///
/// # Errors
/// Returns an error if the database fails.
pub fn maps_concluded(conn: &mut Conn, maps: &Maps, now: Timestamp) -> Result<(), StoreError> {
    let plain: BTreeMap<&str, &StationMap> =
        maps.iter().map(|(slug, map)| (slug.as_str(), map.as_ref())).collect();
    // Our own types have string keys and finite numbers, so writing to memory cannot fail.
    let kept = serde_json::to_string(&plain).unwrap_or_default();
    let former = rows::in_force(conn, MAPS, now)?.map(|(_, text)| text);
    if former.as_ref() == Some(&kept) || (former.is_none() && maps.is_empty()) {
        return Ok(());
    }
    rows::conclude(conn, MAPS, now, &kept, false)
}

/// Returns the first measured day that is retained.
pub(super) fn oldest_measured(now: Timestamp) -> i64 {
    day_number(now.utc().date_naive()) - Grading::STANDARD.keep_measured_days
}
