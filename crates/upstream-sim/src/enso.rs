//! El Niño and La Niña of the synthetic world: an index in NOAA's text form, restated on demand, and what it does to
//! the snow of a winter at places where a test planted a link.
//!
//! One truth for both: [`anomaly`] makes the index, [`winter_factor`] multiplies the snow of the archive by it. Beside
//! the link every place has good and bad winters of its own, so that a link has to be found among noise.

use chrono::{Datelike, NaiveDate};
use conditions_core::time::Timestamp;
use libm::exp;
use serde::{Deserialize, Serialize};

use crate::noise::{hash, place_key, unit};
use crate::storm::away_km;
use crate::{SimResponse, World};

/// Where the relative index is.
pub const RONI_PATH: &str = "/data/indices/RONI.ascii.txt";
/// Where the older index is.
pub const ONI_PATH: &str = "/data/indices/oni.ascii.txt";

/// What is planned about El Niño in a world.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Enso {
    /// Where snow follows the index; nowhere unless planted.
    #[serde(default)]
    pub links: Vec<Link>,
    /// From each of these instants on, every value of the index is stated anew, a little different.
    #[serde(default)]
    pub restated_at: Vec<Timestamp>,
}

/// A place whose winters follow the index.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Link {
    /// Degrees north of its centre.
    pub lat: f64,
    /// Degrees east of its centre.
    pub lon: f64,
    /// Kilometres within which the link holds.
    pub radius_km: f64,
    /// Change of a winter's snow per degree of the index, as a natural logarithm: 0.2 is a fifth more, or less.
    pub per_degree: f64,
}

/// Standard deviation of a winter's own luck, as a natural logarithm.
pub const LUCK: f64 = 0.15;

/// First year of the index.
const FIRST_YEAR: i32 = 1950;
/// Months after its central month that a season's value is published.
const LAG_MONTHS: i64 = 2;
/// An event is at its height in December and this many months wide.
const PEAK_MONTH: i64 = 11;
const WIDTH_MONTHS: f64 = 3.5;
/// How far a value moves when it is stated anew, degrees.
const RESTATED_BY: f64 = 0.12;
/// Mean sea temperature that the older index names beside the anomaly, °C.
const SEA_C: f64 = 26.9;

const SEASONS: [&str; 12] =
    ["DJF", "JFM", "FMA", "MAM", "AMJ", "MJJ", "JJA", "JAS", "ASO", "SON", "OND", "NDJ"];

/// The index in the three months around a month, degrees; `month` counts from January of the year 0.
#[must_use]
pub fn anomaly(seed: u64, month: i64) -> f64 {
    let year = month.div_euclid(12);
    let of_year = |year: i64| {
        let away = (month - (year * 12 + PEAK_MONTH)) as f64 / WIDTH_MONTHS;
        height(seed, year) * exp(-0.5 * away * away)
    };
    // What is two winters away has gone.
    (year - 1..=year + 1).map(of_year).sum()
}

/// How far the December of a year is from neutral: a third of them warm, a third cold, a third neither.
fn height(seed: u64, year: i64) -> f64 {
    let draw = |what: u64| unit(hash(hash(seed, 501 + what), year as u64));
    match (draw(0) * 3.0) as u32 {
        0 => 0.8 + 1.6 * draw(1),
        1 => -0.7 - 1.2 * draw(1),
        _ => 0.6 * draw(1) - 0.3,
    }
}

/// What the snow of the winter that holds `date` is multiplied by at a place: what links and its own luck make of it.
/// The winter of the north begins on 1 July and is judged by the index around January; that of the south is a calendar
/// year, judged around August.
#[must_use]
pub fn winter_factor(world: &World, lat: f64, lon: f64, date: NaiveDate) -> f64 {
    let month = heart(lat, date);
    let per_degree: f64 =
        world.enso.links.iter().filter(|link| link.holds(lat, lon)).map(|link| link.per_degree).sum();
    let luck = LUCK * deviate(hash(hash(world.seed, 611), place_key(lat, lon)), month);
    exp(per_degree * anomaly(world.seed, month) + luck)
}

impl Link {
    fn holds(&self, lat: f64, lon: f64) -> bool {
        away_km((self.lat, self.lon), (lat, lon)) <= self.radius_km
    }
}

/// The month by which the winter of a date is judged.
fn heart(lat: f64, date: NaiveDate) -> i64 {
    let year = i64::from(date.year());
    if lat < 0.0 {
        year * 12 + 7
    } else if date.month() >= 7 {
        (year + 1) * 12
    } else {
        year * 12
    }
}

/// A number whose distribution is nearly normal, of mean 0 and deviation 1.
fn deviate(seed: u64, key: i64) -> f64 {
    let draws = (0..12).map(|nth| unit(hash(hash(seed, nth), key as u64)));
    draws.sum::<f64>() - 6.0
}

/// Answers a request for an index; `None` when it is for something else.
pub(crate) fn handle(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    let with_total = match path {
        RONI_PATH => false,
        ONI_PATH => true,
        _ => return None,
    };
    let text = index(world, with_total, now);
    Some(SimResponse::new(200, "text/plain", text.into_bytes()))
}

/// The whole file as it stands at `now`.
#[must_use]
pub fn index(world: &World, with_total: bool, now: Timestamp) -> String {
    let today = now.utc().date_naive();
    let last = i64::from(today.year()) * 12 + i64::from(today.month0()) - LAG_MONTHS;
    let restated = world.enso.restated_at.iter().filter(|at| **at <= now).count() as u64;
    let mut text = String::from(if with_total { " SEAS  YR   TOTAL   ANOM\n" } else { " SEAS  YR   ANOM\n" });
    for month in i64::from(FIRST_YEAR) * 12..=last {
        let (year, season) = (month.div_euclid(12), month.rem_euclid(12) as usize);
        let moved = if restated == 0 {
            0.0
        } else {
            unit(hash(hash(world.seed, 700 + restated), month as u64)) - 0.5
        };
        let value = anomaly(world.seed, month) + RESTATED_BY * 2.0 * moved;
        // A minus before a zero is nothing that the upstream writes.
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
