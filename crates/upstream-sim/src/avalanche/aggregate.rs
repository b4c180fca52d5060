//! The aggregate of the European services: a file for each day with the highest levels of every region. Tomorrow's file
//! exists from the hour of the editions on; out of season there are no files. The levels are invented.

use ::avalanche::resorts;
use chrono::{Datelike, NaiveDate};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::{Map, Value, json};

use super::{EDITION_H, is_off_season};
use crate::SimResponse;
use crate::noise::{hash, unit};

/// Returns the response for a file, such as `2026-01-10/2026-01-10.ratings.json`.
pub(super) fn answer(seed: u64, file: &str, now: Timestamp) -> SimResponse {
    let day = file.split('/').next().and_then(|day| day.parse::<NaiveDate>().ok());
    let newest = now.plus_millis(DAY_MS - EDITION_H * HOUR_MS).utc().date_naive();
    let is_there = |day: &NaiveDate| *day <= newest && !is_off_season(*day);
    let Some(day) = day.filter(is_there).filter(|day| file == format!("{day}/{day}.ratings.json")) else {
        return SimResponse::rejection(404, "Not Found");
    };
    let body = json!({ "maxDangerRatings": levels(seed, day) });
    SimResponse::json(200, body.to_string().into_bytes())
}

/// Returns the levels of every region and its parts; a tenth of the regions has none, which is written as 0.
fn levels(seed: u64, day: NaiveDate) -> Map<String, Value> {
    let number = u64::from(day.num_days_from_ce().unsigned_abs());
    let mut levels = Map::new();
    for (nth, region) in (0_u64..).zip(resorts().map(|(_, region)| region)) {
        let draw = |index: u64| unit(hash(hash(seed, 1_000 * nth + index), number));
        let lower = if draw(0) < 0.1 { 0 } else { 1 + (draw(1) * 3.0) as u8 };
        let upper = if lower > 0 && draw(2) < 0.6 { lower + 1 } else { lower };
        levels.insert(region.to_owned(), json!(upper));
        for (zone, level) in [("high", upper), ("low", lower)] {
            levels.insert(format!("{region}:{zone}"), json!(level));
            for half in ["am", "pm"] {
                levels.insert(format!("{region}:{zone}:{half}"), json!(level));
                levels.insert(format!("{region}:{half}"), json!(upper));
            }
        }
    }
    levels
}
