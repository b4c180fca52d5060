//! Tests of hours and models of the simulated winter for every resort: storms match the daily rows, and risk and
//! quality are given with their basis.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::harness::SHARED;

fn rows() -> Vec<Value> {
    let pages =
        ["0", "500"].map(|offset| SHARED.get(&format!("/api/v1/resorts?limit=500&offset={offset}")).json());
    pages.iter().flat_map(|page| page["data"].as_array().unwrap().clone()).collect()
}

fn tenths(value: &Value) -> Option<i64> {
    value.as_f64().map(|value| (value * 10.0).round() as i64)
}

fn threshold(definitions: &Value, id: &str) -> i64 {
    let all = definitions["data"].as_array().unwrap();
    tenths(&all.iter().find(|one| one["id"] == id).unwrap()["value"]).unwrap()
}

/// Finds the first day and total of each storm in daily rows, by the published thresholds.
fn storms(days: &[Value], day_cm: i64, total_cm: i64) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    let mut run: Option<(String, i64)> = None;
    for day in days.iter().map(Some).chain([None]) {
        let snow = day.and_then(|day| tenths(&day["snowfallCm"])).filter(|snow| *snow >= day_cm);
        match (snow, &mut run) {
            (Some(snow), Some((_, total))) => *total += snow,
            (Some(snow), None) => run = Some((day.unwrap()["date"].as_str().unwrap().to_owned(), snow)),
            (None, _) => found.extend(run.take().filter(|(_, total)| *total >= total_cm)),
        }
    }
    found
}

#[test]
fn storms_match_the_daily_rows() {
    let definitions = SHARED.get("/api/v1/definitions").json();
    let (day_cm, total_cm) = (threshold(&definitions, "storm.day"), threshold(&definitions, "storm.total"));
    let mut told: BTreeMap<String, Vec<(String, i64)>> = BTreeMap::new();
    // An event lists its twenty biggest resorts and counts all of them.
    let (mut offset, mut unlisted) = (0, 0);
    loop {
        let page = SHARED.get(&format!("/api/v1/storms?limit=25&offset={offset}")).json();
        assert_eq!(page["data"]["resortsWithForecast"], 768);
        let events = page["data"]["events"].as_array().unwrap().clone();
        for event in &events {
            let listed = event["resorts"].as_array().unwrap();
            let slugs: BTreeSet<&str> = listed.iter().map(|storm| storm["slug"].as_str().unwrap()).collect();
            unlisted += event["resortCount"].as_u64().unwrap() - slugs.len() as u64;
            for storm in listed {
                let own = told.entry(storm["slug"].as_str().unwrap().to_owned()).or_default();
                own.push((storm["start"].as_str().unwrap().to_owned(), tenths(&storm["totalCm"]).unwrap()));
            }
        }
        offset += events.len();
        if page["meta"]["total"] == offset {
            break;
        }
    }
    for row in rows() {
        let slug = row["slug"].as_str().unwrap();
        let forecast = SHARED.get(&format!("/api/v1/resorts/{slug}/forecast")).json();
        let wanted = storms(forecast["data"]["days"].as_array().unwrap(), day_cm, total_cm);
        let mut found = told.remove(slug).unwrap_or_default();
        found.sort();
        assert!(found.iter().all(|storm| wanted.contains(storm)), "{slug}: {found:?}, rows {wanted:?}");
        assert!(found.len() == wanted.len() || unlisted > 0, "{slug}: {found:?}, rows {wanted:?}");
    }
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn risk_is_complete_and_credited() {
    for row in rows().iter().step_by(7) {
        let slug = row["slug"].as_str().unwrap();
        let risk = SHARED.get(&format!("/api/v1/resorts/{slug}/operating-risk")).json();
        assert_eq!(risk["data"]["available"], true, "{slug}");
        for hazard in risk["data"]["hazards"].as_array().unwrap() {
            assert!(hazard["complete"] == true && hazard["level"].is_string(), "{slug}: {hazard}");
            let windows = hazard["windows"].as_array().unwrap();
            assert_eq!(windows.is_empty(), hazard["level"] == "none", "{slug}: {hazard}");
        }
        assert!(risk["meta"]["credits"]["sources"].as_array().unwrap().len() > 1, "{slug}");
    }
}

#[test]
fn surface_needs_a_known_depth() {
    let mut known = 0;
    for row in rows().iter().step_by(7) {
        let slug = row["slug"].as_str().unwrap();
        let quality = SHARED.get(&format!("/api/v1/resorts/{slug}/snow-quality")).json();
        let bands = quality["data"]["bands"].as_array().unwrap();
        assert_eq!(bands.len(), 3, "{slug}");
        for band in bands {
            known += usize::from(band["surface"].is_string());
            assert_eq!(band["surface"].is_string(), band["depthCm"].is_number(), "{slug}: {band}");
            // The converse does not hold: models that disagree completely are still models.
            assert!(!band["basis"].is_null() || band["confidence"] == 0, "{slug}: {band}");
        }
    }
    assert!(known > 0);
}
