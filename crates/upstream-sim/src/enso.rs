//! The El Niño indices in the text format of NOAA's Climate Prediction Center, computed from the index that is planted
//! in the winters of the archive; revised on demand.

use chrono::Datelike;
use conditions_core::time::Timestamp;

use crate::climate::nino;
use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// Path of the relative index.
pub const RONI_PATH: &str = "/data/indices/RONI.ascii.txt";
/// Path of the older index.
pub const ONI_PATH: &str = "/data/indices/oni.ascii.txt";

/// First year of the index.
const FIRST_YEAR: i32 = 1950;
/// Months after its central month that a season's value is published.
const LAG_MONTHS: i64 = 2;
/// Size of a revision, degrees.
const RESTATED_BY: f64 = 0.12;
/// Mean sea temperature that the older index gives next to the anomaly, °C.
const SEA_C: f64 = 26.9;

const SEASONS: [&str; 12] =
    ["DJF", "JFM", "FMA", "MAM", "AMJ", "MJJ", "JJA", "JAS", "ASO", "SON", "OND", "NDJ"];

/// Returns the index in the three months around a month, degrees; `month` counts from January of the year 0.
#[must_use]
pub fn anomaly(seed: u64, month: i64) -> f64 {
    let of = |month: i64| {
        let (year, nth) = (month.div_euclid(12), month.rem_euclid(12));
        nino(seed, i32::try_from(year).unwrap_or(FIRST_YEAR), u32::try_from(nth).unwrap_or(0) + 1)
    };
    (of(month - 1) + of(month) + of(month + 1)) / 3.0
}

/// Answers a request for an index; `None` for any other request.
pub(crate) fn handle(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    let with_total = match path {
        RONI_PATH => false,
        ONI_PATH => true,
        _ => return None,
    };
    let text = index(world, with_total, now);
    Some(SimResponse::new(200, "text/plain", text.into_bytes()))
}

/// Returns the whole file as of `now`.
#[must_use]
pub fn index(world: &World, with_total: bool, now: Timestamp) -> String {
    let today = now.utc().date_naive();
    let last = i64::from(today.year()) * 12 + i64::from(today.month0()) - LAG_MONTHS;
    let restated = world.restated_at.iter().filter(|at| **at <= now).count() as u64;
    let mut text = String::from(if with_total { " SEAS  YR   TOTAL   ANOM\n" } else { " SEAS  YR   ANOM\n" });
    for month in i64::from(FIRST_YEAR) * 12..=last {
        let (year, season) = (month.div_euclid(12), month.rem_euclid(12) as usize);
        let moved = if restated == 0 {
            0.0
        } else {
            unit(hash(hash(world.seed, 700 + restated), month as u64)) - 0.5
        };
        let value = anomaly(world.seed, month) + RESTATED_BY * 2.0 * moved;
        // The upstream never writes a minus before a zero.
        let value = (value * 100.0).round() / 100.0 + 0.0;
        let Some(name) = SEASONS.get(season) else { continue };
        if with_total {
            text.push_str(&format!("  {name} {year}{:7.2}{value:7.2}\n", SEA_C + value));
        } else {
            text.push_str(&format!("  {name} {year}{value:7.2}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests;
