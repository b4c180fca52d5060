//! Norway's warnings in the format of NVE's summary of regions: a warning for each requested day, tomorrow's from the
//! afternoon on. A day without a warning, and every day out of season, has a generated one: level 0. The levels are
//! invented.

use ::avalanche::resorts;
use chrono::{Datelike, NaiveDate};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::{Value, json};

use super::{BulletinFault, is_off_season};
use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// The issuer's name among the traps.
pub(super) const ISSUER: &str = "NO";
/// Hour of the day, UTC, at which the warning of the next day is published.
const OUT_H: i64 = 15;
/// Maximum number of days of one response.
const MOST_DAYS: usize = 10;

/// Returns the response about a range of days, such as `2026-01-10/2026-01-11`.
pub(super) fn answer(world: &World, days: &str, fault: Option<BulletinFault>, now: Timestamp) -> SimResponse {
    let day = |text: &str| text.parse::<NaiveDate>().ok();
    let asked = days.split_once('/').and_then(|(from, to)| Some((day(from)?, day(to)?)));
    let Some((from, to)) = asked else {
        return SimResponse::json(400, b"{\"Message\":\"The request is invalid.\"}".to_vec());
    };
    let written = match fault {
        Some(BulletinFault::Frozen(at)) => at.min(now),
        Some(BulletinFault::GoesBack) => now.plus_millis(-DAY_MS),
        _ => now,
    };
    let newest = written.plus_millis(DAY_MS - OUT_H * HOUR_MS).utc().date_naive();
    let is_written = |day: NaiveDate| {
        let is_season = match fault {
            Some(BulletinFault::Winter) => true,
            Some(BulletinFault::Summer) => false,
            _ => !is_off_season(day),
        };
        is_season && day <= newest
    };
    let mut regions: Vec<&str> = resorts().filter_map(|(_, region)| region.strip_prefix("NO-")).collect();
    regions.sort_unstable();
    regions.dedup();
    let region = |(nth, id): (u64, &&str)| {
        let number: u64 = id.parse().unwrap_or_default();
        let name = format!("Synthetic region {number}");
        let fault = fault.filter(|fault| nth == 0 || *fault != BulletinFault::WrongWord);
        let days = from.iter_days().take_while(|day| *day <= to).take(MOST_DAYS);
        let warnings: Vec<Value> = days
            .map(|day| {
                if is_written(day) {
                    warning(world.seed, number, fault, day)
                } else {
                    generated_warning(number, day)
                }
            })
            .collect();
        json!({ "Id": number, "Name": name, "TypeId": 10, "TypeName": "A", "AvalancheWarningList": warnings })
    };
    let regions: Vec<Value> = (0..).zip(&regions).map(region).collect();
    SimResponse::json(200, Value::from(regions).to_string().into_bytes())
}

fn warning(seed: u64, region: u64, fault: Option<BulletinFault>, day: NaiveDate) -> Value {
    let number = u64::from(day.num_days_from_ce().unsigned_abs());
    let draw = |index: u64| unit(hash(hash(seed, 2_000 + 10 * region + index), number));
    let level = match fault {
        Some(BulletinFault::WrongWord) => "7".to_owned(),
        Some(BulletinFault::NoSnow | BulletinFault::NoRatings) => "0".to_owned(),
        _ => (1 + (draw(0) * 4.0) as u8).to_string(),
    };
    let script = if fault == Some(BulletinFault::Script) { "<script>alert('x')</script>" } else { "" };
    let before = day.pred_opt().unwrap_or(day);
    json!({
        "RegId": number % 100_000 * 10 + region % 10, "RegionId": region, "RegionName": format!("Synthetic region {region}"),
        "RegionTypeId": 10, "RegionTypeName": "A", "DangerLevel": level, "LangKey": 2, "IsTendency": false,
        "ValidFrom": format!("{day}T00:00:00"), "ValidTo": format!("{day}T23:59:59"),
        "NextWarningTime": format!("{day}T16:00:00"),
        // As recorded: fractions of differing length.
        "PublishTime": format!("{before}T15:31:11.{:02}", (draw(1) * 99.0) as u8),
        "MainText": format!("{script}Synthetic: says nothing about the world."),
        "AvalancheDanger": "Synthetic text.\n\nFresh wind slabs &lt; 30 cm.",
        "EmergencyWarning": "Not given", "ExposedHeightFill": 1, "ExposedHeight1": 0,
        "AvalancheAdvices": [{ "AdviceID": 0, "ImageUrl": "http://example.org/advice.jpg", "Text": "Synthetic advice." }],
        "AvalancheProblems": [{
            "AvalancheProblemTypeId": 10, "AvalancheProblemTypeName": "Wind slab (slab avalanches)",
            "ValidExpositions": "11000001", "DestructiveSizeExtId": 2, "ExposedHeight1": 600, "ExposedHeight2": 0,
            "ExposedHeightFill": 1,
        }],
    })
}

/// Returns a warning that the service generates if none was written.
fn generated_warning(region: u64, day: NaiveDate) -> Value {
    json!({
        "RegId": 0, "RegionId": region, "RegionName": format!("Synthetic region {region}"), "RegionTypeName": "A",
        "DangerLevel": "0", "DangerLevelName": null, "ValidFrom": format!("{day}T00:00:00"),
        "ValidTo": format!("{day}T23:59:59"), "NextWarningTime": format!("{day}T17:00:00"),
        "PublishTime": format!("{day}T00:00:00"), "MainText": "No Rating", "LangKey": 2, "AvalancheProblems": null,
        "AvalancheAdvices": null, "EmergencyWarning": null,
    })
}
