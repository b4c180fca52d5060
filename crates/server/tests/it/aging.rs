//! Tests of an upstream that is silent for days, by publishing the same evidence at later and later times.

use std::collections::BTreeMap;
use std::sync::Arc;

use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, Timestamp};
use operations::ops::get_resort;
use publication::published::Published;
use publication::published::key::RequestKey;
use serde_json::Value;
use server::config::Settings;
use server::service;
use world::{Caller, ResortEvidence, Tier, World};

use crate::modelled;

/// Noon UTC in January.
const CAPTURED: Timestamp = Timestamp::from_millis(1_768_046_400_000);
const MODELS: [&str; 3] = ["gfs_seamless", "icon_seamless", "gem_seamless"];

fn world() -> World {
    let config = Settings::default().config().unwrap();
    let resorts = catalogue::embedded().unwrap();
    let held = resorts.into_iter().find(|resort| resort.slug == "zermatt").unwrap();
    let held = vec![Arc::new(ResortEvidence::new(held, modelled::evidence(&MODELS, CAPTURED)))];
    World::new(Arc::new(service::service(&config)), Arc::new(Policy::contract()), held, CAPTURED)
}

/// Returns the served envelope after `age_ms` without new evidence.
fn after(age_ms: i64) -> (Published, Value) {
    let now = CAPTURED.plus_millis(age_ms);
    let published = Published::new(world().with(Vec::new(), now), now);
    let envelope =
        serde_json::from_slice(published.conditions(Tier::Anonymous, "zermatt").unwrap().plain()).unwrap();
    (published, envelope)
}

#[test]
fn values_go_stale_then_null() {
    let rows = [
        // age h, depth tier and label, forecast tier and label
        (0, "estimated", "modelled 1h ago", "live", "live"),
        (6, "estimated", "modelled 6h ago", "live", "live"),
        (7, "stale", "stale (modelled 7h ago)", "recent", "as of 7h ago"),
        (12, "stale", "stale (modelled 12h ago)", "recent", "as of 12h ago"),
        (13, "stale", "stale (modelled 13h ago)", "stale", "stale (modelled 13h ago)"),
        (48, "stale", "stale (modelled 48h ago)", "stale", "stale (modelled 48h ago)"),
        (49, "unknown", "not reported", "unknown", "not reported"),
        (24 * 30, "unknown", "not reported", "unknown", "not reported"),
    ];
    for (hours, depth_tier, depth_label, forecast_tier, forecast_label) in rows {
        let (_, envelope) = after(hours * HOUR_MS);
        let shown = |name: &str| envelope["meta"]["freshness"][name].clone();
        let (depth, forecast) = (shown("baseDepthCm"), shown("forecast"));
        assert_eq!((&depth["tier"], &depth["label"]), (&depth_tier.into(), &depth_label.into()), "{hours} h");
        assert_eq!(
            (&forecast["tier"], &forecast["label"]),
            (&forecast_tier.into(), &forecast_label.into()),
            "{hours} h"
        );
        let known = hours <= 48;
        let data = &envelope["data"];
        assert_eq!(data["forecast"]["next7dCm"]["value"].is_number(), known, "{hours} h");
        assert_eq!(data["displayDepthCm"].is_object(), known, "{hours} h");
        assert_eq!(forecast["ageHours"].as_f64(), known.then_some(hours as f64), "{hours} h");
        if known {
            let captured = CAPTURED.to_string();
            assert_eq!(data["forecast"]["next7dCm"]["observedAt"], captured, "the age is of the snapshot");
        } else {
            assert_eq!((&data["forecast"]["peak"], &data["displayDepthCm"]), (&Value::Null, &Value::Null));
        }
    }
}

#[test]
fn confidence_decreases_with_age() {
    let confidence =
        |hours: i64| after(hours * HOUR_MS).1["data"]["displayDepthCm"]["confidence"].as_f64().unwrap();
    let ladder: Vec<f64> = [1, 6, 12, 24, 36, 48].map(confidence).into();
    assert!(ladder.is_sorted_by(|a, b| a >= b), "{ladder:?}");
    assert!((ladder[5] - ladder[0] / 3.0).abs() < 0.011, "a third is left at the end: {ladder:?}");
}

#[test]
fn rows_start_today_and_end_with_snapshot() {
    for (hours, known) in [(0, true), (30, true), (48, true), (49, false)] {
        let now = CAPTURED.plus_millis(hours * HOUR_MS);
        let (published, _) = after(hours * HOUR_MS);
        let answer = published
            .answer(
                &Caller::anonymous(),
                &get_resort::Op,
                &RequestKey::new("x", ""),
                &[("slug", "zermatt")],
                now,
            )
            .unwrap();
        let answer: Value = serde_json::from_slice(answer.plain()).unwrap();
        let days = answer["data"]["forecast"]["days"].as_array().unwrap();
        let today = now.local_date(published.world.resorts().next().unwrap().resort.timezone);
        assert_eq!(days[0]["date"], today.to_string(), "{hours} h");
        assert_eq!(days[0]["snowfallCm"].is_number(), known, "{hours} h");
    }
}

#[test]
fn only_newer_evidence_refreshes() {
    let later = CAPTURED.plus_millis(60 * HOUR_MS);
    let silent = world().with(Vec::new(), later);
    let mut newer = ResortEvidence::clone(silent.resorts().next().unwrap());
    newer.evidence.forecast.as_mut().unwrap().captured_at = later.plus_millis(-HOUR_MS);
    let published = Published::new(silent.with(vec![(0, Arc::new(newer))], later), later);
    let envelope: Value =
        serde_json::from_slice(published.conditions(Tier::Anonymous, "zermatt").unwrap().plain()).unwrap();
    assert_eq!(envelope["meta"]["freshness"]["forecast"]["tier"], "live");
    let rows: BTreeMap<String, Value> =
        serde_json::from_value(envelope["meta"]["freshness"].clone()).unwrap();
    assert!(rows.values().all(|row| row["ageHours"].as_f64().is_none_or(|age| age >= 0.0)));
}
